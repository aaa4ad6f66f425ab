import { BY_ID_OR_SLUG } from './article-rows.ts';
import type { Database } from './database.ts';

/** The row number of a public article, by id or slug. */
export function findPublicRow(database: Database, idOrSlug: string): number | undefined {
  return database.get<{ row: number }>(
    `SELECT a.row FROM articles a WHERE ${BY_ID_OR_SLUG} AND a.status = 'published'`,
    idOrSlug,
    idOrSlug,
  )?.row;
}
