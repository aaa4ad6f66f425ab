import type { ArticleSummary } from '../../data/articles.ts';
import type { Language } from '../../data/languages.ts';
import type { List } from '../list.ts';
import { atomPath, jsonFeedPath, rssPath } from '../paths.ts';
import { atomFrame, toAtom, toAtomEntry } from './atom.ts';
import { ATOM, JSON_FEED, RSS } from './content-types.ts';
import {
  createFeed,
  FEED_LENGTH,
  type FeedArticles,
  type FeedEntry,
  type FeedHead,
  type FeedSource,
} from './feed.ts';
import type { Frame } from './frame.ts';
import { jsonFrame, toJsonFeed, toJsonItem } from './json-feed.ts';
import { rssFrame, toRss, toRssItem } from './rss.ts';

const FORMATS = {
  rss: { write: toRss, frame: rssFrame, entry: toRssItem, pathOf: rssPath },
  atom: {
    write: toAtom,
    frame: atomFrame,
    entry: toAtomEntry,
    pathOf: (_: List, lang?: Language) => atomPath(lang),
  },
  json: { write: toJsonFeed, frame: jsonFrame, entry: toJsonItem, pathOf: jsonFeedPath },
};

export type FeedFormat = keyof typeof FORMATS;

/** What a response says of a feed's body. */
export const FEED_TYPES = { rss: RSS, atom: ATOM, json: JSON_FEED };

/** One feed of the site. */
export interface FeedName {
  format: FeedFormat;
  list: List;
  lang: Language | undefined;
}

/** The address of a feed. */
export function feedPath({ format, list, lang }: FeedName): string {
  return FORMATS[format].pathOf(list, lang);
}

/** The feed that has this address; undefined when it is the address of something else. */
export function feedAt(address: string): FeedName | undefined {
  const [, path = '', lang] = /^([^?]*)(?:\?lang=(\w\w))?$/.exec(address) ?? [];
  const [, ofAll] = /^\/feed\/(rss|atom)\.xml$/.exec(path) ?? (path === '/feed.json' ? ['', 'json'] : []);
  const [, kind, key, extension] = /^\/feed\/(category|tag)\/([^/]+)\.(xml|json)$/.exec(path) ?? [];
  const format = ofAll ?? (extension === 'xml' ? 'rss' : extension);
  if (format === undefined) return undefined;
  const list: List = kind === undefined ? {} : { [kind]: decodeURIComponent(key as string) };
  return { format: format as FeedFormat, list, lang: lang as Language | undefined };
}

type FeedLocals = Pick<App.Locals, 'site'> & { store: Pick<App.Locals['store'], 'site' | 'uploads'> };

/** What a feed says; undefined for a list in which no public article has ever been. */
export async function findFeed({ store, site }: FeedLocals, name: FeedName): Promise<FeedSource | undefined> {
  const found = await findArticles(store, name);
  if (found.articles.length === 0 && !(await isKnown(store, name.list))) return undefined;
  return createFeed(site, { list: name.list, lang: name.lang, path: feedPath(name) }, found);
}

/** The feed as text. */
export async function writeFeed(feed: FeedSource, { format }: FeedName): Promise<string> {
  return FORMATS[format].write(feed);
}

/** The feed without its entries, as text. */
export async function writeFrame(head: FeedHead, { format }: FeedName): Promise<Frame> {
  return FORMATS[format].frame(head);
}

/** One entry as text, the same in every feed of the format. */
export async function writeEntry(entry: FeedEntry, format: FeedFormat): Promise<string> {
  return FORMATS[format].entry(entry);
}

async function findArticles(store: FeedLocals['store'], { list, lang }: FeedName): Promise<FeedArticles> {
  const articles = await store.site.newest({ ...list, lang, limit: FEED_LENGTH, withContent: true });
  return { articles, ...(await findBeside(store, articles)) };
}

/** What stands beside articles in feeds: their pictures and their translations. */
export async function findBeside(
  store: FeedLocals['store'],
  articles: ArticleSummary[],
): Promise<Omit<FeedArticles, 'articles'>> {
  const thumbnails = articles
    .map(({ thumbnailUrl }) => thumbnailUrl)
    .filter((url) => url?.startsWith('/uploads/'));
  const [uploads, translations] = await Promise.all([
    store.uploads.findMany([...new Set(thumbnails)] as string[]),
    store.site.translationsOfAll(articles.map(({ id }) => id)),
  ]);
  return { uploads, translations };
}

/**
 * Whether any public article was ever in the list, in whatever language. A feed that has been there stays there, empty if
 * need be: readers' programs give up a feed that is gone.
 */
export async function isKnown(store: FeedLocals['store'], list: List): Promise<boolean> {
  const isGlobal = list.category === undefined && list.tag === undefined;
  return isGlobal || (await store.site.lists(list)).pages > 0;
}
