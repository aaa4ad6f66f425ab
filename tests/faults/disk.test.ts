import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type RunningService, runService } from '../support/running-service.ts';
import { drawJpeg, fileForm } from '../support/test-pictures.ts';
import { compareWithFreshRender } from './fresh-render.ts';
import { record } from './record.ts';

/** Mounting needs the rights of root; without them these tests are skipped. */
const CAN_MOUNT = process.getuid?.() === 0 && spawnSync('mount', ['--version']).status === 0 && tryToMount();

function tryToMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'inkstone-mount-'));
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status === 0;
  if (isMounted) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true });
  if (!isMounted) console.log('Faults of the disk are skipped: this machine does not let us mount.');
  return isMounted;
}

const articleAt = (n: number) => ({
  title: `Full ${n}`,
  slug: `full-${n}`,
  lang: 'en',
  content: `<p>${'ink '.repeat(5000)}</p>`,
  status: 'published',
});

const post = (service: RunningService, n: number, headers = {}) =>
  service.call('/api/v1/articles', { json: articleAt(n), headers });

async function upload(service: RunningService, width: number): Promise<Response> {
  return service.call('/api/v1/upload', {
    method: 'POST',
    body: fileForm(await drawJpeg({ width, height: 400 })),
  });
}

async function expectReadersServed(service: RunningService): Promise<void> {
  for (const path of [
    '/en/articles/full-0',
    '/en/',
    '/feed/rss.xml',
    '/api/v1/search/suggest?q=full',
    '/search?q=full',
  ])
    expect((await service.call(path, { token: null })).status, path).toBe(200);
  expect((await service.call('/api/v1/articles')).status).toBe(200);
}

async function expectRecovery(service: RunningService, dataFolder: string, accepted: number): Promise<void> {
  await expect
    .poll(async () => (await post(service, 1000)).status, { timeout: 20_000, interval: 500 })
    .toBe(201);
  const last = await post(service, 1001, { Prefer: 'wait=30' });
  expect(last.headers.get('preference-applied')).toBe('wait=30');
  const list = await service.call('/api/v1/articles?limit=1');
  const { pagination } = (await list.json()) as { pagination: { total: number } };
  expect(pagination.total).toBe(accepted + 2);
  const { compared, ...differences } = await compareWithFreshRender(dataFolder, service);
  expect(differences).toEqual({ missing: [], superfluous: [], different: [] });
  expect(compared).toBeGreaterThan(accepted);
}

test.skipIf(!CAN_MOUNT)(
  'a full disk refuses writes with 503, keeps readers served, and is forgotten once there is room',
  async () => {
    const mounted = mkdtempSync(join(tmpdir(), 'inkstone-full-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', mounted]);
    const dataFolder = join(mounted, 'var');
    const service = await runService({ INKSTONE_DATA: dataFolder, LOG_LEVEL: 'fatal' });
    onTestFinished(async () => {
      await service.remove();
      execFileSync('umount', [mounted]);
      rmSync(mounted, { recursive: true });
    });
    await post(service, 0, { Prefer: 'wait=30' });
    expect((await upload(service, 500)).status).toBe(201);

    const filler = join(mounted, 'filler');
    fill(filler);
    const statuses: number[] = [];
    let refusal: unknown;
    for (let n = 1; n <= 60 && statuses.filter((status) => status === 503).length < 10; n++) {
      const response = await post(service, n);
      statuses.push(response.status);
      if (response.status === 503) refusal = await response.json();
    }
    expect(new Set(statuses).difference(new Set([201, 503])).size).toBe(0);
    expect(refusal).toMatchObject({ status: 503, detail: expect.stringContaining('disk is full') });
    const refusedUpload = await upload(service, 501);
    expect(refusedUpload.status).toBe(503);
    expect(await refusedUpload.json()).toMatchObject({ detail: expect.stringContaining('disk') });
    await expectReadersServed(service);
    expect((await service.call('/api/v1/health')).status).toBe(503);

    rmSync(filler);
    const accepted = 1 + statuses.filter((status) => status === 201).length;
    await expectRecovery(service, dataFolder, accepted);
    expect((await upload(service, 501)).status).toBe(201);
    record('disk full', { refused: statuses.length - accepted + 1, acceptedMeanwhile: accepted - 1 });
  },
);

function fill(file: string): void {
  const descriptor = openSync(file, 'w');
  try {
    for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 2))
      fillBy(descriptor, Buffer.alloc(size));
  } finally {
    closeSync(descriptor);
  }
}

function fillBy(descriptor: number, block: Buffer): void {
  try {
    for (;;) if (writeSync(descriptor, block) < block.length) return;
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  }
}

test.skipIf(!CAN_MOUNT)(
  'a read-only folder refuses what cannot be stored, loses nothing, and is forgotten once it is writable',
  async () => {
    const service = await runService({ LOG_LEVEL: 'fatal' });
    const dataFolder = join(service.folder, 'var');
    const locked = ['site', 'uploads'].map((name) => join(dataFolder, name));
    const mounts: string[] = [];
    const unlock = () => {
      for (const folder of mounts.splice(0)) execFileSync('umount', ['-l', folder]);
    };
    onTestFinished(async () => {
      unlock();
      await service.remove();
    });
    mkdirSync(join(dataFolder, 'uploads'), { recursive: true });
    await post(service, 0, { Prefer: 'wait=30' });
    for (const folder of locked) {
      execFileSync('mount', ['--bind', folder, folder]);
      mounts.push(folder);
      execFileSync('mount', ['-o', 'remount,ro,bind', folder]);
    }
    const refused = await upload(service, 502);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ detail: expect.stringContaining('cannot be stored') });
    // The database stands elsewhere: what it takes is published later.
    for (let n = 1; n <= 5; n++) expect((await post(service, n)).status).toBe(201);
    const late = await post(service, 6, { Prefer: 'wait=2' });
    expect([late.status, late.headers.get('preference-applied')]).toEqual([201, null]);
    await expectReadersServed(service);
    unlock();
    await expectRecovery(service, dataFolder, 7);
    expect((await upload(service, 502)).status).toBe(201);
  },
);

test.skipIf(!CAN_MOUNT)('a start on a read-only folder says so', async () => {
  const service = await runService();
  const dataFolder = join(service.folder, 'var');
  await service.stop();
  execFileSync('mount', ['--bind', dataFolder, dataFolder]);
  execFileSync('mount', ['-o', 'remount,ro,bind', dataFolder]);
  onTestFinished(async () => {
    execFileSync('umount', ['-l', dataFolder]);
    await service.remove();
  });
  await expect(service.start()).rejects.toThrow(
    /ended with 1:\s+Inkstone cannot start.*data folder.*cannot be written/s,
  );
});
