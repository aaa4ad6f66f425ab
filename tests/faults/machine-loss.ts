import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { RunningService } from '../support/running-service.ts';
import { compareWithFreshRender } from './fresh-render.ts';

/** A write that was answered, and when (performance.now). */
export interface AnsweredWrite {
  slug: string;
  at: number;
}

const articleAt = (slug: string) => ({
  title: `Kept ${slug}`,
  slug,
  lang: 'en',
  content: '<p>x</p>',
  status: 'published',
});

/** Writes one article after another until the service is gone, and takes down what was answered. */
export function startWriting(service: RunningService): {
  answered: AnsweredWrite[];
  ended: Promise<void>;
} {
  const answered: AnsweredWrite[] = [];
  const write = async () => {
    for (let n = 0; ; n++) {
      const json = articleAt(`kept-${n}`);
      const response = await service.call('/api/v1/articles', { json }).catch(() => undefined);
      if (response?.status !== 201) return;
      await response.arrayBuffer().catch(() => {});
      answered.push({ slug: json.slug, at: performance.now() });
      await sleep(10);
    }
  };
  return { answered, ended: write() };
}

/**
 * Brings a service back on a machine whose data folder is gone, and answers what it took and which writes are lost. Every page
 * must equal a fresh render of what is left.
 */
export async function replaceMachine(
  service: RunningService,
  answered: AnsweredWrite[],
  restore: (dataFolder: string) => void,
) {
  const dataFolder = join(service.folder, 'var');
  rmSync(dataFolder, { recursive: true });
  const begun = performance.now();
  restore(dataFolder);
  const restoredMs = Math.round(performance.now() - begun);
  await service.start();
  expect((await service.call('/en/', { token: null })).status).toBe(200);
  const servingMs = Math.round(performance.now() - begun);
  const lost: AnsweredWrite[] = [];
  for (const write of answered)
    if ((await service.call(`/api/v1/articles/${write.slug}`)).status !== 200) lost.push(write);
  const headers = { Prefer: 'wait=30' };
  await service.call('/api/v1/articles', { json: articleAt('after'), headers });
  const { compared, ...differences } = await compareWithFreshRender(dataFolder, service);
  expect(differences).toEqual({ missing: [], superfluous: [], different: [] });
  return {
    lost,
    counts: { answered: answered.length, lost: lost.length, restoredMs, servingMs, pagesCompared: compared },
  };
}
