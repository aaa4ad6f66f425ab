import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../data/store.ts';
import { ensureBuilt } from '../../../site/build.ts';
import { openCurrent, readCurrent } from '../../../site/publisher/published-folder.ts';
import type { PublisherReport } from '../../../site/publisher/worker.ts';
import { compareWithFreshRender } from '../../faults/fresh-render.ts';
import { startTestPublication } from '../../support/test-publication.ts';

const URL_OF_SITE = 'http://localhost:8080';
const ARTICLES = 300;

test('a large import is published in one round, by two threads where there are two processors, as a fresh render would make it', {
  timeout: 60_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'inkstone-large-round-'));
  const store = openStore({ file: join(folder, 'inkstone.db') });
  const build = await ensureBuilt();
  const reports: PublisherReport[] = [];
  const publication = startTestPublication({ ...build, folder, store, siteUrl: URL_OF_SITE, reports });
  onTestFinished(async () => {
    await publication.stop();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  expect(await publication.whenLive(0, 30_000)).toBe(true);
  const written = await store.articles.createMany(
    Array.from({ length: ARTICLES }, (_, n) => ({
      title: `Article ${n}`,
      content: `<p>Text ${n}</p>`,
      lang: (['en', 'ko', 'ja'] as const)[n % 3],
      category: `category-${n % 5}`,
      tags: [`tag-${n % 7}`],
      status: 'published' as const,
    })),
  );
  expect(written).toHaveLength(ARTICLES);
  publication.wake();
  expect(await publication.whenLive(await store.changes.latest(), 30_000)).toBe(true);
  const rounds = reports.flatMap((report) => (report.report === 'published' ? [report.rendered] : []));
  // Article and Markdown of each, and each list once.
  expect(rounds.filter((rendered) => rendered > 0)).toHaveLength(1);
  expect(Math.max(...rounds)).toBeGreaterThan(2 * ARTICLES);
  expect(reports.filter(({ report }) => report === 'failure')).toEqual([]);
  // Each thread that writes has a folder of its own for pages on their way.
  const copy = readCurrent(join(folder, 'site')) ?? '';
  expect(readdirSync(join(folder, 'site', copy, 'incoming'))).toHaveLength(
    availableParallelism() > 1 ? 2 : 1,
  );
  await publication.stop();
  expect(openCurrent(join(folder, 'site'))?.cursor().failing).toEqual([]);
  expect(await compareWithFreshRender(folder, { url: URL_OF_SITE })).toMatchObject({
    missing: [],
    superfluous: [],
    different: [],
  });
});
