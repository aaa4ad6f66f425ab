import { execFile } from 'node:child_process';
import { readdirSync, readlinkSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { type RunningService, runService } from '../support/running-service.ts';

const ARTICLE = { title: 'Once', slug: 'once', lang: 'en', content: '<p>x</p>', status: 'published' };

async function openService(): Promise<RunningService> {
  const service = await runService();
  onTestFinished(() => service.remove());
  await service.call('/api/v1/articles', { json: ARTICLE, headers: { Prefer: 'wait=30' } });
  return service;
}

test('a second process on the same folder says so and ends; the first goes on', async () => {
  const first = await openService();
  const second = runService({ INKSTONE_DATA: join(first.folder, 'var') });
  await expect(second).rejects.toThrow(
    /ended with 1:\s+Inkstone cannot start. Another Inkstone \(process \d+\) works on this data folder already/,
  );
  expect((await first.call('/api/v1/articles', { json: { ...ARTICLE, slug: 'twice' } })).status).toBe(201);
});

test('a damaged database is refused with what to do next, and not touched', async () => {
  const service = await openService();
  await service.stop();
  const file = join(service.folder, 'var', 'inkstone.db');
  truncateSync(file, Math.floor(statSync(file).size / 2 / 4096) * 4096);
  const before = statSync(file);
  await expect(service.start()).rejects.toThrow(/ended with 1:.*is damaged: .*npm run restore -- FOLDER/s);
  expect(statSync(file)).toMatchObject({ size: before.size, mtimeMs: before.mtimeMs });
});

test('a published site without its database is left alone', async () => {
  const service = await openService();
  await service.stop();
  const database = join(service.folder, 'var', 'inkstone.db');
  rmSync(database);
  await expect(service.start()).rejects.toThrow(/ended with 1:.*its database .* is missing or empty/s);
  writeFileSync(database, '');
  await expect(service.start()).rejects.toThrow(/ended with 1:.*its database .* is missing or empty/s);
});

test('a start with a lost site makes it anew', async () => {
  const service = await openService();
  const site = join(service.folder, 'var', 'site');
  await service.stop();
  rmSync(site, { recursive: true });
  await service.start();
  expect(await (await service.call('/en/articles/once', { token: null })).text()).toContain('Once');
  await expect
    .poll(() => readdirSync(join(site, 'current', 'public', 'en', 'articles')), { timeout: 30_000 })
    .toEqual(expect.arrayContaining(['once.html']));
});

test('the copy of the site that a rebuild by hand replaces is deleted while the service runs', async () => {
  const service = await openService();
  const site = join(service.folder, 'var', 'site');
  const before = readlinkSync(join(site, 'current'));
  const script = fileURLToPath(new URL('../../scripts/rebuild.ts', import.meta.url));
  const env = { PATH: process.env.PATH, INKSTONE_DATA: join(service.folder, 'var') };
  await promisify(execFile)(process.execPath, [script], { env });
  const after = readlinkSync(join(site, 'current'));
  expect(after).not.toBe(before);
  await expect.poll(() => readdirSync(site).sort(), { timeout: 20_000 }).toEqual([after, 'current'].sort());
  const json = { ...ARTICLE, slug: 'after' };
  await service.call('/api/v1/articles', { json, headers: { Prefer: 'wait=30' } });
  expect((await service.call('/en/articles/after', { token: null })).status).toBe(200);
  expect(readdirSync(join(site, 'current', 'public', 'en', 'articles'))).toContain('after.html');
});
