import type { Article, ArticleSummary } from './articles.ts';
import type { Language } from './languages.ts';

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

export interface TopicMap {
  categories: (KeyCount & { tags: KeyCount[]; newest: ArticleSummary[] })[];
  /** Pairs of categories that share tags; weight: over the shared tags, the sum of the smaller of the two counts. */
  overlaps: { a: string; b: string; shared: string[]; weight: number }[];
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
  /** Public members of the article's group, itself included, in the order of LANGUAGES. */
  translations(id: string): Promise<Translation[]>;
  /** How many articles the list has and how many archive pages; zeros for one that never had any. */
  lists(list: PublicList): Promise<{ total: number; pages: number }>;
  /** undefined: there is no such page. */
  archivePage(query: PublicList & { lang: Language; page: number }): Promise<ArchivePage | undefined>;
  /** Most articles first. */
  categories(lang?: Language): Promise<KeyCount[]>;
  /** Most articles first; with a category, the tags within it. */
  tags(query: { lang?: Language; category?: string; limit?: number }): Promise<KeyCount[]>;
  topicMap(lang?: Language): Promise<TopicMap>;
  /** The articles before and after it in the archive of its language. */
  neighbours(id: string): Promise<{ previous?: ArticleSummary; next?: ArticleSummary }>;
  sitemapPage(page: number): Promise<SitemapArticle[] | undefined>;
  sitemapPages(): Promise<{ page: number; updatedAt: string }[]>;
  keys(): Promise<SiteKeys>;
}
