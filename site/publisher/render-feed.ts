import type { ArticleSummary } from '../../data/articles.ts';
import { createEntry, createFeedHead, FEED_LENGTH, type FeedArticles } from '../feeds/feed.ts';
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
import type { RenderSources } from './render.ts';

type WrittenEntry = Record<FeedFormat, Buffer>;

/** Entries as they stand in feeds, in bytes; an entry that has changed has another state. */
interface KeptEntry {
  state: string;
  written: WrittenEntry;
}

interface ReadList {
  key: string;
  articles: ArticleSummary[];
  entries: WrittenEntry[];
}

/** For entries: about a thousand of 5 KB. */
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
    const articles = await store.site.newest({ ...list, lang, limit: FEED_LENGTH });
    last = { key, articles, entries: await entriesOf(articles) };
    return last;
  }

  async function entriesOf(articles: ArticleSummary[]): Promise<WrittenEntry[]> {
    const beside = await findBeside(store, articles);
    const states = articles.map((article) => stateOf(article, beside));
    const missing = articles.filter(({ id }, index) => kept.get(id)?.state !== states[index]);
    const contents = await store.site.contents(missing.map(({ id }) => id));
    return Promise.all(
      articles.map(async (article, index) => {
        const { id } = article;
        const content = contents.get(id);
        // What is kept is put at the end of what is forgotten first.
        if (content === undefined) return keep(id, kept.get(id) as KeptEntry);
        const written = await writeAll(createEntry(site, { ...article, content }, beside));
        return keep(id, { state: states[index] as string, written });
      }),
    );
  }

  return async (address) => {
    const name = feedAt(address);
    if (!name) return undefined;
    const { articles, entries } = await read(name);
    if (articles.length === 0 && !(await isKnown(store, name.list))) return undefined;
    const head = createFeedHead(site, { ...name, path: feedPath(name) }, articles);
    const { before, separator, after } = await writeFrame(head, name);
    const between = Buffer.from(separator);
    const body = entries.flatMap((entry, index) =>
      index > 0 ? [between, entry[name.format]] : [entry[name.format]],
    );
    return Buffer.concat([Buffer.from(before), ...body, Buffer.from(after)]);
  };
}

/** All that an entry says beside the site's settings. */
function stateOf(
  { id, version, thumbnailUrl }: ArticleSummary,
  { translations, uploads }: Omit<FeedArticles, 'articles'>,
): string {
  const others = translations.get(id)?.map(({ lang, slug }) => [lang, slug]);
  const isKnownPicture = thumbnailUrl !== null && uploads.has(thumbnailUrl);
  return JSON.stringify([version, isKnownPicture, others]);
}

async function writeAll(entry: ReturnType<typeof createEntry>): Promise<WrittenEntry> {
  const [rss, atom, json] = await Promise.all([
    writeEntry(entry, 'rss'),
    writeEntry(entry, 'atom'),
    writeEntry(entry, 'json'),
  ]);
  return { rss: Buffer.from(rss), atom: Buffer.from(atom), json: Buffer.from(json) };
}

function bytesOf({ written: { rss, atom, json } }: KeptEntry): number {
  return rss.length + atom.length + json.length;
}
