import { ARTICLE_COLUMNS, type ArticleRow, toArticle, toSummary, toTime } from './article-rows.ts';
import type { Article, ArticleSummary } from './articles.ts';
import type { Database } from './database.ts';
import { articlesById, type FeedPlace, feedPlaces } from './feed-lists.ts';
import { LANGUAGES, type Language } from './languages.ts';
import { mostRead } from './most-read.ts';
import { relatedTo } from './related.ts';
import { createTopicMap, type TopicMap, tagsWithin } from './topic-map.ts';

export type { FeedPlace } from './feed-lists.ts';
export type { TopicMap } from './topic-map.ts';

/** Articles on one page of an archive. A full page never changes. */
export const ARCHIVE_PAGE_SIZE = 24;

/** Articles in one sitemap file. */
export const SITEMAP_PAGE_SIZE = 1000;

/** A list of public articles: all, those of a category, or those of a tag (never both); over all languages or in one. */
export interface PublicList {
  lang?: Language;
  category?: string;
  tag?: string;
}

export interface KeyCount {
  key: string;
  count: number;
}

/** Articles of one page of an archive, newest first. Pages are numbered from the oldest articles. */
export interface ArchivePage {
  articles: ArticleSummary[];
  page: number;
  pages: number;
}

/** A public member of a group of translations. */
export interface Translation {
  id: string;
  lang: Language;
  slug: string;
  title: string;
}

export interface SitemapArticle {
  slug: string;
  lang: Language;
  updatedAt: string;
  thumbnailUrl: string | null;
  /** All public members of its group, itself included. */
  translations: { lang: Language; slug: string }[];
}

/** What names every page of the site, for a full rebuild. `articles` is read on demand, oldest first. */
export interface SiteKeys {
  articles: Iterable<{ slug: string; lang: Language }>;
  /** Archive pages of each language. */
  archivePages: Record<Language, number>;
  /** Lists that have or had a public article, in each language. */
  categories: { lang: Language; key: string; pages: number }[];
  tags: { lang: Language; key: string; pages: number }[];
  /** Keys over all languages. */
  allCategories: string[];
  allTags: string[];
  sitemapPages: number;
}

/** The public site as pages and feeds read it: published articles only. */
export interface PublicSite {
  newest(query: PublicList & { limit: number; withContent: true }): Promise<Article[]>;
  newest(query: PublicList & { limit: number; withContent?: boolean }): Promise<ArticleSummary[]>;
  article(slug: string): Promise<Article | undefined>;
  /** The newest articles of a list as its feeds see them, newest first. */
  feedPlaces(query: PublicList & { limit: number }): Promise<FeedPlace[]>;
  /** Articles by their ids, in no particular order. */
  articlesById(ids: string[]): Promise<Article[]>;
  /** Public members of the article's group, itself included, in the order of LANGUAGES. */
  translations(id: string): Promise<Translation[]>;
  /** The same for many articles at once, by their ids. */
  translationsOfAll(ids: string[]): Promise<Map<string, Translation[]>>;
  /** How many articles the list has and how many archive pages; zeros for one that never had any. */
  lists(list: PublicList): Promise<{ total: number; pages: number }>;
  /** undefined: there is no such page. */
  archivePage(query: PublicList & { lang: Language; page: number }): Promise<ArchivePage | undefined>;
  /** Most articles first. */
  categories(lang?: Language): Promise<KeyCount[]>;
  /** Most articles first; with a category, the tags within it. */
  tags(query: { lang?: Language; category?: string; limit?: number }): Promise<KeyCount[]>;
  /**
   * Categories or tags that have articles in a language, in the order in which they came up there: the answer changes only
   * when one gets its first article or loses its last.
   */
  keysInUse(query: {
    kind: 'category' | 'tag';
    lang: Language;
    limit?: number | undefined;
  }): Promise<string[]>;
  /** In which languages tags have articles, in the order of LANGUAGES. */
  languagesOfTags(tags: string[]): Promise<Map<string, Language[]>>;
  /** Categories, their tags and how they overlap: what the topic map is drawn from. */
  topicMap(lang?: Language): Promise<TopicMap>;
  /** The articles of its language published just before and just after it. */
  neighbours(id: string): Promise<{ previous?: ArticleSummary; next?: ArticleSummary }>;
  /** What an article's page recommends: up to three articles of its language, best first. */
  related(id: string): Promise<ArticleSummary[]>;
  /** Up to five articles, most read first, as last taken down. */
  mostRead(lang: Language): Promise<ArticleSummary[]>;
  sitemapPage(page: number): Promise<SitemapArticle[] | undefined>;
  sitemapPages(): Promise<{ page: number; updatedAt: string }[]>;
  keys(): Promise<SiteKeys>;
}

type RowWithContent = ArticleRow & { html: string };

interface ListRow {
  list: number;
  count: number;
  last_position: number;
}

/** The public site over one database. */
export function createPublicSite(database: Database): PublicSite {
  return {
    newest: (async (query: PublicList & { limit: number; withContent?: boolean }) =>
      query.withContent
        ? newestWithContent(database, query)
        : newestSummaries(database, query)) as PublicSite['newest'],
    article: async (slug) => {
      const row = database.get<RowWithContent>(
        `SELECT ${ARTICLE_COLUMNS}, c.html FROM articles a JOIN contents c ON c.article = a.row ` +
          "WHERE a.slug = ? AND a.status = 'published'",
        slug,
      );
      return row && toArticle(row);
    },
    feedPlaces: async ({ limit, ...list }) =>
      feedPlaces(database, findList(database, list)?.list ?? 0, limit),
    articlesById: async (ids) => articlesById(database, ids),
    translations: async (id) => translationsOf(database, [id]).get(id) ?? [],
    translationsOfAll: async (ids) => translationsOf(database, ids),
    lists: async (list) => {
      const row = findList(database, list);
      return { total: row?.count ?? 0, pages: pagesOf(row) };
    },
    archivePage: async (query) => archivePage(database, query),
    categories: async (lang) => countsOf(database, 'category', lang),
    tags: async ({ lang, category, limit }) =>
      category === undefined
        ? countsOf(database, 'tag', lang, limit)
        : tagsWithin(database, { category, lang, limit }),
    keysInUse: async (query) => keysInUse(database, query),
    languagesOfTags: async (tags) => languagesOfTags(database, tags),
    topicMap: async (lang) => createTopicMap(database, lang),
    neighbours: async (id) => neighboursOf(database, id),
    related: async (id) => relatedTo(database, id),
    mostRead: async (lang) => mostRead(database, lang),
    sitemapPage: async (page) => sitemapPage(database, page),
    sitemapPages: async () =>
      database
        .all<{ page: number; updated_at: number }>('SELECT page, updated_at FROM sitemap_pages ORDER BY page')
        .map((row) => ({ page: row.page, updatedAt: toTime(row.updated_at) })),
    keys: async () => siteKeys(database),
  };
}

function findList(database: Database, { lang, category, tag }: PublicList): ListRow | undefined {
  const kind = category !== undefined ? 'category' : tag !== undefined ? 'tag' : 'all';
  return database.get<ListRow>(
    'SELECT list, count, last_position FROM lists WHERE kind = ? AND key = ? AND lang = ?',
    kind,
    category ?? tag ?? '',
    lang ?? '',
  );
}

function pagesOf(list: { last_position: number } | undefined): number {
  return Math.ceil((list?.last_position ?? 0) / ARCHIVE_PAGE_SIZE);
}

const NEWEST_FIRST = 'WHERE s.list = ? ORDER BY s.published_at DESC, s.article DESC LIMIT ?';

function newestSummaries(
  database: Database,
  { limit, ...list }: PublicList & { limit: number },
): ArticleSummary[] {
  return database
    .all<ArticleRow>(
      `SELECT ${ARTICLE_COLUMNS} FROM shelves s JOIN articles a ON a.row = s.article ${NEWEST_FIRST}`,
      findList(database, list)?.list ?? 0,
      limit,
    )
    .map(toSummary);
}

function newestWithContent(
  database: Database,
  { limit, ...list }: PublicList & { limit: number },
): Article[] {
  return database
    .all<RowWithContent>(
      `SELECT ${ARTICLE_COLUMNS}, c.html FROM shelves s JOIN articles a ON a.row = s.article ` +
        `JOIN contents c ON c.article = a.row ${NEWEST_FIRST}`,
      findList(database, list)?.list ?? 0,
      limit,
    )
    .map(toArticle);
}

function translationsOf(database: Database, ids: string[]): Map<string, Translation[]> {
  const members = database.all<Translation & { self: string }>(
    'SELECT a.id AS self, m.id, m.lang, m.slug, m.title FROM json_each(?) asked CROSS JOIN articles a ON a.id = asked.value ' +
      "CROSS JOIN articles m ON m.group_id = a.group_id WHERE m.status = 'published' ORDER BY m.row",
    JSON.stringify(ids),
  );
  const groups = Map.groupBy(members, ({ self }) => self);
  return new Map(ids.map((id) => [id, pageOfEachLanguage(id, groups.get(id) ?? [])]));
}

/** One page a language: the article itself in its own, else the first that was written. */
function pageOfEachLanguage(self: string, members: Translation[]): Translation[] {
  return LANGUAGES.flatMap((language) => {
    const inLanguage = members.filter((member) => member.lang === language);
    const chosen = inLanguage.find((member) => member.id === self) ?? inLanguage[0];
    if (!chosen) return [];
    const { id, lang, slug, title } = chosen;
    return [{ id, lang, slug, title }];
  });
}

function archivePage(
  database: Database,
  { page, ...list }: PublicList & { lang: Language; page: number },
): ArchivePage | undefined {
  const row = findList(database, list);
  const pages = pagesOf(row);
  if (!row || !Number.isInteger(page) || page < 1 || page > pages) return undefined;
  const articles = database.all<ArticleRow>(
    `SELECT ${ARTICLE_COLUMNS} FROM shelves s JOIN articles a ON a.row = s.article ` +
      'WHERE s.list = ? AND s.position > ? AND s.position <= ? ORDER BY s.published_at DESC, s.article DESC',
    row.list,
    (page - 1) * ARCHIVE_PAGE_SIZE,
    page * ARCHIVE_PAGE_SIZE,
  );
  return { articles: articles.map(toSummary), page, pages };
}

function countsOf(
  database: Database,
  kind: 'category' | 'tag',
  lang: Language | undefined,
  limit = -1,
): KeyCount[] {
  return database.all<KeyCount>(
    'SELECT key, count FROM lists WHERE kind = ? AND lang = ? AND count > 0 ORDER BY count DESC, key LIMIT ?',
    kind,
    lang ?? '',
    limit,
  );
}

function keysInUse(
  database: Database,
  { kind, lang, limit = -1 }: { kind: 'category' | 'tag'; lang: Language; limit?: number | undefined },
): string[] {
  return database
    .all<{ key: string }>(
      'SELECT key FROM lists WHERE kind = ? AND lang = ? AND count > 0 ORDER BY list LIMIT ?',
      kind,
      lang,
      limit,
    )
    .map(({ key }) => key);
}

function languagesOfTags(database: Database, tags: string[]): Map<string, Language[]> {
  const rows = database.all<{ key: string; lang: Language }>(
    "SELECT l.key, l.lang FROM json_each(?) asked CROSS JOIN lists l ON l.kind = 'tag' AND l.key = asked.value " +
      "WHERE l.lang <> '' AND l.count > 0",
    JSON.stringify(tags),
  );
  const found = Map.groupBy(rows, ({ key }) => key);
  const languagesOf = (tag: string) => {
    const known = new Set(found.get(tag)?.map(({ lang }) => lang));
    return LANGUAGES.filter((lang) => known.has(lang));
  };
  return new Map(tags.map((tag) => [tag, languagesOf(tag)]));
}

function neighboursOf(database: Database, id: string): { previous?: ArticleSummary; next?: ArticleSummary } {
  const place = database.get<{ list: number; article: number; published_at: number }>(
    'SELECT s.list, s.article, s.published_at FROM articles a ' +
      "JOIN lists l ON l.kind = 'all' AND l.key = '' AND l.lang = a.lang " +
      'JOIN shelves s ON s.list = l.list AND s.article = a.row WHERE a.id = ?',
    id,
  );
  if (!place) return {};
  const beside = (condition: string) => {
    const row = database.get<ArticleRow>(
      `SELECT ${ARTICLE_COLUMNS} FROM shelves s JOIN articles a ON a.row = s.article WHERE s.list = ? AND ${condition} LIMIT 1`,
      place.list,
      place.published_at,
      place.article,
    );
    return row && toSummary(row);
  };
  return {
    previous: beside('(s.published_at, s.article) < (?, ?) ORDER BY s.published_at DESC, s.article DESC'),
    next: beside('(s.published_at, s.article) > (?, ?) ORDER BY s.published_at, s.article'),
  };
}

interface SitemapRow {
  slug: string;
  lang: Language;
  updated_at: number;
  thumbnail_url: string | null;
  group_id: string;
  row: number;
}

function sitemapPage(database: Database, page: number): SitemapArticle[] | undefined {
  const list = findList(database, {});
  if (!list || page < 1 || page > Math.ceil(list.last_position / SITEMAP_PAGE_SIZE)) return undefined;
  const range = [list.list, (page - 1) * SITEMAP_PAGE_SIZE, page * SITEMAP_PAGE_SIZE] as const;
  const inRange =
    'FROM shelves s JOIN articles a ON a.row = s.article WHERE s.list = ? AND s.position > ? AND s.position <= ?';
  const rows = database.all<SitemapRow>(
    `SELECT a.slug, a.lang, a.updated_at, a.thumbnail_url, a.group_id, a.row ${inRange} ORDER BY s.position`,
    ...range,
  );
  const members = database.all<{ slug: string; lang: Language; group_id: string }>(
    `SELECT m.slug, m.lang, m.group_id FROM articles m WHERE m.status = 'published' AND m.group_id IN (SELECT a.group_id ${inRange}) ORDER BY m.row`,
    ...range,
  );
  const groups = Map.groupBy(members, (member) => member.group_id);
  return rows.map((row) => ({
    slug: row.slug,
    lang: row.lang,
    updatedAt: toTime(row.updated_at),
    thumbnailUrl: row.thumbnail_url,
    translations: onePerLanguage(row, groups.get(row.group_id) ?? []),
  }));
}

function onePerLanguage(
  self: SitemapRow,
  members: { slug: string; lang: Language }[],
): { lang: Language; slug: string }[] {
  return LANGUAGES.flatMap((lang) => {
    const member = lang === self.lang ? self : members.find((candidate) => candidate.lang === lang);
    return member ? [{ lang, slug: member.slug }] : [];
  });
}

function siteKeys(database: Database): SiteKeys {
  const keyed = (kind: 'category' | 'tag') =>
    database
      .all<{ lang: Language; key: string; last_position: number }>(
        "SELECT lang, key, last_position FROM lists WHERE kind = ? AND lang <> '' ORDER BY list",
        kind,
      )
      .map((list) => ({ lang: list.lang, key: list.key, pages: pagesOf(list) }));
  const keysOf = (kind: 'category' | 'tag') =>
    database
      .all<{ key: string }>("SELECT key FROM lists WHERE kind = ? AND lang = ''", kind)
      .map(({ key }) => key);
  const everything = findList(database, {});
  return {
    articles: everything ? articlesInOrder(database, everything) : [],
    archivePages: Object.fromEntries(
      LANGUAGES.map((lang) => [lang, pagesOf(findList(database, { lang }))]),
    ) as Record<Language, number>,
    categories: keyed('category'),
    tags: keyed('tag'),
    allCategories: keysOf('category'),
    allTags: keysOf('tag'),
    sitemapPages: Math.ceil((everything?.last_position ?? 0) / SITEMAP_PAGE_SIZE),
  };
}

/** Reads in steps, so that a large archive is never in memory at once. */
function* articlesInOrder(database: Database, list: ListRow): Generator<{ slug: string; lang: Language }> {
  const step = 1000;
  for (let from = 0; from < list.last_position; from += step)
    yield* database.all<{ slug: string; lang: Language }>(
      'SELECT a.slug, a.lang FROM shelves s JOIN articles a ON a.row = s.article ' +
        'WHERE s.list = ? AND s.position > ? AND s.position <= ? ORDER BY s.position',
      list.list,
      from,
      from + step,
    );
}
