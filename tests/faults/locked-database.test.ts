import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { runService } from '../support/running-service.ts';
import { record } from './record.ts';

const ARTICLE = { title: 'Patience', slug: 'patience', lang: 'en', content: '<p>x</p>', status: 'published' };

/** A service, and another process's lock on its database. */
async function openLocked() {
  const service = await runService();
  onTestFinished(() => service.remove());
  await service.call('/api/v1/articles', { json: ARTICLE, headers: { Prefer: 'wait=30' } });
  const other = new SqliteDatabase(join(service.folder, 'var', 'inkstone.db'));
  onTestFinished(() => void other.close());
  other.exec('BEGIN IMMEDIATE');
  return { service, unlock: () => other.exec('COMMIT') };
}

test('a write waits until another process has finished writing', async () => {
  const { service, unlock } = await openLocked();
  const writing = service.call('/api/v1/articles', { json: { ...ARTICLE, slug: 'later' } });
  await sleep(1500);
  unlock();
  expect((await writing).status).toBe(201);
});

test('a write that waits for too long is told to come again, and readers notice nothing', async () => {
  const { service, unlock } = await openLocked();
  const begun = performance.now();
  const writing = Array.from({ length: 20 }, (_, n) =>
    service.call('/api/v1/articles', { json: { ...ARTICLE, slug: `never-${n}` } }),
  );
  let isOver = false;
  const slowest = (async () => {
    let ms = 0;
    for (let n = 0; !isOver; n++) {
      const since = performance.now();
      const path = n % 2 ? '/en/articles/patience' : '/api/v1/search/suggest?q=pat';
      expect((await service.call(path, { token: null })).status).toBe(200);
      ms = Math.max(ms, performance.now() - since);
      await sleep(20);
    }
    return ms;
  })();
  for (const response of await Promise.all(writing)) {
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining('Another process') });
  }
  isOver = true;
  const [refusedAfterMs, slowestReadMs] = [performance.now() - begun, await slowest].map(Math.round);
  expect(slowestReadMs).toBeLessThan(2000);
  unlock();
  const after = await service.call('/api/v1/articles', { json: { ...ARTICLE, slug: 'after' } });
  expect(after.status).toBe(201);
  record('database locked', {
    writers: writing.length,
    refusedAfterMs: refusedAfterMs ?? 0,
    slowestReadMs: slowestReadMs ?? 0,
  });
});
