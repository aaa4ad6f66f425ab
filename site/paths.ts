import { isLanguage, type Language } from '../data/languages.ts';
import type { List } from './list.ts';

/** Every public address of the site. A path starts with `/` and is percent-encoded: it goes into HTML and HTTP as it is. */

/** The home page of a language, or (without one) the site's first page, which shows the default language's home. */
export function homePath(lang?: Language): string {
  return lang ? `/${lang}/` : '/';
}

/** The page of an article. */
export function articlePath(lang: Language, slug: string): string {
  return `/${lang}/articles/${encodeURIComponent(slug)}`;
}

/** The text of an article as Markdown; no slug contains a dot, so no page stands there. */
export function markdownPath(lang: Language, slug: string): string {
  return `${articlePath(lang, slug)}.md`;
}

/** The page that shows a reader without scripts the reactions to an article; made on demand. */
export function reactionsPath(lang: Language, slug: string): string {
  return `${articlePath(lang, slug)}/reactions`;
}

/** Where the API takes reactions to an article (Spec 4). */
export function reactPath(id: string): string {
  return `/api/v1/articles/${id}/reactions`;
}

/** The picture that stands for an article where it is shared, or (without a slug) for the pages of a language that are none. */
export function cardPath(lang: Language, name: string, slug?: string): string {
  const folder = slug === undefined ? lang : `${lang}/articles/${encodeURIComponent(slug)}`;
  return `/social/${folder}/${name}.jpg`;
}

/** The archive of a language, or one of its pages, numbered from the oldest articles. */
export function archivePath(lang: Language, page?: number): string {
  return page === undefined ? `/${lang}/archive` : `/${lang}/archive/${page}`;
}

/** The index of categories of a language, or (without one) of all languages together with the topic map (Spec 4). */
export function categoriesPath(lang?: Language): string {
  return lang ? `/${lang}/categories` : '/categories';
}

/** The newest articles of a category in a language, or a page of its archive, numbered from the oldest articles. */
export function categoryPath(lang: Language, key: string, page?: number): string {
  return shelfPath(`/${lang}/categories/${encodeURIComponent(key)}`, page);
}

/** The newest articles with a tag in a language, or a page of their archive, numbered from the oldest articles. */
export function tagPath(lang: Language, key: string, page?: number): string {
  return shelfPath(`/${lang}/tags/${encodeURIComponent(key)}`, page);
}

function shelfPath(list: string, page: number | undefined): string {
  return page === undefined ? list : `${list}/archive/${page}`;
}

/** The search page; what is absent is left out of the query. */
export function searchPath(
  query: { q?: string; lang?: Language; category?: string; page?: number } = {},
): string {
  const given = Object.entries({ q: query.q, lang: query.lang, category: query.category, page: query.page });
  const parameters = new URLSearchParams();
  for (const [name, value] of given) if (value !== undefined) parameters.append(name, String(value));
  return parameters.size === 0 ? '/search' : `/search?${parameters}`;
}

/** The list of all feeds of a language. */
export function feedsPath(lang: Language): string {
  return `/${lang}/feeds`;
}

/** The RSS feed of all articles, of a category or of a tag; localized when a language is given. */
export function rssPath(list: List = {}, lang?: Language): string {
  return localized(listFeedPath(list, 'xml') ?? '/feed/rss.xml', lang);
}

/** The Atom feed of all articles; localized when a language is given. */
export function atomPath(lang?: Language): string {
  return localized('/feed/atom.xml', lang);
}

/** The JSON Feed of all articles, of a category or of a tag; localized when a language is given. */
export function jsonFeedPath(list: List = {}, lang?: Language): string {
  return localized(listFeedPath(list, 'json') ?? '/feed.json', lang);
}

function listFeedPath({ category, tag }: List, extension: 'xml' | 'json'): string | undefined {
  if (category !== undefined) return `/feed/category/${encodeURIComponent(category)}.${extension}`;
  if (tag !== undefined) return `/feed/tag/${encodeURIComponent(tag)}.${extension}`;
  return undefined;
}

/** How browsers show a feed (public/). */
export function feedStylePath(): string {
  return '/feed.css';
}

/** The OpenSearch description of the search page; localized when a language is given. */
export function openSearchPath(lang?: Language): string {
  return localized('/opensearch.xml', lang);
}

function localized(path: string, lang: Language | undefined): string {
  return lang ? `${path}?lang=${lang}` : path;
}

/** The sitemap index, one of its fixed ranges of articles (numbered from the oldest), or the one of all other pages. */
export function sitemapPath(page?: number | 'pages'): string {
  return page === undefined ? '/sitemap.xml' : `/sitemap/${page}.xml`;
}

/** What the site is called and looks like as an application (W3C Web Application Manifest). */
export function manifestPath(): string {
  return '/manifest.webmanifest';
}

/** What crawlers may read (RFC 9309). */
export function robotsPath(): string {
  return '/robots.txt';
}

/** What language models may want to know about the site. */
export function llmsPath(): string {
  return '/llms.txt';
}

/** The search page as an OpenSearch URL template: browsers put the query text in place of `{searchTerms}`. */
export function searchTemplatePath(lang?: Language): string {
  return `/search?q={searchTerms}${lang ? `&lang=${lang}` : ''}`;
}

/** The search suggestions of the API (Spec 4) as an OpenSearch URL template. */
export function suggestTemplatePath(lang?: Language): string {
  return `/api/v1/search/suggest?q={searchTerms}${lang ? `&lang=${lang}` : ''}`;
}

/**
 * The file, relative to the published folder, that holds the answer to an address of this file.
 *
 * One address has one file and one file has one address. Throws a RangeError for everything that is not written exactly
 * as the functions above write it (another percent-encoding, `..`, a query other than `lang` …), so that no text can
 * name a file outside the folder.
 */
export function fileFor(address: string): string {
  const [, path, lang] = /^([^?#]*)(?:\?lang=([a-z]*))?$/.exec(address) ?? [];
  const names = path?.startsWith('/') ? path.slice(1).split('/').map(decodeName) : [];
  const file = names.length > 0 && names.every(isFileName) ? toFile(names as string[], lang) : undefined;
  if (file === undefined || addressOf(file) !== address)
    throw new RangeError(`Not an address of this site: ${address}`);
  return file;
}

/** The address whose answer a file of the published folder holds: the inverse of {@link fileFor}. */
export function addressOf(file: string): string {
  const names = file.split('/');
  if (isLanguage(names[0]) && isLocalizable(names[1]))
    return `/${encodeNames(names.slice(1))}?lang=${names[0]}`;
  const last = names.length - 1;
  const isHome = names[last] === 'index.html' && (last === 0 || (last === 1 && isLanguage(names[0])));
  const page = names.map((name, index) =>
    index === last ? name.replace(/\.html$/, '') : name.replace(/(\.html)~$/, '$1'),
  );
  return `/${encodeNames(isHome ? [...names.slice(0, last), ''] : page)}`;
}

/** Whether an address may carry `?lang=`, by the first name of its path. */
function isLocalizable(name: string | undefined): boolean {
  return name === 'feed' || name === 'feed.json' || name === 'opensearch.xml';
}

function toFile(names: string[], lang: string | undefined): string {
  const last = names[names.length - 1] as string;
  const folders = names.slice(0, -1);
  if (lang !== undefined) return [lang, ...names].join('/');
  if (!isLanguage(names[0]) && last.includes('.')) return names.join('/');
  if (names.length === 3 && names[1] === 'articles' && last.endsWith('.md')) return names.join('/');
  // A key may end in `.html` (`index.html` is a plausible tag): as a folder it would stand in the way of the page of the
  // key without it. No key contains `~`.
  const safeFolders = folders.map((name) => (name.endsWith('.html') ? `${name}~` : name));
  return [...safeFolders, `${last || 'index'}.html`].join('/');
}

function decodeName(name: string): string | undefined {
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
}

/** Only the last name may be empty: the one after a final slash. */
function isFileName(name: string | undefined, index: number, all: unknown[]): boolean {
  if (name === '') return index === all.length - 1;
  if (name === undefined || name === '.' || name === '..' || /[/\\\p{Cc}]/u.test(name)) return false;
  return name.isWellFormed() && name === name.normalize('NFC');
}

function encodeNames(names: string[]): string {
  return names.map(encodeURIComponent).join('/');
}
