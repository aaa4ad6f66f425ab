import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCurrent, removeOthers } from '../../../site/publisher/published-folder.ts';
import { buildCopy, swapIn } from '../../../site/publisher/rebuild.ts';
import { openPublishingRoom, type PublishingRoom } from './publishing-room.ts';

const article = (title: string) => ({
  title,
  content: '<p>x</p>',
  lang: 'en' as const,
  status: 'published' as const,
});

async function rebuild(room: PublishingRoom, build: string) {
  const options = { ...room, build };
  const copy = await buildCopy(options);
  await swapIn(options, copy);
  return copy;
}

test('a rebuild writes every page and the files of the build', async () => {
  const room = openPublishingRoom();
  const { seq } = await room.store.articles.create(article('One'));
  const copy = await rebuild(room, 'b1');
  expect(copy.cursor()).toEqual({ seq, failing: [] });
  for (const address of ['/', '/en/', '/en/articles/one', '/feed/rss.xml?lang=ko', '/sitemap.xml'])
    expect(room.served(address)).toBe(address);
  expect(existsSync(join(room.siteFolder, 'current/public/assets/style.css'))).toBe(true);
});

test('readers see the old copy until the new one is complete', async () => {
  const room = openPublishingRoom();
  await rebuild(room, 'b1');
  room.pages.set('/en/', 'of the second build');
  const options = { ...room, build: 'b2' };
  const copy = await buildCopy(options);
  expect(room.served('/en/')).toBe('/en/');
  await swapIn(options, copy);
  expect(room.served('/en/')).toBe('of the second build');
});

test('what is published during a rebuild is in the new copy', async () => {
  const room = openPublishingRoom();
  const options = { ...room, build: 'b1' };
  const copy = await buildCopy(options);
  const { seq } = await room.store.articles.create(article('Meanwhile'));
  await swapIn(options, copy);
  expect(room.served('/en/articles/meanwhile')).toBe('/en/articles/meanwhile');
  expect(copy.cursor().seq).toBe(seq);
});

test('files of an earlier build stay for pages that are still open', async () => {
  const room = openPublishingRoom();
  await rebuild(room, 'b1');
  writeFileSync(join(room.siteFolder, 'current/public/assets/old.js'), '');
  await rebuild(room, 'b2');
  expect(existsSync(join(room.siteFolder, 'current/public/assets/old.js'))).toBe(true);
});

test('a rebuild that is stopped leaves the served copy as it is', async () => {
  const room = openPublishingRoom();
  await rebuild(room, 'b1');
  const before = readCurrent(room.siteFolder);
  const stopping = AbortSignal.abort(new Error('stopping'));
  await expect(buildCopy({ ...room, build: 'b2', signal: stopping })).rejects.toThrow('stopping');
  expect(readCurrent(room.siteFolder)).toBe(before);
});

test('only the served copy and those that another process is making stay', async () => {
  const room = openPublishingRoom();
  await rebuild(room, 'b1');
  const inTheMaking = `b2-x-${process.ppid}`;
  for (const name of ['left-over-0', inTheMaking]) mkdirSync(join(room.siteFolder, name));
  removeOthers(room.siteFolder);
  expect(readdirSync(room.siteFolder).toSorted()).toEqual(
    ['current', readCurrent(room.siteFolder), inTheMaking].toSorted(),
  );
});

test('a page that fails is named, and the others are there', async () => {
  const room = openPublishingRoom();
  room.pages.set('/ko/', new Error('a template that throws'));
  const copy = await rebuild(room, 'b1');
  expect(copy.cursor().failing).toEqual(['/ko/']);
  expect(room.served('/en/')).toBe('/en/');
});
