import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileFor } from '../../../site/paths.ts';
import { createLostPages } from '../../../site/publisher/lost-pages.ts';
import { mend, publish, retry } from '../../../site/publisher/publish.ts';
import { createGeneration, makeCurrent, servedFolder } from '../../../site/publisher/published-folder.ts';
import { openPublishingRoom } from './publishing-room.ts';

const PAGE = '/en/articles/one';
const WHOLE = '<!DOCTYPE html><html><body>One</body></html>';

/** A served copy with one article, whose page is `served`. */
async function openSite(served = WHOLE) {
  const room = openPublishingRoom();
  room.pages.set(PAGE, served);
  const output = createGeneration(room.siteFolder, { build: 'b1', assets: room.assets, seq: 0 });
  makeCurrent(room.siteFolder, output);
  const options = { ...room, output, changes: room.store.changes };
  await room.store.articles.create({ title: 'One', content: '<p>x</p>', lang: 'en', status: 'published' });
  await publish(options);
  return options;
}

test('a page that is missing on disk is found and written again', async () => {
  const site = await openSite();
  await site.output.remove(PAGE);
  const lost = createLostPages();
  lost.report(PAGE);
  const found = await lost.find(site.store, site.output);
  expect(found).toEqual([PAGE]);
  expect(await mend(site, found)).toMatchObject({ changed: [PAGE], failing: [] });
  expect(site.served(PAGE)).toBe(WHOLE);
});

test.each([
  ['cut off', WHOLE.slice(0, 20)],
  ['empty', ''],
  ['ends in zeros', WHOLE.replace('</html>', '\0\0\0\0\0\0\0')],
])('a page that is damaged is found (%s)', async (_, damaged) => {
  const site = await openSite(damaged);
  const lost = createLostPages();
  lost.report(PAGE);
  expect(await lost.find(site.store, site.output)).toEqual([PAGE]);
});

test('a page that is whole, as one that was asked for a moment before it was published, is left alone', async () => {
  const site = await openSite();
  const lost = createLostPages();
  lost.report(PAGE);
  expect(await lost.find(site.store, site.output)).toEqual([]);
});

test('a page in whose place something else stands fails like any other, and stops nothing', async () => {
  const site = await openSite();
  await site.output.remove(PAGE);
  mkdirSync(join(servedFolder(site.siteFolder), fileFor(PAGE)));
  const lost = createLostPages();
  lost.report(PAGE);
  const found = await lost.find(site.store, site.output);
  expect(found).toEqual([PAGE]);
  expect(await mend(site, found)).toMatchObject({ failing: [PAGE] });
  expect(await lost.find(site.store, site.output)).toEqual([]);
});

test('while pages are mended those that fail wait for their own time, and are not forgotten', async () => {
  const site = await openSite();
  site.pages.set('/en/', new Error('the template throws'));
  await site.store.articles.create({ title: 'Two', content: '<p>x</p>', lang: 'en', status: 'published' });
  expect((await publish(site))?.failing).toEqual(['/en/']);
  site.rendered.length = 0;
  expect(await mend(site, [PAGE])).toMatchObject({ failing: ['/en/'] });
  expect(site.rendered).toEqual([PAGE]);
  site.pages.delete('/en/');
  expect(await retry(site)).toMatchObject({ failing: [] });
});

test('what is no page of the site is never written', async () => {
  const site = await openSite();
  const lost = createLostPages();
  for (const address of ['/search', '/en/articles/one/reactions', '/en/articles/two', '/proof-of-ownership'])
    lost.report(address);
  expect(await lost.find(site.store, site.output)).toEqual([]);
});

test('the site is gone through in a twentieth of the time at most, and reports wait until then', async () => {
  const site = await openSite();
  await site.output.remove(PAGE);
  let now = 0;
  const keys = () => {
    now += 100;
    return site.store.site.keys();
  };
  const slowStore = { ...site.store, site: { ...site.store.site, keys } };
  const lost = createLostPages(() => now);
  lost.report('/en/articles/two');
  expect(await lost.find(slowStore, site.output)).toEqual([]);
  lost.report(PAGE);
  now = 1999;
  expect(await lost.find(slowStore, site.output)).toEqual([]);
  now = 2000;
  expect(await lost.find(slowStore, site.output)).toEqual([PAGE]);
});
