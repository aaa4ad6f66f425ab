import { LANGUAGES, type Language } from '../../data/languages.ts';
import type { PublicSite } from '../../data/public-site.ts';
import { archivePath, categoriesPath, categoryPath, feedsPath, homePath, tagPath } from '../paths.ts';
import type { SitemapPage } from './sitemap.ts';

/** The oldest tags; crawlers find the others by links. It keeps the file far within the 50,000 addresses of the format. */
const TAGS_PER_LANGUAGE = 1000;

/** Every page that is no article: homes, archives, and the lists that have articles. `/` is a copy of a language's home. */
export async function findListPages(site: PublicSite): Promise<SitemapPage[]> {
  const inEach = async (query: { kind: 'category' | 'tag'; limit?: number }) =>
    Promise.all(LANGUAGES.map(async (lang) => ({ lang, keys: await site.keysInUse({ ...query, lang }) })));
  const [categories, tags] = await Promise.all([
    inEach({ kind: 'category' }),
    inEach({ kind: 'tag', limit: TAGS_PER_LANGUAGE }),
  ]);
  return [
    ...translated(LANGUAGES, homePath),
    ...translated(LANGUAGES, (lang) => archivePath(lang)),
    ...withPageOfAll(translated(LANGUAGES, categoriesPath), categoriesPath()),
    ...translated(LANGUAGES, feedsPath),
    ...lists(categories, categoryPath),
    ...lists(tags, tagPath),
  ];
}

function lists(
  inEach: { lang: Language; keys: string[] }[],
  pathOf: (lang: Language, key: string) => string,
): SitemapPage[] {
  const languages = new Map<string, Language[]>();
  for (const { lang, keys } of inEach)
    for (const key of keys) languages.set(key, [...(languages.get(key) ?? []), lang]);
  return [...languages].flatMap(([key, langs]) => translated(langs, (lang) => pathOf(lang, key)));
}

/** One page in several languages: each of them names all. */
function translated(langs: readonly Language[], pathOf: (lang: Language) => string): SitemapPage[] {
  const alternates = langs.map((lang) => ({ lang, path: pathOf(lang) }));
  return alternates.map(({ path }) => ({ path, alternates }));
}

/** The same, where a page over all languages stands in for any other. */
function withPageOfAll(pages: SitemapPage[], path: string): SitemapPage[] {
  const alternates = pages[0]?.alternates ?? [];
  return [{ path, alternates }, ...pages].map((page) => ({ ...page, defaultPath: path }));
}
