import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { type RunningService, runService } from '../support/running-service.ts';
import { compareWithFreshRender } from './fresh-render.ts';
import { createWriter } from './newsroom-writer.ts';
import { createRandom } from './random.ts';
import { record } from './record.ts';

/** `FAULTS_KILLS=20` makes a short run. Each folder is killed ten times before a new one is begun. */
const KILLS = Number(process.env.FAULTS_KILLS ?? 200);
const KILLS_A_FOLDER = 10;
const SEED = Number(process.env.FAULTS_SEED ?? Date.now() % 1_000_000);
const WRITERS = 3;

/** Until everything is live and nothing is being made anew. */
async function untilLive(service: RunningService): Promise<void> {
  const site = join(service.folder, 'var', 'site');
  const look = async () => {
    const health = await service.call('/api/v1/health');
    const { publisher } = (await health.json()) as { publisher: { lag: number } };
    return {
      lag: publisher.lag,
      copies: readdirSync(site).filter((name) => name !== 'current').length,
      isSettled: existsSync(join(site, 'current', 'settled.json')),
    };
  };
  await expect.poll(look, { timeout: 60_000, interval: 25 }).toEqual({ lag: 0, copies: 1, isSettled: true });
}

async function untilAnswered(writers: { counts: { answered: number } }[], wanted: number): Promise<void> {
  const until = Date.now() + 15_000;
  const answered = () => writers.reduce((sum, { counts }) => sum + counts.answered, 0);
  const before = answered();
  while (answered() - before < wanted && Date.now() < until) await sleep(1);
}

function expectSoundDatabase(folder: string): void {
  const database = new SqliteDatabase(join(folder, 'var', 'inkstone.db'), { readonly: true });
  expect(database.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  expect(database.pragma('foreign_key_check')).toEqual([]);
  database.close();
}

/** Whether the log of a database that has just lost its process knows of changes that the site does not show. */
function isPublishing(folder: string): boolean {
  const database = new SqliteDatabase(join(folder, 'var', 'inkstone.db'), { readonly: true });
  const latest = database.prepare<[], number | null>('SELECT max(seq) FROM changes').pluck().get() ?? 0;
  database.close();
  const cursor = readFileSync(join(folder, 'var', 'site', 'current', 'cursor.json'), 'utf8');
  return latest > (JSON.parse(cursor) as { seq: number }).seq;
}

/** Whatever stands under a name that is served is a whole picture, whether its upload was answered or not. */
async function expectWholePictures(folder: string): Promise<number> {
  const uploads = join(folder, 'var', 'uploads');
  if (!existsSync(uploads)) return 0;
  const names = readdirSync(uploads).filter((name) => !name.startsWith('.'));
  for (const name of names) await sharp(join(uploads, name), { failOn: 'warning' }).stats();
  return names.length;
}

test(
  `SIGKILL at ${KILLS} random moments loses no answered write, halves none, and leaves no page stale`,
  async () => {
    const random = createRandom(SEED);
    const counts = {
      kills: 0,
      killsWhileStarting: 0,
      killsWhilePublishing: 0,
      answered: 0,
      broken: 0,
      pagesCompared: 0,
      pictures: 0,
    };
    console.log(`seed ${SEED}`);
    for (let begun = 0; begun < KILLS; begun += KILLS_A_FOLDER) {
      const service = await runService({ LOG_LEVEL: 'error' });
      try {
        const writers = Array.from({ length: WRITERS }, (_, n) =>
          createWriter(service, random, `w${begun}-${n}`),
        );
        for (let kill = begun; kill < Math.min(begun + KILLS_A_FOLDER, KILLS); kill++) {
          let isOver = false;
          const writing = writers.map((writer) => writer.write(() => isOver));
          // After some answers, however fast the machine is, and then at any moment of the next writes.
          await untilAnswered(writers, random.pick([0, 1, 3, 10, 30]));
          await sleep(random.below(200));
          await service.kill();
          isOver = true;
          await Promise.all(writing);
          counts.kills++;
          if (isPublishing(service.folder)) counts.killsWhilePublishing++;
          // Some die again before they are ready.
          if (random.below(5) === 0) {
            const starting = service.start().catch(() => {});
            await sleep(200 + random.below(900));
            await service.kill();
            await starting;
            counts.kills++;
            counts.killsWhileStarting++;
          }
          await service.start();
          await untilLive(service);
          for (const writer of writers) await writer.check();
          const { compared, ...differences } = await compareWithFreshRender(
            join(service.folder, 'var'),
            service,
          );
          expect(differences).toEqual({ missing: [], superfluous: [], different: [] });
          counts.pagesCompared += compared;
          expectSoundDatabase(service.folder);
        }
        counts.pictures += await expectWholePictures(service.folder);
        for (const { counts: own } of writers) {
          counts.answered += own.answered;
          counts.broken += own.broken;
        }
      } finally {
        await service.remove();
      }
    }
    record('SIGKILL', counts);
  },
  KILLS * 60_000,
);
