import type { Database } from './database.ts';
import type { Language } from './languages.ts';
import { readingsOf } from './search/readings.ts';
import { findArticles, type ResultsQuery, type SearchResults } from './search/results.ts';
import { packReadings } from './search/stored-readings.ts';
import { type Suggestion, type SuggestQuery, suggestTitles } from './search/suggest.ts';
import { textTokens } from './search/text-keys.ts';
import { categoryToken, langToken, titleTokens } from './search/title-keys.ts';
import { unitsOf } from './search/units.ts';
import { keepWords } from './search/words.ts';

export { MOST_RESULTS } from './search/results.ts';
export type { Suggestion } from './search/suggest.ts';

/** Search over public articles. */
export interface Search {
  suggest(query: SuggestQuery): Promise<Suggestion[]>;
  results(query: ResultsQuery): Promise<SearchResults>;
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

/** Makes a public article findable. For use inside a transaction, on an article that is not in the index. */
export function indexArticle(database: Database, article: Indexed): void {
  const { row, lang, category, title, summary, tags, text } = article;
  const [units, readings] = [unitsOf(title), readingsOf(title)];
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
  const packed = packReadings(readings);
  if (packed) database.run('INSERT INTO title_readings (article, readings) VALUES (?, ?)', row, packed);
  keepWords(database, units);
}

/** Takes an article out of the indexes. For use inside a transaction. */
export function unindexArticle(database: Database, row: number): void {
  for (const table of ['title_search', 'text_search'])
    database.run(`DELETE FROM ${table} WHERE rowid = ?`, row);
  database.run('DELETE FROM title_readings WHERE article = ?', row);
}

export function createSearch(database: Database): Search {
  return {
    suggest: async (query) => suggestTitles(database, query),
    results: async (query) => findArticles(database, query),
  };
}
