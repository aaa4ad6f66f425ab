import { expect, test } from 'vitest';
import { anArticle, openTestStore } from './test-store.ts';

const HOUR = 3_600_000;
const REQUEST = { tokenId: 't', key: 'k', fingerprint: 'f' };

test('a change is never older than what it changes, though the clock was set back', async () => {
  const { store, time } = openTestStore();
  const { article } = await store.articles.create(anArticle('Before'));
  time.now = new Date(time.now.getTime() - HOUR);
  const changed = await store.articles.update(article.id, { title: 'After' });
  expect(changed.article.updatedAt).toBe(article.updatedAt);
  time.now = new Date(time.now.getTime() + 2 * HOUR);
  const { article: later } = await store.articles.update(article.id, { title: 'Later' });
  expect(later.updatedAt).toBe(time.now.toISOString());
});

test('an answer is kept for its key when the clock is set back', async () => {
  const { store, time } = openTestStore();
  const begun = await store.idempotency.begin(REQUEST);
  if (begun.state !== 'new') throw new Error(begun.state);
  await store.idempotency.finish(begun.attempt, { status: 201, headers: {}, body: 'first' });
  time.now = new Date(time.now.getTime() - HOUR);
  await store.idempotency.prune();
  expect(await store.idempotency.begin(REQUEST)).toMatchObject({ state: 'done', body: 'first' });
});

test('a request that died before the clock was set back does not keep its key busy until that time comes again', async () => {
  const { store, time } = openTestStore();
  await store.idempotency.begin(REQUEST);
  time.now = new Date(time.now.getTime() - HOUR);
  expect((await store.idempotency.begin(REQUEST)).state).toBe('new');
});

test('keys from a far future, in which the clock was wrong, are forgotten', async () => {
  const { store, time } = openTestStore();
  time.now = new Date('2038-01-19T00:00:00Z');
  await store.idempotency.begin(REQUEST);
  time.now = new Date('2026-03-01T12:00:00Z');
  expect(await store.idempotency.prune()).toBe(1);
});
