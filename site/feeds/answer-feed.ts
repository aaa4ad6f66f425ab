import { normalizeKey } from '../../data/keys.ts';
import type { List } from '../list.ts';
import { askedLanguage } from './asked-language.ts';
import { FEED_TYPES, type FeedFormat, type FeedName, feedPath, findFeed, writeFeed } from './list-feeds.ts';
import { problemAnswer } from './problem.ts';

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
  const name: FeedName = { format, list, lang };
  const feed = await findFeed({ store, site }, name);
  if (!feed) return problemAnswer(404, 'No public article has ever been in this category or had this tag.');
  return new Response(await writeFeed(feed, name), FEED_TYPES[format]);
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
  return answerMoved(request, feedPath({ format, list, lang: undefined }));
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
