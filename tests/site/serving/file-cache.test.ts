import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFileCache, type FileCache } from '../../../site/serving/file-cache.ts';
import { openPublishedFolders, type PublishedFolders } from '../../../site/serving/published-folders.ts';

const NAMES = Array.from({ length: 60 }, (_, at) => `${at}.html`);
const PAGE = 'ink on paper '.repeat(700);
const KEPT_BYTES = 100_000;

let folder: string;
let folders: PublishedFolders;
let cache: FileCache;
let nowMs: number;

beforeEach(async () => {
  nowMs = 0;
  folder = await mkdtemp(join(tmpdir(), 'inkstone-cache-'));
  await Promise.all(NAMES.map((name) => writeFile(join(folder, name), PAGE)));
  folders = openPublishedFolders([{ prefix: '/', folder }]);
  cache = createFileCache(folders, { cacheBytes: KEPT_BYTES, clock: () => nowMs, onError: console.error });
});

afterEach(() => rm(folder, { recursive: true }));

const keptNames = () => NAMES.filter((name) => cache.get(name));

async function loadAll(names: string[]): Promise<void> {
  for (const name of names) expect(await cache.load(name)).toBeDefined();
}

describe('the file cache', () => {
  it('keeps no more than it may', async () => {
    await loadAll(NAMES);
    expect(keptNames().length).toBeLessThanOrEqual(KEPT_BYTES / PAGE.length);
    expect(keptNames().length).toBeGreaterThan(5);
    expect(keptNames()).toContain('59.html');
  });

  it('keeps what is asked for again and again while others come and go', async () => {
    await cache.load('0.html');
    for (const name of NAMES.slice(1)) {
      expect(cache.get('0.html')).toBeDefined();
      nowMs += 1000;
      await cache.load(name);
    }
  });

  it('counts what compression adds', async () => {
    const names = NAMES.slice(0, 8);
    const random = randomBytes(9000).toString('base64').slice(0, 9000);
    await Promise.all(names.map((name) => writeFile(join(folder, name), random)));
    await loadAll(names);
    expect(keptNames()).toEqual(names);
    for (const name of names) {
      const file = cache.get(name);
      if (file) cache.compress(file, 'gzip');
    }
    await vi.waitUntil(() => keptNames().some((name) => cache.get(name)?.representations.gzip));
    await vi.waitUntil(() => keptNames().length < names.length);
  });

  it('reads a file once for all who wait for it', async () => {
    const read = vi.spyOn(folders, 'read');
    const files = await Promise.all(Array.from({ length: 20 }, () => cache.load('0.html')));
    expect(new Set(files).size).toBe(1);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('remembers a few spellings of an address, and forgets them with the file', async () => {
    const file = await cache.load('0.html');
    if (!file) throw new Error('0.html is there');
    for (let at = 0; at < 100; at += 1) cache.remember(`/0?${at}`, file);
    cache.remember(`/0?${'x'.repeat(2000)}`, file);
    expect(cache.find('/0?0')).toBe(file);
    expect(cache.find('/0?99')).toBeUndefined();
    cache.drop('0.html');
    expect(cache.find('/0?0')).toBeUndefined();
    cache.remember('/0?0', file);
    expect(cache.find('/0?0')).toBeUndefined();
  });

  it('does not keep what was read before it was told to forget', async () => {
    const reading = cache.load('0.html');
    cache.clear();
    expect(await reading).toBeDefined();
    expect(cache.get('0.html')).toBeUndefined();
  });

  it('answers with a file larger than it would keep, without its content', async () => {
    await writeFile(join(folder, 'big.html'), PAGE.repeat(20));
    const big = await cache.load('big.html');
    expect(big?.size).toBe(PAGE.length * 20);
    expect(big?.representations.identity.body).toBeUndefined();
    expect(cache.get('big.html')).toBeUndefined();
  });
});
