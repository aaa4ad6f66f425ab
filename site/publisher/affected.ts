import type { Alternate, Change, Footprint } from '../../data/changes.ts';
import { LANGUAGES, type Language } from '../../data/languages.ts';
import { ARCHIVE_PAGE_SIZE, SITEMAP_PAGE_SIZE, type SiteKeys } from '../../data/public-site.ts';
import type { List } from '../list.ts';
import {
  archivePath,
  articlePath,
  atomPath,
  categoriesPath,
  categoryPath,
  feedsPath,
  homePath,
  jsonFeedPath,
  llmsPath,
  manifestPath,
  markdownPath,
  openSearchPath,
  robotsPath,
  rssPath,
  sitemapPath,
  tagPath,
} from '../paths.ts';

/** The addresses whose answers depend on what one row of the change log tells. */
export function pathsChangedBy(
  { before, after, home }: Pick<Change, 'before' | 'after' | 'home'>,
  defaultLang: Language,
): Set<string> {
  return home ? new Set(homes(home, defaultLang)) : pathsAffectedBy(before, after, defaultLang);
}

/**
 * The addresses whose answers depend on an article that has changed; null stands for not public. All that is known about
 * what depends on what stands here. Their number does not grow with the archive.
 */
export function pathsAffectedBy(
  before: Footprint | null,
  after: Footprint | null,
  defaultLang: Language,
): Set<string> {
  const sides = [before, after].filter((side) => side !== null);
  return new Set([
    ...sides.flatMap((side) => [
      ...pagesOf(side),
      ...homes(side.lang, defaultLang),
      ...listsOf(side),
      ...feedsOf(side),
      ...newFeedsOf(side),
      ...sitemapsOf(side),
    ]),
    ...relinked(before, after).flatMap((alternate) => [...feedsOf(alternate), shelfSitemap(alternate)]),
  ]);
}

/** The home page of a language; that of the default language stands in two places. */
function homes(lang: Language, defaultLang: Language): string[] {
  return lang === defaultLang ? [homePath(), homePath(lang)] : [homePath(lang)];
}

/** Its own page and the pages that link to it by its title. */
function pagesOf({ lang, slug, alternates, neighbours, recommenders }: Footprint): string[] {
  return [
    articlePath(lang, slug),
    markdownPath(lang, slug),
    ...alternates.map((alternate) => articlePath(alternate.lang, alternate.slug)),
    ...[...neighbours, ...recommenders].map((other) => articlePath(lang, other)),
  ];
}

/** The pages that list it, or count it. */
function listsOf(footprint: Footprint): string[] {
  const { lang, category, categoryShelf, shelf, tags, tagShelves } = footprint;
  return [
    categoriesPath(),
    categoriesPath(lang),
    ...archivePages(shelf, (page) => archivePath(lang, page)),
    ...archivePages(categoryShelf, (page) => categoryPath(lang, category, page)),
    ...tags.flatMap((tag) => archivePages(tagShelves[tag] ?? 0, (page) => tagPath(lang, tag, page))),
    ...listsElsewhere(footprint),
    ...listsOfLists(footprint),
    llmsPath(),
  ];
}

/** What names the lists that have articles, in no order that more articles could change. */
function listsOfLists({ lang, isAloneInCategory, aloneWithTags }: Footprint): string[] {
  return isAloneInCategory || aloneWithTags.length > 0 ? [feedsPath(lang), sitemapPath('pages')] : [];
}

/**
 * The same lists in the other languages: they link to this one for as long as it has an article, so they change with its
 * first and its last.
 */
function listsElsewhere({ lang, category, isAloneInCategory, aloneWithTags }: Footprint): string[] {
  const others = LANGUAGES.filter((other) => other !== lang);
  return others.flatMap((other) => [
    ...(isAloneInCategory ? [categoryPath(other, category)] : []),
    ...aloneWithTags.map((tag) => tagPath(other, tag)),
  ]);
}

/**
 * The newest page of a list and the archive page on which a position stands. The first article of a page also gives the
 * page before it a page to link to.
 */
function archivePages(position: number, pathOf: (page?: number) => string): string[] {
  const page = Math.ceil(position / ARCHIVE_PAGE_SIZE);
  const opensPage = position % ARCHIVE_PAGE_SIZE === 1;
  return [undefined, ...(opensPage ? [page - 1, page] : [page])].filter((n) => n !== 0).map(pathOf);
}

/** Every feed in which an article stands when it is new enough. */
function feedsOf({ lang, category, tags }: Pick<Footprint, 'lang' | 'category' | 'tags'>): string[] {
  const lists: List[] = [{}, { category }, ...tags.map((tag) => ({ tag }))];
  return [undefined, lang].flatMap((of) => lists.flatMap((list) => feedPaths(list, of)));
}

/** With the first article that a list ever has, its feeds begin to exist in the other languages as well, empty. */
function newFeedsOf({ lang, category, categoryShelf, tags, tagShelves }: Footprint): string[] {
  const lists: List[] = categoryShelf === 1 ? [{ category }] : [];
  lists.push(...tags.filter((tag) => tagShelves[tag] === 1).map((tag) => ({ tag })));
  const others = LANGUAGES.filter((other) => other !== lang);
  return others.flatMap((other) => lists.flatMap((list) => feedPaths(list, other)));
}

function feedPaths(list: List, lang: Language | undefined): string[] {
  const isGlobal = list.category === undefined && list.tag === undefined;
  return [rssPath(list, lang), jsonFeedPath(list, lang), ...(isGlobal ? [atomPath(lang)] : [])];
}

function sitemapsOf(footprint: Footprint): string[] {
  return [sitemapPath(), shelfSitemap(footprint)];
}

function shelfSitemap({ sitemapShelf }: Pick<Footprint, 'sitemapShelf'>): string {
  return sitemapPath(Math.ceil(sitemapShelf / SITEMAP_PAGE_SIZE));
}

/**
 * The translations whose links to this article, or to one another, are no longer the same: feeds and sitemap say them
 * beside theirs. An article that joins or leaves a group may take translations of its own along.
 */
function relinked(before: Footprint | null, after: Footprint | null): Alternate[] {
  const linksOf = (side: Footprint | null) =>
    side && JSON.stringify([side.lang, side.slug, side.alternates.map(({ slug }) => slug).sort()]);
  return linksOf(before) === linksOf(after)
    ? []
    : [...(before?.alternates ?? []), ...(after?.alternates ?? [])];
}

/** Every address of the site, for a full rebuild; articles are read one at a time. Some may answer 404 (lists that are empty now). */
export function* allPaths(keys: SiteKeys): Generator<string> {
  const languages = [undefined, ...LANGUAGES];
  for (const lang of languages) yield* [homePath(lang), categoriesPath(lang), openSearchPath(lang)];
  // The feeds of a list in all languages and in each share entries, which are kept from one to the next.
  for (const list of feedLists(keys)) for (const lang of languages) yield* feedPaths(list, lang);
  yield* LANGUAGES.map(feedsPath);
  yield* [llmsPath(), manifestPath(), robotsPath(), sitemapPath(), sitemapPath('pages')];
  for (const page of upTo(keys.sitemapPages)) yield sitemapPath(page);
  for (const lang of LANGUAGES) yield* shelfPaths(keys.archivePages[lang], (page) => archivePath(lang, page));
  for (const { lang, key, pages } of keys.categories)
    yield* shelfPaths(pages, (page) => categoryPath(lang, key, page));
  for (const { lang, key, pages } of keys.tags) yield* shelfPaths(pages, (page) => tagPath(lang, key, page));
  for (const { lang, slug } of keys.articles) yield* [articlePath(lang, slug), markdownPath(lang, slug)];
}

function feedLists({ allCategories, allTags }: SiteKeys): List[] {
  return [{}, ...allCategories.map((category) => ({ category })), ...allTags.map((tag) => ({ tag }))];
}

function* shelfPaths(pages: number, pathOf: (page?: number) => string): Generator<string> {
  yield pathOf();
  for (const page of upTo(pages)) yield pathOf(page);
}

function* upTo(last: number): Generator<number> {
  for (let n = 1; n <= last; n += 1) yield n;
}
