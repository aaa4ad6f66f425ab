import { execFile } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { type RunningService, runService } from '../support/running-service.ts';
import { drawJpeg, fileForm } from '../support/test-pictures.ts';

const articleAt = (n: number) => ({
  title: `Kept ${n}`,
  slug: `kept-${n}`,
  lang: 'en',
  content: '<p>Kept safe.</p>',
  status: 'published',
});

async function openService(): Promise<RunningService & { picture: string }> {
  const service = await runService();
  onTestFinished(() => service.remove());
  const body = fileForm(await drawJpeg({ width: 900, height: 600 }));
  const { url } = (await (await service.call('/api/v1/upload', { method: 'POST', body })).json()) as {
    url: string;
  };
  await service.call('/api/v1/articles/bulk', {
    json: Array.from({ length: 200 }, (_, n) => articleAt(n)),
    headers: { Prefer: 'wait=30' },
  });
  return { ...service, picture: url };
}

function run(script: 'backup' | 'restore', service: RunningService, ...parameters: string[]) {
  const file = fileURLToPath(new URL(`../../scripts/${script}.ts`, import.meta.url));
  const env = { PATH: process.env.PATH, INKSTONE_DATA: join(service.folder, 'var') };
  return new Promise<{ code: number; output: string }>((resolve) =>
    execFile(process.execPath, [file, ...parameters], { env, cwd: service.folder }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    ),
  );
}

async function total(service: RunningService): Promise<number> {
  const response = await service.call('/api/v1/articles?limit=1');
  return ((await response.json()) as { pagination: { total: number } }).pagination.total;
}

test('a backup made while the service writes holds one moment, and brings everything back', async () => {
  const service = await openService();
  let isOver = false;
  let written = 200;
  const writing = (async () => {
    while (!isOver)
      await service.call('/api/v1/articles', { json: articleAt(written) }).then(() => written++);
  })();
  const before = written;
  const made = await run('backup', service, 'copy');
  const after = written + 1;
  isOver = true;
  await writing;
  expect(made).toMatchObject({ code: 0, output: expect.stringContaining('verified') });
  const kept = Number(/(\d+) articles, 1 uploads/.exec(made.output)?.[1]);
  expect(kept).toBeGreaterThanOrEqual(before);
  expect(kept).toBeLessThanOrEqual(after);

  expect(await run('restore', service, 'copy')).toMatchObject({
    code: 1,
    output: expect.stringMatching(/Another Inkstone \(process \d+\)/),
  });
  await service.kill();
  rmSync(join(service.folder, 'var'), { recursive: true });
  expect(await run('restore', service, 'copy')).toMatchObject({ code: 0 });
  await service.start();
  expect(await total(service)).toBe(kept);
  expect((await service.call(service.picture, { token: null })).status).toBe(200);
  const next = await service.call('/api/v1/articles', {
    json: articleAt(9999),
    headers: { Prefer: 'wait=30' },
  });
  expect(next.headers.get('preference-applied')).toBe('wait=30');
  expect(await (await service.call('/en/articles/kept-9999', { token: null })).text()).toContain('Kept 9999');
}, 120_000);

test('a restore replaces nothing unasked, keeps what it replaces, and shows no page of what it replaced', async () => {
  const service = await openService();
  await run('backup', service, 'copy');
  const gone = { ...articleAt(7), slug: 'written-after-the-backup' };
  await service.call('/api/v1/articles', { json: gone, headers: { Prefer: 'wait=30' } });
  await service.stop();
  expect(await run('restore', service, 'copy')).toMatchObject({
    code: 1,
    output: expect.stringContaining('Add --force'),
  });
  expect(await run('restore', service, 'copy', '--force')).toMatchObject({ code: 0 });
  const [aside] = readdirSync(join(service.folder, 'var')).filter((name) =>
    name.startsWith('before-restore-'),
  );
  expect(existsSync(join(service.folder, 'var', aside as string, 'inkstone.db'))).toBe(true);
  await service.start();
  expect(await total(service)).toBe(200);
  expect((await service.call('/en/articles/written-after-the-backup', { token: null })).status).toBe(404);
  expect((await service.call('/en/articles/kept-3', { token: null })).status).toBe(200);
}, 120_000);

test('a backup that has changed, or lacks a file, is refused', async () => {
  const service = await openService();
  await run('backup', service, 'copy');
  await service.stop();
  const picture = join(service.folder, 'copy', service.picture);
  appendFileSync(picture, 'x');
  expect(await run('restore', service, 'copy', '--force')).toMatchObject({
    code: 1,
    output: expect.stringContaining('has changed'),
  });
  rmSync(picture);
  expect(await run('restore', service, 'copy', '--force')).toMatchObject({
    code: 1,
    output: expect.stringContaining('is missing'),
  });
  await service.start();
  expect(await total(service)).toBe(200);
}, 120_000);

test('a backup is never written over something else', async () => {
  const service = await openService();
  mkdirSync(join(service.folder, 'full'));
  writeFileSync(join(service.folder, 'full', 'x'), '');
  expect(await run('backup', service, 'full')).toMatchObject({
    code: 1,
    output: expect.stringContaining('not empty'),
  });
  expect(await run('backup', service)).toMatchObject({
    code: 2,
    output: expect.stringContaining('npm run backup'),
  });
  expect(await run('restore', service, 'full', '--force')).toMatchObject({
    code: 1,
    output: expect.stringContaining('is no backup'),
  });
}, 120_000);
