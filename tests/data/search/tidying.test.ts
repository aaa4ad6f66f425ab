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

test('what has begun goes on between writes until it is done', async () => {
  const { store, database, tidyAt } = await openScattered();
  expect(await tidyAt(10_000)).toBe(true);
  await store.articles.create(anArticle('Wood'));
  await tidyUp(tidyAt, 10_001);
  for (const title of [...TITLES, 'Wood'])
    expect(await store.search.suggest({ q: title, limit: 5 })).toMatchObject([{ title }]);
  expect(Math.max(...segments(database))).toBeLessThanOrEqual(2);
});

test('readers do not keep it from beginning, writers do', async () => {
  const { store, database, tidyAt } = await openScattered();
  await store.views.record('salt', 'a reader');
  database.touch();
  await store.articles.create(anArticle('Wood'));
  expect(await tidyAt(10_000)).toBe(false);
  database.touch();
  expect(await tidyAt(19_999)).toBe(false);
  expect(await tidyAt(20_000)).toBe(true);
});

test('however many write while it is under way, none of them merges many segments at once', async () => {
  const { store, database, tidyAt } = await openScattered();
  await tidyAt(10_000);
  for (let n = 0; n < 40; n += 1) await store.articles.create(anArticle(`Wood ${n}`));
  const config = (index: string) =>
    database.get(`SELECT v FROM ${index}_config WHERE k = 'crisismerge'`) as { v: number };
  expect(['title_search', 'text_search'].map((index) => config(index).v)).toEqual([256, 256]);
  await tidyUp(tidyAt, 10_001);
  expect(await store.search.suggest({ q: 'wood', limit: 5 })).toHaveLength(5);
});

test('after a failure it rests for minutes', async () => {
  const { file } = openTestStore();
  const database = openDatabase(file);
  onTestFinished(() => database.close());
  let [now, tries] = [0, 0];
  const all: Database['all'] = () => {
    tries += 1;
    return [9, 9, 9, 9, 9].map((pages) => ({ pages })) as never;
  };
  const tally: Database['tally'] = () => Promise.reject(new Error('the disk is full'));
  const tidy = createTidying({ ...database, all, tally }, () => now);
  await tidy();
  now = 10_000;
  await expect(tidy()).rejects.toThrow('the disk is full');
  now = 300_000;
  expect(await tidy()).toBe(false);
  now = 310_000;
  await expect(tidy()).rejects.toThrow('the disk is full');
  expect(tries).toBeGreaterThan(0);
});

test('an index that is tidy is not looked at again before somebody has written', async () => {
  const { file } = openTestStore();
  const database = openDatabase(file);
  onTestFinished(() => database.close());
  let [now, looks] = [0, 0];
  const all: Database['all'] = (...query) => {
    looks += 1;
    return database.all(...query);
  };
  const tidy = createTidying({ ...database, all }, () => now);
  for (; now <= 60_000; now += 10_000) expect(await tidy()).toBe(false);
  expect(looks).toBe(2);
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
