import type { Database } from '../database.ts';
import type { Language } from '../languages.ts';
import { categoryToken, langToken } from './title-keys.ts';

/** A title that an expression of the index of titles has found. */
export interface Candidate {
  row: number;
  id: string;
  title: string;
  slug: string;
  lang: Language;
  group_id: string;
  published_at: number;
  views: number;
  /** Only when asked for. */
  readings: string | null;
}

/** What must be true of every article that is found. */
export interface Filter {
  lang?: Language;
  category?: string;
}

/** Adds the filter to an expression of either index. */
export function filtered(expression: string, { lang, category }: Filter): string {
  const tokens = [...(lang ? [langToken(lang)] : []), ...(category ? [categoryToken(category)] : [])];
  return [`(${expression})`, ...tokens.map((token) => `"${token}"`)].join(' AND ');
}

const COLUMNS = 'a.row, a.id, a.title, a.slug, a.lang, a.group_id, a.published_at, a.views';

/** The newest titles that an expression finds. */
export function candidates(
  database: Database,
  expression: string,
  { limit, withReadings = false }: { limit: number; withReadings?: boolean },
): Candidate[] {
  const [column, join] = withReadings
    ? ['r.readings', 'LEFT JOIN title_readings r ON r.article = s.rowid']
    : ['NULL AS readings', ''];
  return database.all<Candidate>(
    `SELECT ${COLUMNS}, ${column} FROM title_search s JOIN articles a ON a.row = s.rowid ${join} ` +
      'WHERE title_search MATCH ? ORDER BY s.rowid DESC LIMIT ?',
    expression,
    limit,
  );
}
