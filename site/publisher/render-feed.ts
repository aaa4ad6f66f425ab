import type { FeedPlace } from '../../data/public-site.ts';
import { createEntry, createFeedHead, FEED_LENGTH } from '../feeds/feed.ts';
import type { Frame } from '../feeds/frame.ts';
import {
  type FeedFormat,
  type FeedName,
  feedAt,
  feedPath,
  findBeside,
  isKnown,
  writeEntry,
  writeFrame,
} from '../feeds/list-feeds.ts';
import type { List } from '../list.ts';
import { articlePath } from '../paths.ts';
import { createChangedSince, entriesOf } from './earlier-entries.ts';
import type { Earlier, RenderSources } from './render.ts';

type WrittenEntry = Partial<Record<FeedFormat, Buffer>>;

/** Entries as they stand in feeds, in bytes; an entry that has changed has another state. */
interface KeptEntry {
  state: string;
  written: WrittenEntry;
}

/** For entries: some 1,500 of 5 KB. */
const KEPT_BYTES = 16 * 1024 * 1024;
/** The same lists are asked for in each format, and those of a list in all languages one after another. */
const KEPT_LISTS = 8;

/**
 * Renders feeds without Astro, which has no part in them. An article stands in some twenty feeds that every publish writes
 * anew, beside others that have not changed: its entry is written once and kept as bytes, the newest used up to 16 MiB, and
 * the others are taken over from the feed as it stands. A list is read once for its formats, which the publisher asks for one
 * after another, and again as soon as the change log has grown. undefined: the address is not that of a feed, or of none
 * that exists.
 */
export function createFeedRender({
  store,
  site,
}: RenderSources): (address: string, earlier?: Earlier) => Promise<Buffer | undefined> {
  const changedSince = createChangedSince(store.changes);
  const kept = new Map<string, KeptEntry>();
  let keptBytes = 0;
  const lists = new Map<string, FeedPlace[]>();
  let readAt = 0;

  function keep(id: string, entry: KeptEntry): WrittenEntry {
    drop(id);
    kept.set(id, entry);
    keptBytes += bytesOf(entry);
    for (const oldest of kept.keys()) {
      if (keptBytes <= KEPT_BYTES) break;
      drop(oldest);
    }
    return entry.written;
  }

  function keptEntry({ id, state }: FeedPlace, format: FeedFormat): Uint8Array | undefined {
    const entry = kept.get(id);
    if (entry?.state !== state || !entry.written[format]) return undefined;
    keep(id, entry);
    return entry.written[format];
  }

  function drop(id: string): void {
    const entry = kept.get(id);
    if (entry) keptBytes -= bytesOf(entry);
    kept.delete(id);
  }

  async function readPlaces({ list, lang }: FeedName): Promise<FeedPlace[]> {
    const latest = await store.changes.latest();
    if (latest !== readAt || lists.size > KEPT_LISTS) lists.clear();
    readAt = latest;
    const key = JSON.stringify([list, lang]);
    const places = lists.get(key) ?? (await store.site.feedPlaces({ ...list, lang, limit: FEED_LENGTH }));
    lists.set(key, places);
    return places;
  }

  async function findEntries(
    places: FeedPlace[],
    { format, list }: FeedName,
    earlier: Map<string, Uint8Array>,
  ): Promise<Uint8Array[]> {
    const found = new Map<string, Uint8Array>();
    for (const place of places) {
      const bytes = keptEntry(place, format) ?? earlier.get(place.id);
      if (bytes) found.set(place.id, bytes);
    }
    const missing = places.filter(({ id }) => !found.has(id));
    const written = await writeEntries(
      missing.map(({ id }) => id),
      formatsOf(list),
    );
    for (const { id, state } of missing) {
      const entry = written.get(id);
      if (entry) found.set(id, keep(id, { state, written: entry })[format] as Uint8Array);
    }
    // An article that has gone since the list was read has none; the change log tells of it, and the feed is asked for again.
    return places.flatMap(({ id }) => found.get(id) ?? []);
  }

  /** The entries of the feed as it stands that say what they would say now. */
  async function unchangedEntries(
    places: FeedPlace[],
    { format }: FeedName,
    frame: Frame,
    { since, read }: Earlier,
  ): Promise<Map<string, Uint8Array>> {
    const feed = read();
    if (!feed) return new Map();
    const isChanged = await changedSince(since);
    const entries = entriesOf(feed, format, frame);
    for (const { id, lang, slug } of places) if (isChanged(articlePath(lang, slug))) entries.delete(id);
    return entries;
  }

  async function writeEntries(ids: string[], formats: FeedFormat[]): Promise<Map<string, WrittenEntry>> {
    const articles = await store.site.articlesById(ids);
    const beside = await findBeside(store, articles);
    const entries = await Promise.all(
      articles.map(async (article) => writeAll(createEntry(site, article, beside), formats)),
    );
    return new Map(articles.map(({ id }, index) => [id, entries[index] as WrittenEntry]));
  }

  return async (address, earlier) => {
    const name = feedAt(address);
    if (!name) return undefined;
    const places = await readPlaces(name);
    if (places.length === 0 && !(await isKnown(store, name.list))) return undefined;
    const head = createFeedHead(site, { ...name, path: feedPath(name) }, places);
    const frame = await writeFrame(head, name);
    const unchanged = earlier ? await unchangedEntries(places, name, frame, earlier) : new Map();
    const entries = await findEntries(places, name, unchanged);
    const between = Buffer.from(frame.separator);
    const body = entries.flatMap((entry, index) => (index > 0 ? [between, entry] : [entry]));
    return Buffer.concat([Buffer.from(frame.before), ...body, Buffer.from(frame.after)]);
  };
}

/** Lists by category or tag have no Atom feeds. */
function formatsOf({ category, tag }: List): FeedFormat[] {
  return category === undefined && tag === undefined ? ['rss', 'json', 'atom'] : ['rss', 'json'];
}

async function writeAll(entry: ReturnType<typeof createEntry>, formats: FeedFormat[]): Promise<WrittenEntry> {
  const written: WrittenEntry = {};
  for (const format of formats) written[format] = Buffer.from(await writeEntry(entry, format));
  return written;
}

function bytesOf({ written }: KeptEntry): number {
  return Object.values(written).reduce((sum, bytes) => sum + bytes.length, 0);
}
