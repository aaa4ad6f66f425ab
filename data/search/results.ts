import { toPlainText } from '../article-html.ts';
import { ARTICLE_COLUMNS, type ArticleRow, toSummary } from '../article-rows.ts';
import type { ArticleSummary } from '../articles.ts';
import type { Database } from '../database.ts';
import type { Language } from '../languages.ts';
import { candidates, type Filter, filtered } from './candidates.ts';
import { correctedQueries } from './corrections.ts';
import { type AbsentPhrases, createAbsentPhrases, toMatch } from './expressions.ts';
import { type Interpretation, interpretationsOf } from './interpretations.ts';
import { anyRangesOf, marked, rangesOf, readable } from './marks.ts';
import { snippet } from './snippet.ts';
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
export function findArticles(
  database: Database,
  query: ResultsQuery,
  absent: AbsentPhrases = createAbsentPhrases(),
): SearchResults {
  return database.read(() => {
    const search = { database, filter: query, absent };
    const { rows, interpretation } = find(search, query.q);
    const from = (query.page - 1) * query.limit;
    const results = rows
      .slice(from, from + query.limit)
      .flatMap((row) => toResult(database, row, { q: query.q, interpretation }));
    return { total: rows.length, results, ...(rows.length === 0 && suggestion(search, query.q)) };
  });
}

const NOTHING = { words: [], tiers: [] };

/** Where is sought, and what is known not to be there. */
interface Search {
  database: Database;
  filter: Filter;
  absent: AbsentPhrases;
}

function find(search: Search, q: string): { rows: number[]; interpretation: Interpretation } {
  const rows = new Set<number>();
  let interpretation: Interpretation | undefined;
  for (const way of interpretationsOf(q)) {
    interpretation ??= way;
    addTitles(search, rows, way);
    if (rows.size === 0) continue;
    interpretation = way;
    break;
  }
  if (rows.size < MOST_RESULTS) addTexts(search, rows, q);
  return { rows: [...rows], interpretation: interpretation ?? NOTHING };
}

function addTitles({ database, filter, absent }: Search, rows: Set<number>, way: Interpretation): void {
  for (const tier of way.tiers) {
    if (rows.size >= MOST_RESULTS) return;
    const possible = absent.without(tier, filter.lang);
    if (!possible) continue;
    const expression = filtered(toMatch(possible), filter);
    const found = way.onlyProposes
      ? borneOut(database, expression, way)
      : rowsOf(database, 'title_search', expression);
    if (found.length === 0 && !way.onlyProposes && !filter.category) absent.add(possible, filter.lang);
    add(rows, found);
  }
}

const MOST_PROPOSED = 100;

/** Of the newest titles that the index proposes those whose letters bear it out. */
function borneOut(database: Database, expression: string, way: Interpretation): number[] {
  return candidates(database, expression, { limit: MOST_PROPOSED })
    .filter(({ title }) => rangesOf(readable(title), way))
    .map(({ row }) => row);
}

/** All words above the text, then anywhere; then the beginnings of words, when no title has been found. */
function addTexts({ database, filter }: Search, rows: Set<number>, q: string): void {
  const find = (expression: string | undefined) =>
    expression ? rowsOf(database, 'text_search', filtered(expression, filter)) : [];
  const isNoTitleFound = rows.size === 0;
  const whole = textExpression(q, PLACES.anywhere);
  const anywhere = find(whole);
  if (anywhere.length > 0) add(rows, find(textExpression(q, PLACES.above)));
  add(rows, anywhere);
  const beginnings = textExpression(q, PLACES.anywhere, { prefixes: true });
  if (isNoTitleFound && beginnings !== whole) add(rows, find(beginnings));
}

function rowsOf(database: Database, table: 'title_search' | 'text_search', expression: string): number[] {
  return database
    .all<{ rowid: number }>(
      `SELECT rowid FROM ${table} WHERE ${table} MATCH ? ORDER BY rowid DESC LIMIT ${MOST_RESULTS}`,
      expression,
    )
    .map(({ rowid }) => rowid);
}

function add(rows: Set<number>, found: number[]): void {
  for (const row of found) if (rows.size < MOST_RESULTS) rows.add(row);
}

function suggestion(search: Search, q: string): { didYouMean?: string } {
  const meant = correctedQueries(search.database, q).find((corrected) => findsAny(search, corrected));
  return meant === undefined ? {} : { didYouMean: meant };
}

/** Whether a query finds anything as it is written. */
function findsAny(search: Search, q: string): boolean {
  const rows = new Set<number>();
  const [written] = interpretationsOf(q);
  if (written) addTitles(search, rows, written);
  if (rows.size === 0) addTexts(search, rows, q);
  return rows.size > 0;
}

/** How much of the HTML of an article its snippet is sought in, in characters: some 8,000 words. */
const READ_FOR_SNIPPET = 50_000;

/** Without the tag or the reference in the middle of which it may have been cut. */
function withoutCutEnd(html: string): string {
  if (html.length < READ_FOR_SNIPPET) return html;
  const tag = html.lastIndexOf('<');
  const whole = html.includes('>', tag) ? html : html.slice(0, tag);
  return whole.replace(/&[^;&<>\s]*$/, '');
}

function toResult(
  database: Database,
  row: number,
  { q, interpretation }: { q: string; interpretation: Interpretation },
): SearchResult[] {
  const found = database.get<ArticleRow & { html: string; readings: string | null }>(
    `SELECT ${ARTICLE_COLUMNS}, substr(c.html, 1, ${READ_FOR_SNIPPET}) AS html, r.readings FROM articles a JOIN contents c ON c.article = a.row ` +
      'LEFT JOIN title_readings r ON r.article = a.row WHERE a.row = ?',
    row,
  );
  if (!found) return [];
  const title = readable(found.title, found.readings);
  return [
    {
      ...toSummary(found),
      titleHtml: marked(found.title, anyRangesOf(title, interpretation)),
      snippetHtml: snippet(toPlainText(withoutCutEnd(found.html)), q, interpretation),
    },
  ];
}
