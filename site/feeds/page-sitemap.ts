import { LANGUAGES, type Language } from '../../data/languages.ts';
import type { PublicSite } from '../../data/public-site.ts';
import { archivePath, categoriesPath, categoryPath, feedsPath, homePath, tagPath } from '../paths.ts';
import type { SitemapPage } from './sitemap.ts';

/** The tag pages that are worth a crawler's visit; it keeps the file within the 50,000 addresses of the format as well. */
const TAGS_PER_LANGUAGE = 1000;

/** Every page that is no article: homes, archives, and the lists that have articles. `/` is a copy of a language's home. */
export async function findListPages(site: PublicSite): Promise<SitemapPage[]> {
  const inEach = async (keysOf: (lang: Language) => Promise<{ key: string }[]>) =>
    Promise.all(LANGUAGES.map(async (lang) => ({ lang, keys: (await keysOf(lang)).map(({ key }) => key) })));
  const [categories, tags] = await Promise.all([
    inEach((lang) => site.categories(lang)),
    inEach((lang) => site.tags({ lang, limit: TAGS_PER_LANGUAGE })),
  ]);
  return [
    { path: categoriesPath(), alternates: [] },
    ...translated(LANGUAGES, homePath),
    ...translated(LANGUAGES, (lang) => archivePath(lang)),
    ...translated(LANGUAGES, categoriesPath),
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
