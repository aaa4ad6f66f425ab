import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../data/store.ts';
import { ensureBuilt } from '../../../site/build.ts';
import { startPublication } from '../../../site/publisher/publication.ts';
import { openCurrent } from '../../../site/publisher/published-folder.ts';
import type { PublisherReport } from '../../../site/publisher/worker.ts';
import { compareWithFreshRender } from '../../faults/fresh-render.ts';

const URL_OF_SITE = 'http://localhost:8080';
const ARTICLES = 300;

test('a large import is published in one round, by two threads, as a fresh render would make it', {
  timeout: 60_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'inkstone-large-round-'));
  const store = openStore({ file: join(folder, 'inkstone.db') });
  const build = await ensureBuilt();
  const reports: PublisherReport[] = [];
  mkdirSync(join(folder, 'site'));
  const publication = startPublication({
    databaseFile: join(folder, 'inkstone.db'),
    siteFolder: join(folder, 'site'),
    entry: build.entry,
    assets: build.assets,
    build: 'b',
    site: { url: URL_OF_SITE, name: 'Inkstone', defaultLang: 'en' },
    changes: store.changes,
    onPublished: () => {},
    onReport: (report) => reports.push(report),
  });
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
  await publication.stop();
  expect(openCurrent(join(folder, 'site'))?.cursor().failing).toEqual([]);
  expect(await compareWithFreshRender(folder, { url: URL_OF_SITE })).toMatchObject({
    missing: [],
    superfluous: [],
    different: [],
  });
});
