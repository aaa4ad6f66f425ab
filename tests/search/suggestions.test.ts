import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../data/languages.ts';
import type { Search } from '../../data/search.ts';
import { anArticle, openTestStore } from '../data/store/test-store.ts';
import { type ExpectedSuggestion, querySet } from './query-set.ts';

/** Finds up to five titles. */
type Finder = (typed: string) => Promise<string[]> | string[];

interface Score {
  /** The share of queries that have their title among the five. */
  recall: number;
  /** The mean of 1 / its place; 0 when it is not among them. */
  reciprocalRank: number;
  /** The mean number of characters after which the title stays among the five. */
  keystrokes: number;
  missed: string[];
}

async function score(find: Finder, expected: ExpectedSuggestion[]): Promise<Score> {
  let [found, reciprocal, keystrokes] = [0, 0, 0];
  const missed: string[] = [];
  for (const { typed, title } of expected) {
    const place = (await find(typed)).indexOf(title) + 1;
    if (place > 0) found += 1;
    else missed.push(`${typed} → ${title}`);
    reciprocal += place > 0 ? 1 / place : 0;
    keystrokes += await keystrokesToHit(find, { typed, title });
  }
  const { length } = expected;
  return {
    recall: found / length,
    reciprocalRank: reciprocal / length,
    keystrokes: keystrokes / length,
    missed,
  };
}

/** One more than the length when it is not found at all. */
async function keystrokesToHit(find: Finder, { typed, title }: ExpectedSuggestion): Promise<number> {
  const letters = [...typed];
  for (let count = 1; count <= letters.length; count += 1)
    if ((await find(letters.slice(0, count).join(''))).includes(title)) return count;
  return letters.length + 1;
}

/** What SQLite finds by itself: each word as a prefix with the word tokenizer, or any three characters with trigram. */
function plainFinder(titles: string[], tokenize: string, ask: (typed: string) => string): Finder {
  const database = new SqliteDatabase(':memory:');
  database.exec(`CREATE VIRTUAL TABLE titles USING fts5 (title, tokenize = '${tokenize}')`);
  const insert = database.prepare('INSERT INTO titles (title) VALUES (?)');
  for (const title of titles) insert.run(title);
  const match = database
    .prepare('SELECT title FROM titles WHERE titles MATCH ? ORDER BY rank LIMIT 5')
    .pluck();
  return (typed) => {
    const query = ask(typed.replaceAll('"', ' ').trim());
    return query === '' ? [] : (match.all(query) as string[]);
  };
}

const byPrefixes = (typed: string) =>
  typed
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .map((word) => `"${word}" *`)
    .join(' ');
const byTrigrams = (typed: string) => ([...typed].length >= 3 ? `"${typed}"` : '');

const SETS = [1, 2] as const;
const all = LANGUAGES.flatMap((lang) => SETS.map((set) => ({ lang, set, ...querySet(lang, set) })));

/** Suggestions over the titles of both sets and all three languages. */
async function openSearch(): Promise<Search> {
  const { store } = openTestStore();
  await store.articles.createMany(
    all.flatMap(({ lang, titles }) => titles.map((title) => anArticle(title, { lang }))),
  );
  return store.search;
}

describe('suggestions for what readers type', () => {
  it.each(all)('find at least 99 of 100 wanted titles among five ($lang, set $set)', async (given) => {
    const { lang, set, expected } = given;
    const titles = all.flatMap((one) => one.titles);
    const search = await openSearch();
    expect(expected.length).toBeGreaterThanOrEqual(set === 1 ? 300 : 60);
    const finders: Record<string, Finder> = {
      'word prefixes (unicode61)': plainFinder(titles, 'unicode61', byPrefixes),
      trigram: plainFinder(titles, 'trigram', byTrigrams),
      inkstone: async (q) => (await search.suggest({ q, limit: 5 })).map(({ title }) => title),
    };
    for (const [name, find] of Object.entries(finders)) {
      const { recall, reciprocalRank, keystrokes, missed } = await score(find, expected);
      console.log(
        `${lang} ${set}  ${name.padEnd(26)} recall@5 ${recall.toFixed(3)}  MRR ${reciprocalRank.toFixed(3)}  keystrokes to hit ${keystrokes.toFixed(2)}`,
      );
      if (name !== 'inkstone') continue;
      if (missed.length > 0) console.log(`missed:\n${missed.join('\n')}`);
      expect(recall).toBeGreaterThanOrEqual(0.99);
    }
  });
});
