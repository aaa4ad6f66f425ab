import type { FeedPlace } from '../../data/public-site.ts';
import { createEntry, createFeedHead, FEED_LENGTH } from '../feeds/feed.ts';
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
import type { RenderSources } from './render.ts';

type WrittenEntry = Partial<Record<FeedFormat, Buffer>>;

/** Entries as they stand in feeds, in bytes; an entry that has changed has another state. */
interface KeptEntry {
  state: string;
  written: WrittenEntry;
}

interface ReadList {
  key: string;
  places: FeedPlace[];
  entries: WrittenEntry[];
}

/** For entries: some 1,500 of 5 KB. */
const KEPT_BYTES = 16 * 1024 * 1024;

/**
 * Renders feeds without Astro, which has no part in them. An article stands in some twenty feeds that every publish writes
 * anew, beside others that have not changed: its entry is written once and kept as bytes, the newest used up to 16 MiB.
 * A list is read once for its formats, which the publisher asks for one after another, and again as soon as the change
 * log has grown. undefined: the address is not that of a feed, or of none that exists.
 */
export function createFeedRender({
  store,
  site,
}: RenderSources): (address: string) => Promise<Buffer | undefined> {
  const kept = new Map<string, KeptEntry>();
  let keptBytes = 0;
  let last: ReadList | undefined;

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

  function drop(id: string): void {
    const entry = kept.get(id);
    if (entry) keptBytes -= bytesOf(entry);
    kept.delete(id);
  }

  async function read({ list, lang }: FeedName): Promise<ReadList> {
    const key = JSON.stringify([await store.changes.latest(), list, lang]);
    if (last?.key === key) return last;
    const places = await store.site.feedPlaces({ ...list, lang, limit: FEED_LENGTH });
    const entries = await entriesOf(places, formatsOf(list));
    last = { key, places, entries };
    return last;
  }

  async function entriesOf(places: FeedPlace[], formats: FeedFormat[]): Promise<WrittenEntry[]> {
    const missing = places.filter(({ id, state }) => {
      const entry = kept.get(id);
      return entry?.state !== state || formats.some((format) => !entry.written[format]);
    });
    const written = await writeEntries(
      missing.map(({ id }) => id),
      formats,
    );
    // All are taken before the first is kept, which may make others be forgotten. An article that has gone since the list
    // was read has none; the change log tells of it, and the list is read again.
    const entries = places.flatMap(({ id, state }) => {
      const fresh = written.get(id);
      const entry = fresh ? { state, written: fresh } : kept.get(id);
      return entry ? [{ id, entry }] : [];
    });
    return entries.map(({ id, entry }) => keep(id, entry));
  }

  async function writeEntries(ids: string[], formats: FeedFormat[]): Promise<Map<string, WrittenEntry>> {
    const articles = await store.site.articlesById(ids);
    const beside = await findBeside(store, articles);
    const entries = await Promise.all(
      articles.map(async (article) => writeAll(createEntry(site, article, beside), formats)),
    );
    return new Map(articles.map(({ id }, index) => [id, entries[index] as WrittenEntry]));
  }

  return async (address) => {
    const name = feedAt(address);
    if (!name) return undefined;
    const { places, entries } = await read(name);
    if (places.length === 0 && !(await isKnown(store, name.list))) return undefined;
    const head = createFeedHead(site, { ...name, path: feedPath(name) }, places);
    const { before, separator, after } = await writeFrame(head, name);
    const between = Buffer.from(separator);
    const body = entries.flatMap((entry, index) =>
      index > 0 ? [between, entry[name.format] as Buffer] : [entry[name.format] as Buffer],
    );
    return Buffer.concat([Buffer.from(before), ...body, Buffer.from(after)]);
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
