import { ARTICLE_COLUMNS, type ArticleRow, toSummary } from './article-rows.ts';
import type { ArticleSummary } from './articles.ts';
import type { Database } from './database.ts';

/** What an article's page recommends at most. */
const RELATED = 3;
/** How many places before its own are looked at on each list of an article: the work stays the same in any archive. */
const NEAR = 12;
/** How many of the articles found there, nearest topics first, are compared by their words. */
const COMPARED = 8;
/** In UTF-16 code units: what the beginning of a summary tells is enough. */
const SUMMARY_COMPARED = 200;
/** How much the words count beside the topics. */
const WORDS_WEIGHT = 3;
/** Below it, two articles have too little in common. A shared category is enough while it is small. */
const ENOUGH = 0.2;
/** Of two that are about as good the newer: tags lose weight as they grow more common, which must not favour the old. */
const BEST_FIRST = 'round(score, 1) DESC, other DESC';

interface Candidate {
  row: number;
  title: string;
  summary: string;
  topics: number;
}

/**
 * Chooses what an article recommends, when it has become public or its topics are others now; null stands for no
 * article. Its choices recommend it in turn where it fits them better than what they had. For use inside a transaction,
 * after the article has its places on the lists.
 */
export function relate(database: Database, before: ArticleRow | null, after: ArticleRow): void {
  if (before && sameTopics(before, after)) return;
  if (before) database.run('DELETE FROM related WHERE article = ? OR other = ?', after.row, after.row);
  if (after.status !== 'published') return;
  const chosen = choose(database, after);
  if (chosen.length > 0) recommend(database, after.row, JSON.stringify(chosen));
}

/** Writes that an article and those that it has chosen (JSON) recommend each other; each keeps its best. */
function recommend(database: Database, article: number, chosen: string): void {
  database.run(
    "WITH chosen AS (SELECT value ->> 'row' AS other, value ->> 'score' AS score FROM json_each(?)) " +
      'INSERT INTO related (article, other, score) ' +
      'SELECT ?, other, score FROM chosen UNION ALL SELECT other, ?, score FROM chosen',
    chosen,
    article,
    article,
  );
  database.run(
    'DELETE FROM related WHERE (article, other) IN (SELECT article, other FROM ' +
      `(SELECT article, other, row_number() OVER (PARTITION BY article ORDER BY ${BEST_FIRST}) AS place ` +
      "FROM related WHERE article IN (SELECT value ->> 'row' FROM json_each(?))) WHERE place > ?)",
    chosen,
    RELATED,
  );
}

function sameTopics(a: ArticleRow, b: ArticleRow): boolean {
  return a.status === b.status && a.lang === b.lang && a.category === b.category && a.tags === b.tags;
}

function choose(database: Database, article: ArticleRow): { row: number; score: number }[] {
  const words = wordsOf(article);
  return candidates(database, article)
    .map((other) => ({
      row: other.row,
      score: other.topics + WORDS_WEIGHT * likeness(words, wordsOf(other)),
    }))
    .filter(({ score }) => score >= ENOUGH)
    .sort((a, b) => b.score - a.score || b.row - a.row)
    .slice(0, RELATED);
}

/** Articles that came before it on its lists. Sharing a rare tag says more than sharing a common one, a category half as much. */
function candidates(database: Database, article: ArticleRow): Candidate[] {
  return database.all<Candidate>(
    'SELECT a.row, a.title, a.summary, near.topics FROM ' +
      "(SELECT s.article, sum(iif(l.kind = 'tag', 1, 0.5) / ln(1 + l.count)) AS topics FROM shelves me " +
      "CROSS JOIN lists l ON l.list = me.list AND l.lang = ? AND l.kind <> 'all' " +
      'CROSS JOIN shelves s ON s.list = me.list AND s.position >= me.position - ? AND s.position < me.position ' +
      'WHERE me.article = ? GROUP BY s.article ORDER BY topics DESC, s.article DESC LIMIT ?) near ' +
      'CROSS JOIN articles a ON a.row = near.article WHERE a.group_id <> ?',
    article.lang,
    NEAR,
    article.row,
    COMPARED,
    article.group_id,
  );
}

/**
 * The beginnings of longer words, and pairs of characters where a script writes no spaces or joins words: these as
 * numbers, which are compared faster.
 */
function wordsOf({ title, summary }: Pick<ArticleRow, 'title' | 'summary'>): Set<string | number> {
  const words = new Set<string | number>();
  const text = `${title} ${summary.slice(0, SUMMARY_COMPARED)}`;
  for (const [run] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu))
    if (run.charCodeAt(0) >= 0x1100) addPairs(words, run);
    else if (run.length >= 4) words.add(run.slice(0, 6));
  return words;
}

function addPairs(words: Set<string | number>, run: string): void {
  for (let at = 1; at < run.length; at++) words.add(run.charCodeAt(at - 1) * 0x10000 + run.charCodeAt(at));
}

/** From 0, nothing in common, to 1 (Dice). */
function likeness(a: Set<string | number>, b: Set<string | number>): number {
  return a.size + b.size === 0 ? 0 : (2 * a.intersection(b).size) / (a.size + b.size);
}

/** What the page of an article recommends, best first. */
export function relatedTo(database: Database, id: string): ArticleSummary[] {
  return database
    .all<ArticleRow>(
      `SELECT ${ARTICLE_COLUMNS} FROM related r JOIN articles a ON a.row = r.other ` +
        `WHERE r.article = (SELECT row FROM articles WHERE id = ?) ORDER BY ${BEST_FIRST}`,
      id,
    )
    .map(toSummary);
}

/** The slugs of the articles whose pages recommend this one. */
export function recommendersOf(database: Database, article: number): string[] {
  return database
    .all<{ slug: string }>(
      'SELECT a.slug FROM related r JOIN articles a ON a.row = r.article WHERE r.other = ?',
      article,
    )
    .map(({ slug }) => slug);
}
