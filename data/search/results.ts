import { toPlainText } from '../article-html.ts';
import { ARTICLE_COLUMNS, type ArticleRow, toSummary } from '../article-rows.ts';
import type { ArticleSummary } from '../articles.ts';
import type { Database } from '../database.ts';
import type { Language } from '../languages.ts';
import { candidates, type Filter, filtered } from './candidates.ts';
import { correctedQueries } from './corrections.ts';
import { toMatch } from './expressions.ts';
import { type Interpretation, interpretationsOf } from './interpretations.ts';
import { anyRangesOf, marked, rangesOf, readable } from './marks.ts';
import { snippet } from './snippet.ts';
import { unpackReadings } from './stored-readings.ts';
import { PLACES, textExpression } from './text-keys.ts';

/** A found article; `titleHtml` and `snippetHtml` are HTML in which all but `<mark>` is escaped. */
export type SearchResult = ArticleSummary & { titleHtml: string; snippetHtml: string };

export interface ResultsQuery {
  q: string;
  lang?: Language;
  category?: string;
  /** From 1. */
  page: number;
  limit: number;
}

export interface SearchResults {
  /** How many articles were found; MOST_RESULTS stands for that many or more. */
  total: number;
  results: SearchResult[];
  /** What was probably meant, when nothing was found; it finds something. */
  didYouMean?: string;
}

/** No one pages further than that, and counting on would cost as much as finding. */
export const MOST_RESULTS = 1000;

/**
 * Articles whose title has what was typed, by the rules of suggestions; then those that have all words in summary, tags
 * and title; then those that have them anywhere. The newest first in each.
 */
export function findArticles(database: Database, query: ResultsQuery): SearchResults {
  return database.read(() => {
    const { rows, interpretation } = search(database, query.q, query);
    const from = (query.page - 1) * query.limit;
    const results = rows
      .slice(from, from + query.limit)
      .flatMap((row) => toResult(database, row, { q: query.q, interpretation }));
    return { total: rows.length, results, ...(rows.length === 0 && suggestion(database, query)) };
  });
}

const NOTHING = { words: [], tiers: [] };

function search(
  database: Database,
  q: string,
  { lang, category }: Filter,
): { rows: number[]; interpretation: Interpretation } {
  const filter = { ...(lang && { lang }), ...(category && { category }) };
  const rows = new Set<number>();
  let interpretation: Interpretation | undefined;
  for (const way of interpretationsOf(q)) {
    interpretation ??= way;
    addTitles(database, rows, { way, filter });
    if (rows.size === 0) continue;
    interpretation = way;
    break;
  }
  for (const expression of [
    textExpression(q, PLACES.above),
    textExpression(q, PLACES.anywhere),
    ...(rows.size === 0 ? [textExpression(q, PLACES.anywhere, { prefixes: true })] : []),
  ])
    if (expression) addRows(database, rows, 'text_search', filtered(expression, filter));
  return { rows: [...rows], interpretation: interpretation ?? NOTHING };
}

function addRows(
  database: Database,
  rows: Set<number>,
  table: 'title_search' | 'text_search',
  expression: string,
): void {
  if (rows.size >= MOST_RESULTS) return;
  const found = database.all<{ rowid: number }>(
    `SELECT rowid FROM ${table} WHERE ${table} MATCH ? ORDER BY rowid DESC LIMIT ${MOST_RESULTS}`,
    expression,
  );
  for (const { rowid } of found) if (rows.size < MOST_RESULTS) rows.add(rowid);
}

function addTitles(
  database: Database,
  rows: Set<number>,
  { way, filter }: { way: Interpretation; filter: Filter },
): void {
  for (const tier of way.tiers) {
    const expression = filtered(toMatch(tier), filter);
    if (!way.onlyProposes) addRows(database, rows, 'title_search', expression);
    else
      for (const { row, title } of candidates(database, expression, { limit: MOST_PROPOSED }))
        if (rangesOf(readable(title), way)) rows.add(row);
  }
}

const MOST_PROPOSED = 100;

function suggestion(database: Database, query: ResultsQuery): { didYouMean?: string } {
  const meant = correctedQueries(database, query.q).find((q) => search(database, q, query).rows.length > 0);
  return meant === undefined ? {} : { didYouMean: meant };
}

function toResult(
  database: Database,
  row: number,
  { q, interpretation }: { q: string; interpretation: Interpretation },
): SearchResult[] {
  const found = database.get<ArticleRow & { html: string; readings: string | null }>(
    `SELECT ${ARTICLE_COLUMNS}, c.html, r.readings FROM articles a JOIN contents c ON c.article = a.row ` +
      'LEFT JOIN title_readings r ON r.article = a.row WHERE a.row = ?',
    row,
  );
  if (!found) return [];
  const title = readable(found.title, unpackReadings(found.readings));
  return [
    {
      ...toSummary(found),
      titleHtml: marked(found.title, anyRangesOf(title, interpretation)),
      snippetHtml: snippet(toPlainText(found.html), q, interpretation),
    },
  ];
}
