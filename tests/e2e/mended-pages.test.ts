import {
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isWhole } from '../../site/whole-page.ts';
import { type RunningService, runService } from '../support/running-service.ts';

let service: RunningService;
const fileOf = (name: string) => join(service.folder, 'var', 'site', 'current', 'public', name);
const get = (path: string) => service.call(path, { token: null });

beforeAll(async () => {
  service = await runService();
  const article = { title: 'Once', slug: 'once', lang: 'en', content: '<p>x</p>', status: 'published' };
  await service.call('/api/v1/articles', {
    json: { ...article, tags: ['ink'] },
    headers: { Prefer: 'wait=30' },
  });
});
afterAll(() => service?.remove());

test('a page or feed that is deleted from the disk is there for whoever asks, and soon on the disk again as before', async () => {
  const files = ['en/articles/once.html', 'feed/tag/ink.xml'];
  const before = files.map((file) => readFileSync(fileOf(file)));
  for (const file of files) rmSync(fileOf(file));
  await expect
    .poll(async () => (await get('/en/articles/once')).text(), { timeout: 10_000 })
    .toContain('Once');
  expect(await (await get('/feed/tag/ink.xml?utm_source=letter')).text()).toContain('Once');
  await expect.poll(() => files.every((file) => existsSync(fileOf(file))), { timeout: 20_000 }).toBe(true);
  expect(files.map((file) => readFileSync(fileOf(file)))).toEqual(before);
}, 30_000);

test('a page that has been cut off on the disk is mended as soon as somebody has asked for it', async () => {
  const file = fileOf('en/categories.html');
  const before = readFileSync(file);
  truncateSync(file, 1000);
  await get('/en/categories');
  await expect.poll(() => readFileSync(file).equals(before), { timeout: 20_000 }).toBe(true);
  await expect.poll(async () => (await get('/en/categories')).text()).toContain('</html>');
}, 30_000);

test('a page that somebody has put among them by hand stays as it is', async () => {
  writeFileSync(fileOf('proof-of-ownership.html'), 'proof-of-ownership: 123');
  expect(await (await get('/proof-of-ownership')).text()).toBe('proof-of-ownership: 123');
  rmSync(fileOf('en/articles/once.html'));
  await expect.poll(async () => (await get('/en/articles/once')).status).toBe(200);
  await expect.poll(() => existsSync(fileOf('en/articles/once.html')), { timeout: 20_000 }).toBe(true);
  expect(readFileSync(fileOf('proof-of-ownership.html'), 'utf8')).toBe('proof-of-ownership: 123');
}, 30_000);

test('pages that are made for a single reader never become files', async () => {
  for (const path of ['/search', '/search?q=once', '/en/articles/once/reactions'])
    expect((await get(path)).status, path).toBe(200);
  expect((await get('/search')).headers.get('cache-control')).toBe('private, no-cache');
  expect(globSync('**/{search,reactions}.html', { cwd: fileOf('.') })).toEqual([]);
});

test('a link that leads nowhere gives way to the page, and a folder leaves nothing behind', async () => {
  const page = fileOf('en/articles/once.html');
  rmSync(page);
  symlinkSync(page, page);
  expect((await get('/en/articles/once')).status).toBe(200);
  await expect.poll(() => lstatSync(page).isFile(), { timeout: 20_000 }).toBe(true);
  rmSync(page);
  mkdirSync(page);
  await get('/en/articles/once?again');
  await expect
    .poll(async () => (await (await get('/api/v1/health')).json()).publisher.failing, { timeout: 20_000 })
    .toEqual(['/en/articles/once']);
  expect(globSync('*/*', { cwd: fileOf('../incoming') })).toEqual([]);
  rmdirSync(page);
  await get('/en/articles/once');
}, 60_000);

test('files for browsers that somebody has deleted are back after the next start', async () => {
  const names = ['favicon.svg', 'feed.css', ...globSync('assets/*.css', { cwd: fileOf('.') })];
  expect(names.length).toBeGreaterThan(2);
  const before = names.map((name) => readFileSync(fileOf(name)));
  for (const name of names) rmSync(fileOf(name));
  await service.stop();
  await service.start();
  await expect.poll(() => names.every((name) => existsSync(fileOf(name))), { timeout: 20_000 }).toBe(true);
  expect(names.map((name) => readFileSync(fileOf(name)))).toEqual(before);
}, 60_000);

test('every page and feed of the site is known to be whole', () => {
  const names = globSync('**/*.{html,xml,json,md,txt}', { cwd: fileOf('.') });
  expect(names.length).toBeGreaterThan(40);
  const damaged = names.filter((name) => !isWhole(name, readFileSync(fileOf(name))));
  expect(damaged).toEqual(['proof-of-ownership.html']);
});
