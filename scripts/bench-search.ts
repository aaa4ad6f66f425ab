import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { toPlainText } from '../data/article-html.ts';
import { openDatabase } from '../data/database.ts';
import { LANGUAGES, type Language } from '../data/languages.ts';
import { indexArticle, type Search, unindexArticle } from '../data/search.ts';
import { openStore } from '../data/store.ts';
import { querySet } from '../tests/search/query-set.ts';
import { corpusArticle } from './bench/corpus.ts';
import { median, percentile } from './bench/statistics.ts';
import { showProgress } from './progress.ts';

const HELP = `Measures search over an archive: suggestions keystroke by keystroke, the results page, the size of its indexes,
what they cost a write, and 100,000 arbitrary queries.

  node scripts/bench-search.ts                     10,000 articles, 10,000 arbitrary queries
  node scripts/bench-search.ts --articles 100000 --arbitrary 100000

  --short         texts of one paragraph instead of about 5 KB
  --data FOLDER   keeps the archive there, and takes the one that is there already`;

const { values } = parseArgs({
  options: {
    articles: { type: 'string', default: '10000' },
    arbitrary: { type: 'string', default: '10000' },
    short: { type: 'boolean', default: false },
    data: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
async function main(articles: number, arbitrary: number): Promise<void> {
  const folder = values.data ? resolve(values.data) : mkdtempSync(join(tmpdir(), 'inkstone-search-'));
  const file = join(folder, `search-${articles}.db`);
  if (!existsSync(file)) await fill(file, articles);
  const store = openStore({ file });
  const queries = LANGUAGES.flatMap((lang) => querySet(lang).expected.map(({ typed }) => typed));
  await measureSuggestions(store.search, queries.flatMap(keystrokes));
  await measureResults(store.search, queries);
  await measureArbitrary(store.search, arbitrary);
  await store.close();
  measureIndexes(file);
  measureWrites(file);
  if (!values.data) rmSync(folder, { recursive: true });
}

/** How long a query takes at best of three times, in milliseconds: what else runs on the machine counts less. */
async function best(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 3; run += 1) {
    const since = performance.now();
    await work();
    times.push(performance.now() - since);
  }
  return Math.min(...times);
}

/** What a reader's browser asks for while a query is typed. */
function keystrokes(query: string): string[] {
  const letters = [...query];
  return letters.map((_, index) => letters.slice(0, index + 1).join(''));
}

/** Titles made of the words of real ones, unevenly often, over texts of the general corpus. */
function titleOf(n: number): string {
  const lang = LANGUAGES[n % LANGUAGES.length] as Language;
  const words = vocabulary[lang] as string[];
  const random = createRandom(n * 2 + 1);
  const length = lang === 'ja' ? 8 + Math.floor(random() * 6) : 4 + Math.floor(random() * 4);
  const picked = Array.from({ length }, () => words[Math.floor(words.length * random() ** 1.7)] ?? '');
  return `${picked.join(lang === 'ja' ? '' : ' ')} ${corpusArticle(n).title.split(/\s|、/)[0]}`.slice(0, 200);
}

const vocabulary = Object.fromEntries(
  LANGUAGES.map((lang) => {
    const segmenter = new Intl.Segmenter(lang, { granularity: 'word' });
    const wordsOf = (title: string) =>
      lang === 'ja' ? [...segmenter.segment(title)].map(({ segment }) => segment) : title.split(' ');
    return [lang, querySet(lang).titles.flatMap(wordsOf)];
  }),
);

/** Numbers from 0 to 1 that only depend on the seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

async function fill(file: string, count: number): Promise<void> {
  const store = openStore({ file });
  const progress = showProgress('articles');
  for (let from = 0; from < count; from += 500) {
    const batch = Array.from({ length: Math.min(500, count - from) }, (_, index) => {
      const { published_at, ...article } = corpusArticle(from + index);
      const content = values.short ? (article.content.split('\n')[0] ?? '') : article.content;
      return { ...article, content, title: titleOf(from + index), publishedAt: published_at };
    });
    await store.articles.createMany(batch);
    progress.update(from + batch.length, count);
  }
  progress.end();
  await store.close();
}

function print(what: string, measured: [string, number][], goal: string): void {
  const times = measured.map(([, ms]) => ms);
  const figures = [median(times), percentile(times, 0.99), Math.max(...times)].map((ms) => ms.toFixed(2));
  console.log(
    `${what}: ${times.length}, p50 ${figures[0]}, p99 ${figures[1]}, most ${figures[2]} ms (${goal})`,
  );
  const slowest = measured.toSorted((a, b) => b[1] - a[1]).slice(0, 6);
  console.log(`  slowest: ${slowest.map(([q, ms]) => `${JSON.stringify(q)} ${ms.toFixed(1)}`).join(', ')}`);
}

async function measureSuggestions(search: Search, stream: string[]): Promise<void> {
  for (const q of stream.slice(0, 500)) await search.suggest({ q, limit: 5 });
  const times = new Map<string, number>();
  for (const q of stream) {
    times.set(q, await best(() => search.suggest({ q, limit: 5 })));
  }
  print('suggest, every keystroke', [...times], 'goal: p50 0.5, p99 3');
}

async function measureResults(search: Search, queries: string[]): Promise<void> {
  const times: [string, number][] = [];
  for (const q of queries) {
    times.push([q, await best(() => search.results({ q, page: 1, limit: 20 }))]);
  }
  print('results page', times, 'goal: p99 25');
}

/** Arbitrary text: half of it any Unicode, half signs and letters that mean something to search. */
function arbitraryQuery(seed: number): string {
  const random = createRandom(seed);
  const pieces =
    'a e the i 가 인 ㅇ ㄱ ㅏ の 人 じ ン ー ｶ ﾞ " * ( ) ^ : - + # . \' ’ AND OR NOT NEAR < > & \0 \u0301 \u200d 👩 🇰 ﷽ ½'.split(
      ' ',
    );
  const one = () => {
    if (random() < 0.5) return `${pieces[Math.floor(random() * pieces.length)]}${random() < 0.3 ? ' ' : ''}`;
    return String.fromCodePoint(Math.floor(random() ** 3 * 0x10ffff));
  };
  return Array.from({ length: 1 + Math.floor(random() * 12) }, one).join('');
}

async function measureArbitrary(search: Search, count: number): Promise<void> {
  const times: [string, number][] = [];
  let unescaped = 0;
  for (let seed = 1; seed <= count; seed += 1) {
    const q = arbitraryQuery(seed);
    const since = performance.now();
    const found = await search.suggest({ q, limit: 5 });
    const ms = performance.now() - since;
    times.push([q, ms < 10 ? ms : await best(() => search.suggest({ q, limit: 5 }))]);
    if (found.some(({ highlight }) => /[<>"']/.test(highlight.replaceAll(/<\/?mark>/g, '')))) unescaped += 1;
  }
  print('arbitrary queries', times, `goal: none over 20; unescaped: ${unescaped}`);
}

function measureIndexes(file: string): void {
  const database = openDatabase(file);
  const bytes = (pattern: string) =>
    database.get<{ bytes: number }>('SELECT sum(pgsize) AS bytes FROM dbstat WHERE name GLOB ?', pattern)
      ?.bytes ?? 0;
  const sizes = {
    title_search: bytes('title_search*'),
    text_search: bytes('text_search*'),
    title_readings: bytes('title_readings*'),
    title_words: bytes('title_words*'),
  };
  const rows = database.all<{ title: string; summary: string; tags: string; html: string }>(
    'SELECT title, summary, tags, html FROM articles JOIN contents ON article = row ORDER BY row LIMIT 2000',
  );
  const { n = 0 } = database.get<{ n: number }>('SELECT count(*) AS n FROM articles') ?? {};
  const covered =
    (n / rows.length) *
    rows.reduce(
      (sum, row) => sum + Buffer.byteLength(row.title + row.summary + row.tags + toPlainText(row.html)),
      0,
    );
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  console.log(
    `indexes: ${Object.entries(sizes)
      .map(([name, size]) => `${name} ${(size / 1e6).toFixed(1)}`)
      .join(', ')} MB; ` +
      `text covered ${(covered / 1e6).toFixed(1)} MB; ratio ${(total / covered).toFixed(2)} (goal: 1.5)`,
  );
  database.close();
}

/** What indexing costs a write, inside a transaction of its own that is undone. */
function measureWrites(file: string): void {
  const database = openDatabase(file);
  const times: [string, number][] = [];
  for (let n = 0; n < 300; n += 1) {
    const article = corpusArticle(n);
    const indexed = {
      row: 1_000_000_000 + n,
      title: titleOf(n),
      lang: article.lang,
      category: article.category,
      summary: '',
      tags: JSON.stringify(article.tags),
      text: toPlainText(article.content),
    };
    void database.write(() => {
      const since = performance.now();
      indexArticle(database, indexed);
      times.push([indexed.title, performance.now() - since]);
    });
    void database.write(() => unindexArticle(database, indexed.row));
  }
  print('indexing one article', times, 'goal: 3 ms more');
  database.close();
}

if (values.help) console.log(HELP);
else await main(Number(values.articles), Number(values.arbitrary));
