import { toPlainText } from './article-html.ts';
import type { Database } from './database.ts';
import type { Language } from './languages.ts';
import { createAbsentPhrases } from './search/expressions.ts';
import { readingsOf, spokenWords } from './search/readings.ts';
import { findArticles, type ResultsQuery, type SearchResults } from './search/results.ts';
import { packReadings } from './search/stored-readings.ts';
import { type Suggestion, type SuggestQuery, suggestTitles } from './search/suggest.ts';
import { textTokens } from './search/text-keys.ts';
import { createTidying, INDEXES } from './search/tidying.ts';
import { categoryToken, langToken, titleTokens } from './search/title-keys.ts';
import { unitsOf } from './search/units.ts';
import { keepWords } from './search/words.ts';

export { MOST_RESULTS } from './search/results.ts';
export type { Suggestion } from './search/suggest.ts';

/** Search over public articles. */
export interface Search {
  suggest(query: SuggestQuery): Promise<Suggestion[]>;
  /** Gives what `make` has made until anything is written that may change suggestions, by this process or another; then makes it anew. */
  untilWritten<Made>(make: () => Made): () => Made;
  results(query: ResultsQuery): Promise<SearchResults>;
  /** One step of what makes searches faster while nobody writes ({@link createTidying}); whether there is more to do now. */
  tidy(): Promise<boolean>;
}

/** What of an article the indexes hold. `text` is the plain text of its content, `tags` a JSON array. */
export interface Indexed {
  row: number;
  lang: Language;
  category: string;
  title: string;
  summary: string;
  tags: string;
  text: string;
}

/** Makes public articles findable. For use inside a transaction, on articles that are not in the indexes. */
export function indexArticles(database: Database, articles: Indexed[]): void {
  for (const article of articles) indexArticle(database, article);
  if (articles.length === 0) return;
  for (const table of INDEXES)
    database.run(
      `INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`,
      MERGED_PAGES_PER_WRITE + articles.length * MERGED_PAGES_PER_ARTICLE,
    );
}

/**
 * How much of the indexes each write merges: enough that segments do not pile up, and little enough that no write waits
 * long. Left to itself, SQLite merges in large pieces, for which some writes would wait.
 */
const MERGED_PAGES_PER_WRITE = 16;
const MERGED_PAGES_PER_ARTICLE = 1;

function indexArticle(database: Database, article: Indexed): void {
  const { row, lang, category, title, summary, tags, text } = article;
  const [units, spoken] = [unitsOf(title), spokenWords(title)];
  const readings = readingsOf(spoken);
  const filters = `${langToken(lang)} ${categoryToken(category)}`;
  database.run(
    'INSERT INTO title_search (rowid, tokens) VALUES (?, ?)',
    row,
    `${titleTokens(units, readings)} ${filters}`,
  );
  const above = `${title}\n${summary}\n${(JSON.parse(tags) as string[]).join('\n')}`;
  database.run(
    'INSERT INTO text_search (rowid, tokens) VALUES (?, ?)',
    row,
    `${textTokens(above, text)} ${filters}`,
  );
  const packed = packReadings(spoken, readings);
  if (packed) database.run('INSERT INTO title_readings (article, readings) VALUES (?, ?)', row, packed);
  keepWords(database, units);
}

/** Takes an article out of the indexes. For use inside a transaction. */
export function unindexArticle(database: Database, row: number): void {
  for (const table of INDEXES) database.run(`DELETE FROM ${table} WHERE rowid = ?`, row);
  database.run('DELETE FROM title_readings WHERE article = ?', row);
}

/** What the code here puts into the indexes; to be raised whenever the same article would give other tokens or readings. */
const FORMAT = 2;

/** Hears how many articles of how many have been indexed; at the beginning, and then some times a second. */
export type HearIndexing = (done: number, total: number) => void;

/**
 * Indexes all public articles anew when the indexes were written in another format, as after an upgrade: one or two
 * minutes for 100,000 articles, in which this thread does nothing else.
 */
export function updateIndexes(database: Database, hear: HearIndexing = () => {}): void {
  const isCurrent = () => database.get('SELECT 1 FROM search_format WHERE version = ?', FORMAT) !== undefined;
  if (isCurrent()) return;
  database.writeNow(() => {
    // Another process may have done it in the meantime.
    if (isCurrent()) return;
    for (const table of INDEXES) database.run(`INSERT INTO ${table} (${table}) VALUES ('delete-all')`);
    database.run('DELETE FROM title_readings');
    database.run('DELETE FROM title_words');
    const total = countPublic(database);
    let done = 0;
    for (let batch = publicArticles(database, -1); batch.length > 0; ) {
      hear(done, total);
      indexArticles(
        database,
        batch.map(({ html, ...article }) => ({ ...article, text: toPlainText(html) })),
      );
      done += batch.length;
      batch = publicArticles(database, batch.at(-1)?.row ?? 0);
    }
    if (total > 0) hear(done, total);
    database.run('UPDATE search_format SET version = ?', FORMAT);
  });
}

function countPublic(database: Database): number {
  const counted = database.get<{ n: number }>(
    "SELECT count(*) AS n FROM articles WHERE status = 'published'",
  );
  return counted?.n ?? 0;
}

/** The next public articles after a row. */
function publicArticles(database: Database, after: number): (Omit<Indexed, 'text'> & { html: string })[] {
  return database.all(
    'SELECT a.row, a.lang, a.category, a.title, a.summary, a.tags, c.html FROM articles a JOIN contents c ON c.article = a.row ' +
      "WHERE a.status = 'published' AND a.row > ? ORDER BY a.row LIMIT 500",
    after,
  );
}

/** Search over a database. */
export function createSearch(database: Database): Search {
  const untilWritten: Search['untilWritten'] = (make) => whileUnchanged(database.stamp, make);
  const absent = untilWritten(createAbsentPhrases);
  return {
    suggest: async (query) => suggestTitles(database, query, absent()),
    untilWritten,
    results: async (query) => findArticles(database, query, absent()),
    tidy: createTidying(database),
  };
}

/** Gives what `make` has made as long as `stamp` answers the same, then makes it anew. */
function whileUnchanged<Made>(stamp: () => string, make: () => Made): () => Made {
  let made: { stamp: string; what: Made } | undefined;
  return () => {
    const now = stamp();
    if (made?.stamp !== now) made = { stamp: now, what: make() };
    return made.what;
  };
}
