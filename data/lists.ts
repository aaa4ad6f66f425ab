import type { ArticleRow } from './article-rows.ts';
import type { Alternate, Footprint } from './changes.ts';
import type { Database } from './database.ts';
import type { Language } from './languages.ts';
import { SITEMAP_PAGE_SIZE } from './public-site.ts';
import { recommendersOf } from './related.ts';

type Kind = 'all' | 'category' | 'tag';

interface List {
  kind: Kind;
  key: string;
  lang: Language | '';
}

/** What of an article decides on which lists it stands. */
export type Listed = Pick<ArticleRow, 'row' | 'lang' | 'status' | 'category' | 'tags' | 'published_at'>;

function tagsOf(article: Pick<ArticleRow, 'tags'>): string[] {
  return JSON.parse(article.tags) as string[];
}

/** The lists on which a public article stands: all, its category, its tags; over all languages and in its own. */
function listsOf(article: Listed): List[] {
  if (article.status !== 'published') return [];
  return (['', article.lang] as const).flatMap((lang) => [
    { kind: 'all' as const, key: '', lang },
    { kind: 'category' as const, key: article.category, lang },
    ...tagsOf(article).map((key) => ({ kind: 'tag' as const, key, lang })),
  ]);
}

function nameOf(list: List): string {
  return `${list.kind}\n${list.key}\n${list.lang}`;
}

/**
 * Puts an article on the lists it now belongs to and takes it off those it has left; null stands for no article.
 * A place that it keeps stays the same; a new place is always the last of its list. For use inside a transaction.
 */
export function relist(database: Database, before: Listed | null, after: Listed | null): void {
  const left = listsByName(before);
  const joined = listsByName(after);
  if (before) for (const [name, list] of left) if (!joined.has(name)) leave(database, before.row, list);
  if (after) for (const [name, list] of joined) if (!left.has(name)) join(database, after, list);
  if (before && after && before.published_at !== after.published_at)
    database.run('UPDATE shelves SET published_at = ? WHERE article = ?', after.published_at, after.row);
  recountTags(database, before, after);
}

function listsByName(article: Listed | null): Map<string, List> {
  return new Map((article ? listsOf(article) : []).map((list) => [nameOf(list), list]));
}

function leave(database: Database, article: number, list: List): void {
  database.run(
    'DELETE FROM shelves WHERE article = ? AND list = (SELECT list FROM lists WHERE kind = ? AND key = ? AND lang = ?)',
    article,
    list.kind,
    list.key,
    list.lang,
  );
}

function join(database: Database, article: Listed, list: List): void {
  const place = () =>
    database.run(
      'INSERT INTO shelves (list, position, article, published_at) ' +
        'SELECT list, last_position + 1, ?, ? FROM lists WHERE kind = ? AND key = ? AND lang = ?',
      article.row,
      article.published_at,
      list.kind,
      list.key,
      list.lang,
    ).changes;
  if (place() > 0) return;
  database.run('INSERT INTO lists (kind, key, lang) VALUES (?, ?, ?)', list.kind, list.key, list.lang);
  place();
}

function recountTags(database: Database, before: Listed | null, after: Listed | null): void {
  const count = (article: Listed | null, by: 1 | -1) => {
    if (article?.status !== 'published') return;
    for (const lang of ['', article.lang])
      for (const tag of tagsOf(article))
        database.run(
          'INSERT INTO category_tags (lang, category, tag, count) VALUES (?, ?, ?, max(0, ?)) ' +
            'ON CONFLICT DO UPDATE SET count = count + ?',
          lang,
          article.category,
          tag,
          by,
          by,
        );
  };
  if (before && after && sameTopics(before, after)) return;
  count(before, -1);
  count(after, 1);
}

function sameTopics(a: Listed, b: Listed): boolean {
  return a.status === b.status && a.lang === b.lang && a.category === b.category && a.tags === b.tags;
}

interface Place {
  kind: Kind;
  key: string;
  lang: Language | '';
  list: number;
  /** Articles in the list. */
  count: number;
  position: number;
}

/** What the public paths of an article depend on now; null while it is not public. */
export function footprintOf(database: Database, article: ArticleRow): Footprint | null {
  if (article.status !== 'published') return null;
  const places = database.all<Place>(
    'SELECT l.kind, l.key, l.lang, l.list, l.count, s.position FROM shelves s JOIN lists l ON l.list = s.list WHERE s.article = ?',
    article.row,
  );
  const archive = places.find(({ kind, lang }) => kind === 'all' && lang !== '');
  const inLanguage = (kind: Kind) => places.filter((place) => place.kind === kind && place.lang !== '');
  return {
    id: article.id,
    slug: article.slug,
    lang: article.lang,
    category: article.category,
    tags: tagsOf(article),
    alternates: alternatesOf(database, article),
    neighbours: archive ? neighboursOf(database, archive.list, article) : [],
    recommenders: recommendersOf(database, article.row),
    isAloneInCategory: inLanguage('category')[0]?.count === 1,
    aloneWithTags: inLanguage('tag')
      .filter(({ count }) => count === 1)
      .map(({ key }) => key),
    shelf: archive?.position ?? 0,
    categoryShelf: inLanguage('category')[0]?.position ?? 0,
    tagShelves: Object.fromEntries(inLanguage('tag').map(({ key, position }) => [key, position])),
    sitemapShelf: places.find(({ kind, lang }) => kind === 'all' && lang === '')?.position ?? 0,
  };
}

function alternatesOf(database: Database, article: ArticleRow): Alternate[] {
  return database
    .all<{ slug: string; lang: Language; category: string; tags: string; position: number }>(
      // CROSS JOIN keeps the order: from the few members of the group to their places, never through the whole list.
      'SELECT a.slug, a.lang, a.category, a.tags, s.position FROM articles a ' +
        "CROSS JOIN lists l ON l.kind = 'all' AND l.key = '' AND l.lang = '' " +
        'CROSS JOIN shelves s ON s.list = l.list AND s.article = a.row WHERE a.group_id = ? AND a.row <> ?',
      article.group_id,
      article.row,
    )
    .map(({ tags, position, ...alternate }) => ({
      ...alternate,
      tags: JSON.parse(tags) as string[],
      sitemapShelf: position,
    }));
}

/** By date, as readers think of it; positions tell the order of acceptance. */
function neighboursOf(database: Database, list: number, article: ArticleRow): string[] {
  return database
    .all<{ slug: string }>(
      'SELECT slug FROM articles WHERE row IN (' +
        '(SELECT article FROM shelves WHERE list = ? AND (published_at, article) < (?, ?) ' +
        'ORDER BY published_at DESC, article DESC LIMIT 1), ' +
        '(SELECT article FROM shelves WHERE list = ? AND (published_at, article) > (?, ?) ' +
        'ORDER BY published_at, article LIMIT 1))',
      list,
      article.published_at,
      article.row,
      list,
      article.published_at,
      article.row,
    )
    .map(({ slug }) => slug);
}

/** Notes when the sitemap files in which an article and its translations stand have changed. */
export function touchSitemap(database: Database, footprint: Footprint | null, at: number): void {
  if (!footprint) return;
  const pages = new Set(
    [footprint, ...footprint.alternates].map((place) => Math.ceil(place.sitemapShelf / SITEMAP_PAGE_SIZE)),
  );
  for (const page of pages)
    database.run(
      'INSERT INTO sitemap_pages (page, updated_at) VALUES (?, ?) ' +
        'ON CONFLICT DO UPDATE SET updated_at = max(updated_at, excluded.updated_at)',
      page,
      at,
    );
}
