import { normalizeKey } from '../../data/keys.ts';
import type { Language } from '../../data/languages.ts';
import type { List } from '../list.ts';
import { atomPath, jsonFeedPath, rssPath } from '../paths.ts';
import { askedLanguage } from './asked-language.ts';
import { toAtom } from './atom.ts';
import { ATOM, JSON_FEED, RSS } from './content-types.ts';
import { createFeed, FEED_LENGTH, type FeedAddress, type FeedArticles } from './feed.ts';
import { toJsonFeed } from './json-feed.ts';
import { problemAnswer } from './problem.ts';
import { toRss } from './rss.ts';

const FORMATS = {
  rss: { write: toRss, pathOf: rssPath, typed: RSS },
  atom: { write: toAtom, pathOf: (_: List, lang?: Language) => atomPath(lang), typed: ATOM },
  json: { write: toJsonFeed, pathOf: jsonFeedPath, typed: JSON_FEED },
};

export type FeedFormat = keyof typeof FORMATS;

/** What an answer needs of a request: its address, and what pages are made from. */
export interface FeedRequest {
  url: URL;
  locals: Pick<App.Locals, 'store' | 'site'>;
}

/** Answers with the feed of a list in the language of `?lang=`: 400 for no language of ours, 404 for an unknown list. */
export async function answerFeed(
  { url, locals: { store, site } }: FeedRequest,
  format: FeedFormat,
  list: List = {},
): Promise<Response> {
  const lang = askedLanguage(url);
  if (lang instanceof Response) return lang;
  const { write, pathOf, typed } = FORMATS[format];
  const address: FeedAddress = { list, lang, path: pathOf(list, lang) };
  const found = await findArticles(store, address);
  if (found.articles.length === 0 && !(await isKnown(store, list)))
    return problemAnswer(404, 'No public article has ever been in this category or had this tag.');
  return new Response(await write(createFeed(site, address, found)), typed);
}

/**
 * Answers with the feed of the category or tag that the last name of the address gives (`node.js.xml`); another spelling
 * of the key is redirected to the one that is stored.
 */
export async function answerListFeed(
  request: FeedRequest,
  format: 'rss' | 'json',
  kind: keyof List,
): Promise<Response> {
  const { pathname } = request.url;
  const given = decodeName(pathname.slice(pathname.lastIndexOf('/') + 1).replace(/\.(?:xml|json)$/, ''));
  const key = given === undefined ? undefined : normalizeKey(given);
  if (key === undefined) return problemAnswer(404, 'This cannot be the key of a category or tag.');
  const list = { [kind]: key };
  if (key === given) return answerFeed(request, format, list);
  return answerMoved(request, FORMATS[format].pathOf(list));
}

/** Answers that an address has moved for good; the query stays. */
export function answerMoved({ url }: Pick<FeedRequest, 'url'>, path: string): Response {
  return new Response(null, { status: 301, headers: { Location: path + url.search } });
}

function decodeName(name: string): string | undefined {
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
}

type Store = FeedRequest['locals']['store'];

async function findArticles(store: Store, { list, lang }: FeedAddress): Promise<FeedArticles> {
  const articles = await store.site.newest({ ...list, lang, limit: FEED_LENGTH, withContent: true });
  const thumbnails = articles
    .map(({ thumbnailUrl }) => thumbnailUrl)
    .filter((url) => url?.startsWith('/uploads/'));
  const [uploads, translations] = await Promise.all([
    store.uploads.findMany([...new Set(thumbnails)] as string[]),
    Promise.all(articles.map(async ({ id }) => [id, await store.site.translations(id)] as const)),
  ]);
  return { articles, uploads, translations: new Map(translations) };
}

/**
 * Whether any public article was ever in the list, in whatever language. A feed that has been there stays there, empty if
 * need be: readers' programs give up a feed that is gone.
 */
async function isKnown(store: Store, list: List): Promise<boolean> {
  const isGlobal = list.category === undefined && list.tag === undefined;
  return isGlobal || (await store.site.lists(list)).pages > 0;
}
