import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import SqliteDatabase from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { type RunningService, runService } from '../support/running-service.ts';
import { compareWithFreshRender } from './fresh-render.ts';
import { expectAllOf, OLD_VERSIONS, type OldContents, readOld, unpackOld } from './old-database.ts';
import { createRandom } from './random.ts';
import { record } from './record.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const NEWEST = Number(
  readdirSync(join(ROOT, 'data', 'migrations'))
    .sort()
    .at(-1)
    ?.slice(0, 4),
);
const KILLS = Number(process.env.FAULTS_UPGRADE_KILLS ?? 30);
const SEED = Number(process.env.FAULTS_SEED ?? Date.now() % 1_000_000);

/** A service that is not running, and its data folder. */
async function openStopped(): Promise<{ service: RunningService; dataFolder: string }> {
  const service = await runService();
  onTestFinished(() => service.remove());
  await service.stop();
  return { service, dataFolder: join(service.folder, 'var') };
}

async function expectUpgraded(
  service: RunningService,
  dataFolder: string,
  old: OldContents,
): Promise<number> {
  await expectAllOf(old, service);
  const json = { title: 'The first of the new time', lang: 'en', content: '<p>x</p>', status: 'published' };
  const response = await service.call('/api/v1/articles', { json, headers: { Prefer: 'wait=30' } });
  expect([response.status, response.headers.get('preference-applied')]).toEqual([201, 'wait=30']);
  const { compared, ...differences } = await compareWithFreshRender(dataFolder, service);
  expect(differences).toEqual({ missing: [], superfluous: [], different: [] });
  expectSound(dataFolder);
  return compared;
}

function expectSound(dataFolder: string): void {
  const database = new SqliteDatabase(join(dataFolder, 'inkstone.db'), { readonly: true });
  expect(database.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  expect(database.pragma('foreign_key_check')).toEqual([]);
  expect(database.pragma('user_version', { simple: true })).toBe(NEWEST);
  database.close();
}

const run = (command: string, dataFolder: string, ...parameters: string[]) =>
  execFileSync(process.execPath, [join(ROOT, 'scripts', command), ...parameters], {
    env: { PATH: process.env.PATH, INKSTONE_DATA: dataFolder },
    stdio: 'pipe',
  });

test('there is a database of every version of the schema but the newest', () => {
  for (let version = 1; version < NEWEST; version++) expect(OLD_VERSIONS).toContain(version);
});

test.for(OLD_VERSIONS)(
  'a database of schema %i is brought up to date, and nothing is lost',
  async (version) => {
    const { service, dataFolder } = await openStopped();
    unpackOld(version, dataFolder);
    const old = readOld(dataFolder);
    await service.start();
    const pagesCompared = await expectUpgraded(service, dataFolder, old);
    record(`upgrade from schema ${version}`, { to: NEWEST, articles: old.articles.length, pagesCompared });
  },
);

test.for(OLD_VERSIONS)('a backup of schema %i is restored into the newest Inkstone', async (version) => {
  const { service, dataFolder } = await openStopped();
  unpackOld(version, dataFolder);
  const old = readOld(dataFolder);
  const backup = join(service.folder, 'backup');
  run('backup.ts', dataFolder, backup);
  rmSync(dataFolder, { recursive: true });
  run('restore.ts', dataFolder, backup);
  await service.start();
  const pagesCompared = await expectUpgraded(service, dataFolder, old);
  record(`restore of a backup of schema ${version}`, { articles: old.articles.length, pagesCompared });
});

/** So many old changes that bringing them up to date takes a while. */
function lengthenLog(dataFolder: string): void {
  const database = new SqliteDatabase(join(dataFolder, 'inkstone.db'));
  database.exec(`
    WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 200000)
    INSERT INTO changes (article_id, changed_at) SELECT 'long ago', n FROM n`);
  database.close();
}

test(
  `SIGKILL at ${KILLS} random moments of an upgrade leaves the old database or the new one, whole`,
  async () => {
    const random = createRandom(SEED);
    const older = OLD_VERSIONS.filter((version) => version < NEWEST);
    console.log(`seed ${SEED}`);
    const { service, dataFolder } = await openStopped();
    const counts = { kills: 0, leftOld: 0, leftNew: 0, upgrades: 0, pagesCompared: 0 };
    while (counts.kills < KILLS) {
      unpackOld(random.pick(older), dataFolder);
      const old = readOld(dataFolder);
      lengthenLog(dataFolder);
      for (let kills = 1 + random.below(4); kills > 0; kills--) {
        const starting = service.start().catch(() => {});
        if (random.below(2)) await untilItWrites(dataFolder);
        else await sleep(200 + random.below(800));
        await service.kill();
        await starting;
        counts.kills++;
        counts[versionOf(dataFolder) === NEWEST ? 'leftNew' : 'leftOld']++;
      }
      await service.start();
      counts.pagesCompared += await expectUpgraded(service, dataFolder, old);
      counts.upgrades++;
      await service.stop();
    }
    record('SIGKILL while upgrading', counts);
  },
  KILLS * 60_000,
);

/** Until something stands in the log of the database, or the start is over. */
async function untilItWrites(dataFolder: string): Promise<void> {
  const log = join(dataFolder, 'inkstone.db-wal');
  const until = performance.now() + 1500;
  while (performance.now() < until && !statSync(log, { throwIfNoEntry: false })?.size) await sleep(0);
}

function versionOf(dataFolder: string): number {
  const database = new SqliteDatabase(join(dataFolder, 'inkstone.db'), { readonly: true });
  const version = database.pragma('user_version', { simple: true }) as number;
  database.close();
  return version;
}
