import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { runService } from '../support/running-service.ts';
import { compareWithFreshRender } from './fresh-render.ts';
import { record } from './record.ts';

/** `LITESTREAM=/path/to/litestream`, or the one in PATH. */
const LITESTREAM = process.env.LITESTREAM ?? 'litestream';
const HAS_LITESTREAM = spawnSync(LITESTREAM, ['version']).status === 0;
const CONFIG = fileURLToPath(new URL('../../deploy/litestream.yml', import.meta.url));

test.skipIf(!HAS_LITESTREAM)(
  'a machine that is lost while it writes is replaced from its replica, but for the last second',
  async () => {
    const service = await runService();
    onTestFinished(() => service.remove());
    const dataFolder = join(service.folder, 'var');
    const env = {
      PATH: process.env.PATH,
      INKSTONE_DATA: dataFolder,
      REPLICA: join(service.folder, 'replica'),
    };
    const replicating = spawn(LITESTREAM, ['replicate', '-config', CONFIG], { env, stdio: 'ignore' });
    await sleep(2000);
    const answered: { slug: string; at: number }[] = [];
    let isOver = false;
    const writing = (async () => {
      for (let n = 0; !isOver; n++) {
        const json = {
          title: `Kept ${n}`,
          slug: `kept-${n}`,
          lang: 'en',
          content: '<p>x</p>',
          status: 'published',
        };
        const response = await service.call('/api/v1/articles', { json }).catch(() => undefined);
        if (response?.status === 201) answered.push({ slug: json.slug, at: performance.now() });
      }
    })();
    await sleep(8000);
    // The whole machine goes at once.
    const lostAt = performance.now();
    replicating.kill('SIGKILL');
    await Promise.all([service.kill(), once(replicating, 'exit')]);
    isOver = true;
    await writing;
    rmSync(dataFolder, { recursive: true });

    const begun = performance.now();
    execFileSync(LITESTREAM, ['restore', '-config', CONFIG, join(dataFolder, 'inkstone.db')], { env });
    const restoredMs = performance.now() - begun;
    await service.start();
    expect((await service.call('/en/', { token: null })).status).toBe(200);
    const servingMs = performance.now() - begun;
    const lost: number[] = [];
    for (const { slug, at } of answered)
      if ((await service.call(`/api/v1/articles/${slug}`)).status !== 200) lost.push(lostAt - at);
    await service.call('/api/v1/articles', {
      json: { title: 'After', slug: 'after', lang: 'en', content: '<p>x</p>', status: 'published' },
      headers: { Prefer: 'wait=30' },
    });
    const { compared, ...differences } = await compareWithFreshRender(dataFolder, service);
    expect(differences).toEqual({ missing: [], superfluous: [], different: [] });
    const oldestLostMs = Math.round(Math.max(0, ...lost));
    record('recovery drill with Litestream', {
      answered: answered.length,
      lost: lost.length,
      oldestLostMs,
      restoredMs: Math.round(restoredMs),
      servingMs: Math.round(servingMs),
      pagesCompared: compared,
    });
    // One second by its interval, and what a busy machine adds to it.
    expect(oldestLostMs).toBeLessThan(3000);
  },
);
