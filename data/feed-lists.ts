import { ARTICLE_COLUMNS, type ArticleRow, toArticle, toTime } from './article-rows.ts';
import type { Article } from './articles.ts';
import type { Database } from './database.ts';
import type { Language } from './languages.ts';

/** What a feed needs to know of an article whose entry it may have written before. */
export interface FeedPlace {
  id: string;
  lang: Language;
  slug: string;
  updatedAt: string;
  /** Another text as soon as anything changes that the entry says. */
  state: string;
}

interface PlaceRow {
  id: string;
  lang: Language;
  slug: string;
  updated_at: number;
  state: string;
}

/** The newest articles of a list, newest first. */
export function feedPlaces(database: Database, list: number, limit: number): FeedPlace[] {
  return database
    .all<PlaceRow>(
      "SELECT a.id, a.lang, a.slug, a.updated_at, a.version || ' ' || EXISTS (SELECT 1 FROM uploads u WHERE u.url = a.thumbnail_url) || " +
        "coalesce((SELECT group_concat(' ' || m.lang || '/' || m.slug, '') FROM articles m " +
        "WHERE m.group_id = a.group_id AND m.row <> a.row AND m.status = 'published'), '') AS state " +
        'FROM shelves s JOIN articles a ON a.row = s.article WHERE s.list = ? ' +
        'ORDER BY s.published_at DESC, s.article DESC LIMIT ?',
      list,
      limit,
    )
    .map(({ updated_at, ...place }) => ({ ...place, updatedAt: toTime(updated_at) }));
}

/** Articles by their ids, in no particular order. */
export function articlesById(database: Database, ids: string[]): Article[] {
  if (ids.length === 0) return [];
  return database
    .all<ArticleRow & { html: string }>(
      `SELECT ${ARTICLE_COLUMNS}, c.html FROM json_each(?) asked CROSS JOIN articles a ON a.id = asked.value ` +
        'JOIN contents c ON c.article = a.row',
      JSON.stringify(ids),
    )
    .map(toArticle);
}
