import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../data/store.ts';
import { ensureBuilt } from '../../../site/build.ts';
import { readCurrent } from '../../../site/publisher/published-folder.ts';
import { startTestPublication } from '../../support/test-publication.ts';

test('a publisher that never rests brings what it has published to the disk all the same', {
  timeout: 30_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'inkstone-settlement-'));
  const store = openStore({ file: join(folder, 'inkstone.db') });
  const publication = startTestPublication({
    ...(await ensureBuilt()),
    ...{ folder, store, siteUrl: 'http://localhost:8080', reports: [], settleAfterMs: 100 },
  });
  onTestFinished(async () => {
    await publication.stop();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  expect(await publication.whenLive(0, 30_000)).toBe(true);
  const site = join(folder, 'site');
  const settled = () => {
    const note = join(site, readCurrent(site) ?? '', 'settled.json');
    return existsSync(note) ? (JSON.parse(readFileSync(note, 'utf8')) as { seq: number }).seq : 0;
  };
  // There is always an article that is not live yet.
  let written = 0;
  while (written === 0 || settled() === 0) {
    await store.articles.create({
      ...{ title: `Article ${written}`, content: '<p>Text</p>', lang: 'en', status: 'published' },
    });
    written++;
    publication.wake();
    expect((await publication.status()).lag).toBeGreaterThan(0);
    await sleep(1);
  }
  expect(settled()).toBeLessThan(written);
});
