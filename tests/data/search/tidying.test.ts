import { expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '../../../data/database.ts';
import { createTidying } from '../../../data/search/tidying.ts';
import { anArticle, openTestStore, type TestStore } from '../store/test-store.ts';

const TITLES = ['Salt', 'Ink', 'Stone', 'Paper', 'Brush', 'Silk'];

/** A store whose search indexes have one segment for each article, and what tidies them on a clock that the test sets. */
async function openScattered(): Promise<
  Pick<TestStore, 'store'> & { database: Database; tidyAt: (ms: number) => Promise<boolean> }
> {
  const { store, file } = openTestStore();
  for (const title of TITLES) await store.articles.create(anArticle(title));
  const database = openDatabase(file);
  onTestFinished(() => database.close());
  let now = 0;
  const tidy = createTidying(database, () => now);
  const tidyAt = (ms: number) => {
    now = ms;
    return tidy();
  };
  await tidyAt(0);
  return { store, database, tidyAt };
}

function segments(database: Database): number[] {
  return ['title_search', 'text_search'].map(
    (index) =>
      database.get<{ n: number }>(`SELECT count(DISTINCT segid) AS n FROM ${index}_idx`)?.n ?? Number.NaN,
  );
}

async function tidyUp(tidyAt: (ms: number) => Promise<boolean>, ms: number): Promise<void> {
  for (let step = 0; await tidyAt(ms); step += 1) expect(step).toBeLessThan(1000);
}

test('once nobody has written for ten seconds, all segments of an index become one, and searches find the same', async () => {
  const { store, database, tidyAt } = await openScattered();
  expect(segments(database)).toEqual([TITLES.length, TITLES.length]);
  const before = await store.search.results({ q: 'text', page: 1, limit: 20 });
  expect(await tidyAt(9_999)).toBe(false);
  expect(segments(database)).toEqual([TITLES.length, TITLES.length]);
  await tidyUp(tidyAt, 10_000);
  expect(segments(database)).toEqual([1, 1]);
  expect(before.total).toBe(TITLES.length);
  expect(await store.search.results({ q: 'text', page: 1, limit: 20 })).toEqual(before);
  for (const title of TITLES)
    expect(await store.search.suggest({ q: title, limit: 5 })).toMatchObject([{ title }]);
});

test('it makes way for whoever writes, and begins again ten seconds later', async () => {
  const { store, database, tidyAt } = await openScattered();
  expect(await tidyAt(10_000)).toBe(true);
  await store.articles.create(anArticle('Wood'));
  expect(await tidyAt(11_000)).toBe(false);
  expect(await tidyAt(20_999)).toBe(false);
  await tidyUp(tidyAt, 21_000);
  for (const title of [...TITLES, 'Wood'])
    expect(await store.search.suggest({ q: title, limit: 5 })).toMatchObject([{ title }]);
  expect(Math.max(...segments(database))).toBeLessThanOrEqual(4);
});

test('an index of few segments is left as it is', async () => {
  const { store, database, tidyAt } = await openScattered();
  await tidyUp(tidyAt, 10_000);
  for (const title of ['Wood', 'Wool']) await store.articles.create(anArticle(title));
  await tidyAt(20_000);
  await tidyUp(tidyAt, 30_000);
  expect(segments(database)).toEqual([3, 3]);
});

test('what has been found out for suggestions is kept meanwhile', async () => {
  const { database, tidyAt } = await openScattered();
  const before = database.stamp();
  await tidyUp(tidyAt, 10_000);
  expect(database.stamp()).toBe(before);
});
