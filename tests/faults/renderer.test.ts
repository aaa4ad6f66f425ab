import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../data/store.ts';
import { ensureBuilt } from '../../site/build.ts';
import type { Publication } from '../../site/publisher/publication.ts';
import { readCurrent } from '../../site/publisher/published-folder.ts';
import type { PublisherReport } from '../../site/publisher/worker.ts';
import { storeArticle } from '../support/published-article.ts';
import { startTestPublication } from '../support/test-publication.ts';
import { compareWithFreshRender } from './fresh-render.ts';
import { record } from './record.ts';

const URL_OF_SITE = 'http://localhost:18950';
const HANGS_AFTER_MS = 1500;

/** What a template does to the thread that renders it. */
const FAULTS = {
  throws: "throw new Error('a template that throws');",
  'never answers': 'await new Promise(() => {});',
  'runs for ever': 'for (;;) {}',
  'ends the thread': 'process.exit(3);',
  'eats all memory': 'const eaten = []; for (;;) eaten.push(new Array(1e6).fill(1));',
};

/** A publisher over the compiled site, in which the page of the article `bad` has a fault until it is mended. */
async function openPublisher(fault: string) {
  const folder = mkdtempSync(join(tmpdir(), 'inkstone-renderer-'));
  const store = openStore({ file: join(folder, 'inkstone.db') });
  const build = await ensureBuilt();
  const faulty = join(folder, 'faulty.mjs');
  const mended = join(folder, 'mended');
  writeFileSync(
    faulty,
    `import { existsSync } from 'node:fs';
    import { render as sound } from ${JSON.stringify(pathToFileURL(build.entry).href)};
    export async function render(request, locals) {
      if (request.url.endsWith('/articles/bad') && !existsSync(${JSON.stringify(mended)})) { ${fault} }
      return sound(request, locals);
    }`,
  );
  const reports: PublisherReport[] = [];
  const start = () =>
    startTestPublication({
      folder,
      store,
      entry: faulty,
      assets: build.assets,
      siteUrl: URL_OF_SITE,
      reports,
      hangsAfterMs: HANGS_AFTER_MS,
    });
  const publications: Publication[] = [];
  onTestFinished(async () => {
    await publications.at(-1)?.stop();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder,
    store,
    reports,
    mend: () => writeFileSync(mended, ''),
    start: () => {
      publications.push(start());
      return publications.at(-1) as Publication;
    },
    page: (path: string) => {
      try {
        return readFileSync(join(folder, 'site', 'current', 'public', path), 'utf8');
      } catch {
        return undefined;
      }
    },
  };
}

test.for(Object.entries(FAULTS))(
  'a template that %s keeps back its own page alone',
  async ([name, fault]) => {
    const room = await openPublisher(fault);
    const publication = room.start();
    await storeArticle(room.store, { title: 'Good one', lang: 'en', slug: 'good-1' });
    publication.wake();
    await expect.poll(() => room.page('en/articles/good-1.html'), { timeout: 20_000 }).toContain('Good one');
    await storeArticle(room.store, { title: 'Bad one', lang: 'en', slug: 'bad' });
    const begun = performance.now();
    const { seq } = await room.store.articles
      .create({ title: 'Good two', content: '<p>x</p>', lang: 'en', slug: 'good-2', status: 'published' })
      .then((written) => written);
    publication.wake();
    expect(await publication.whenLive(seq, 60_000)).toBe(true);
    const ms = Math.round(performance.now() - begun);
    expect(room.page('en/articles/good-2.html')).toContain('Good two');
    expect(room.page('en/articles/bad.html')).toBeUndefined();
    expect((await publication.status()).failing).toEqual(['/en/articles/bad']);
    expect(publication.isDangerous('/en/articles/bad')).toBe(name !== 'throws');
    expect(publication.isDangerous('/en/articles/good-2')).toBe(false);
    record(`a template that ${name}`, { liveAgainAfterMs: ms });
  },
);

test.for(Object.entries(FAULTS))(
  'a template that %s keeps back its own page alone in a large round as well, which two threads render',
  async ([name, fault]) => {
    const room = await openPublisher(fault);
    const publication = room.start();
    expect(await publication.whenLive(0, 20_000)).toBe(true);
    const titles = Array.from({ length: 300 }, (_, n) => `Good ${n}`);
    await room.store.articles.createMany(
      [...titles, 'Bad'].map((title) => ({
        title,
        content: '<p>x</p>',
        lang: 'ko' as const,
        slug: title.toLowerCase().replace(' ', '-'),
        status: 'published' as const,
      })),
    );
    const begun = performance.now();
    publication.wake();
    expect(await publication.whenLive(await room.store.changes.latest(), 60_000)).toBe(true);
    const ms = Math.round(performance.now() - begun);
    expect((await publication.status()).failing).toEqual(['/ko/articles/bad']);
    expect(room.page('ko/articles/bad.html')).toBeUndefined();
    for (const n of titles.keys()) expect(room.page(`ko/articles/good-${n}.html`)).toContain(`Good ${n}`);
    record(`a template that ${name}, large round`, { liveAgainAfterMs: ms });
  },
);

test('a page that was mended is made after the next start', async () => {
  const room = await openPublisher(FAULTS['runs for ever']);
  const first = room.start();
  await storeArticle(room.store, { title: 'Bad one', lang: 'en', slug: 'bad' });
  first.wake();
  await expect
    .poll(() => first.status().then(({ failing }) => failing), { timeout: 30_000 })
    .toEqual(['/en/articles/bad']);
  await first.stop();
  room.mend();
  const second = room.start();
  await storeArticle(room.store, { title: 'Another', lang: 'en', slug: 'another' });
  second.wake();
  await expect.poll(() => room.page('en/articles/bad.html'), { timeout: 90_000 }).toContain('Bad one');
  expect(await compareWithFreshRender(room.folder, { url: URL_OF_SITE })).toMatchObject({
    missing: [],
    superfluous: [],
    different: [],
  });
});

test('what a power cut takes of the last pages is made again by the next start', async () => {
  const room = await openPublisher('');
  const first = room.start();
  await storeArticle(room.store, { title: 'Long settled', lang: 'en', slug: 'settled' });
  first.wake();
  await expect.poll(() => room.page('en/articles/settled.html'), { timeout: 20_000 }).toBeDefined();
  await first.stop();
  // What stands in the note of the first stop is on the disk; what comes now is not, when the power goes.
  const current = join(room.folder, 'site', readCurrent(join(room.folder, 'site')) as string);
  const note = readFileSync(join(current, 'settled.json'));
  const second = room.start();
  await storeArticle(room.store, { title: 'Just written', lang: 'en', slug: 'just' });
  second.wake();
  await expect.poll(() => room.page('en/articles/just.html'), { timeout: 20_000 }).toBeDefined();
  await second.stop();
  writeFileSync(join(current, 'settled.json'), note);
  for (const path of ['en/articles/just.html', 'en/index.html', 'feed/rss.xml', 'sitemap.xml'])
    truncateSync(join(current, 'public', path));
  truncateSync(join(current, 'cursor.json'));
  room.start();
  await expect.poll(() => room.page('en/articles/just.html'), { timeout: 20_000 }).toContain('Just written');
  await expect
    .poll(() => compareWithFreshRender(room.folder, { url: URL_OF_SITE }), { timeout: 20_000 })
    .toMatchObject({ missing: [], superfluous: [], different: [] });
});

test('a copy whose notes are unreadable is made anew while it is served', async () => {
  const room = await openPublisher('');
  const first = room.start();
  await storeArticle(room.store, { title: 'Still here', lang: 'en', slug: 'still' });
  first.wake();
  await expect.poll(() => room.page('en/articles/still.html'), { timeout: 20_000 }).toBeDefined();
  await first.stop();
  const name = readCurrent(join(room.folder, 'site')) as string;
  writeFileSync(join(room.folder, 'site', name, 'settled.json'), '{"seq":');
  room.start();
  await expect.poll(() => readCurrent(join(room.folder, 'site')), { timeout: 20_000 }).not.toBe(name);
  expect(room.page('en/articles/still.html')).toContain('Still here');
});
