import type { Article, ArticleSummary, Status } from './articles.ts';
import type { Language } from './languages.ts';

/** A row of the table `articles`. */
export interface ArticleRow {
  row: number;
  id: string;
  slug: string;
  lang: Language;
  status: Status;
  title: string;
  summary: string;
  category: string;
  tags: string;
  author: string;
  source_url: string | null;
  thumbnail_url: string | null;
  translation_of: string | null;
  group_id: string;
  views: number;
  likes: number;
  fires: number;
  mindblowns: number;
  hearts: number;
  created_at: number;
  updated_at: number;
  published_at: number | null;
  version: number;
}

/** All columns of an article row, for queries in which the table is called `a`. */
export const ARTICLE_COLUMNS =
  'a.row, a.id, a.slug, a.lang, a.status, a.title, a.summary, a.category, a.tags, a.author, a.source_url, ' +
  'a.thumbnail_url, a.translation_of, a.group_id, a.views, a.likes, a.fires, a.mindblowns, a.hearts, ' +
  'a.created_at, a.updated_at, a.published_at, a.version';

/** The condition that finds one article by id or slug; takes the same text twice. An id wins over a slug of the same letters. */
export const BY_ID_OR_SLUG =
  'a.row = coalesce((SELECT row FROM articles WHERE id = ?), (SELECT row FROM articles WHERE slug = ?))';

/** A row as the callers of the data room see it. */
export function toSummary(row: ArticleRow): ArticleSummary {
  return {
    id: row.id,
    slug: row.slug,
    lang: row.lang,
    title: row.title,
    summary: row.summary,
    category: row.category,
    status: row.status,
    tags: JSON.parse(row.tags) as string[],
    author: row.author,
    sourceUrl: row.source_url,
    thumbnailUrl: row.thumbnail_url,
    translationOf: row.translation_of,
    views: row.views,
    reactions: { like: row.likes, fire: row.fires, mindblown: row.mindblowns, heart: row.hearts },
    createdAt: toTime(row.created_at),
    updatedAt: toTime(row.updated_at),
    publishedAt: row.published_at === null ? null : toTime(row.published_at),
    version: row.version,
  };
}

/** A row with its long text. */
export function toArticle(row: ArticleRow & { html: string }): Article {
  return { ...toSummary(row), content: row.html };
}

/** RFC 3339 in UTC, from milliseconds. */
export function toTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
