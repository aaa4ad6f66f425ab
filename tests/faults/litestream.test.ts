import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { type RunningService, runService } from '../support/running-service.ts';
import { replaceMachine, startWriting } from './machine-loss.ts';
import { record } from './record.ts';

/** `LITESTREAM=/path/to/litestream`, or the one in PATH; `S3RVER` likewise. */
const LITESTREAM = process.env.LITESTREAM ?? 'litestream';
const HAS_LITESTREAM = spawnSync(LITESTREAM, ['version']).status === 0;
const S3RVER = process.env.S3RVER ?? 's3rver';
const HAS_S3RVER = spawnSync(S3RVER, ['--version']).status === 0;
const DEPLOY = fileURLToPath(new URL('../../deploy', import.meta.url));

function startUntilFinished(command: string, parameters: string[], env: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(command, parameters, { env, stdio: 'ignore', detached: true });
  onTestFinished(() => killGroup(child));
  return child;
}

/** What npm installs as `litestream` only starts the program, which would live on. */
function killGroup({ pid }: ChildProcess): void {
  try {
    process.kill(-(pid as number), 'SIGKILL');
  } catch (error) {
    expect(error).toMatchObject({ code: 'ESRCH' });
  }
}

/** Writes for some seconds, then lets the whole machine go at once; answers what was answered, and when it went. */
async function loseMachine(service: RunningService, replicating: ChildProcess) {
  await sleep(2000);
  const { answered, ended } = startWriting(service);
  await sleep(8000);
  const lostAt = performance.now();
  killGroup(replicating);
  await Promise.all([service.kill(), once(replicating, 'exit')]);
  await ended;
  return { answered, lostAt };
}

const oldestOf = (lost: { at: number }[], lostAt: number) =>
  Math.round(Math.max(0, ...lost.map(({ at }) => lostAt - at)));

// One second by its interval, and what a busy machine adds to it.
const MAX_LOST_MS = 3000;

test.skipIf(!HAS_LITESTREAM)(
  'a machine that is lost while it writes is replaced from its replica, but for the last second',
  async () => {
    const service = await runService();
    onTestFinished(() => service.remove());
    const config = join(DEPLOY, 'litestream.yml');
    const env = {
      PATH: process.env.PATH,
      INKSTONE_DATA: join(service.folder, 'var'),
      REPLICA: join(service.folder, 'replica'),
    };
    const replicating = startUntilFinished(LITESTREAM, ['replicate', '-config', config], env);
    const { answered, lostAt } = await loseMachine(service, replicating);
    const { lost, counts } = await replaceMachine(service, answered, (dataFolder) =>
      execFileSync(LITESTREAM, ['restore', '-config', config, join(dataFolder, 'inkstone.db')], { env }),
    );
    const oldestLostMs = oldestOf(lost, lostAt);
    record('recovery drill with Litestream', { ...counts, oldestLostMs });
    expect(oldestLostMs).toBeLessThan(MAX_LOST_MS);
  },
);

/** s3rver cannot list folders, with which a restore begins: what it has received is laid out as a folder of Litestream's. */
function layOut(stored: string, folder: string): number {
  const SUFFIX = '._S3rver_object';
  const files = (readdirSync(stored, { recursive: true }) as string[]).filter((name) =>
    name.endsWith(SUFFIX),
  );
  for (const name of files) {
    const target = join(folder, name.slice(0, -SUFFIX.length));
    mkdirSync(dirname(target), { recursive: true });
    cpSync(join(stored, name), target);
  }
  return files.length;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

test.skipIf(!HAS_LITESTREAM || !HAS_S3RVER)(
  'what reaches a bucket is enough to replace the machine, but for the last second',
  async () => {
    const service = await runService();
    onTestFinished(() => service.remove());
    const port = String(await freePort());
    const buckets = join(service.folder, 'buckets');
    mkdirSync(buckets);
    const options = ['--directory', buckets, '--address', '127.0.0.1', '--port', port];
    const { PATH } = process.env;
    startUntilFinished(S3RVER, [...options, '--configure-bucket', 'inkstone'], { PATH });
    const env = {
      PATH,
      INKSTONE_DATA: join(service.folder, 'var'),
      BUCKET: 'inkstone',
      REGION: 'us-east-1',
      ENDPOINT: `http://127.0.0.1:${port}`,
      LITESTREAM_ACCESS_KEY_ID: 'S3RVER',
      LITESTREAM_SECRET_ACCESS_KEY: 'S3RVER',
    };
    const config = join(DEPLOY, 'litestream-s3.yml');
    const replicating = startUntilFinished(LITESTREAM, ['replicate', '-config', config], env);
    const { answered, lostAt } = await loseMachine(service, replicating);
    const replica = join(service.folder, 'replica');
    const objects = layOut(join(buckets, 'inkstone', 'inkstone'), replica);
    const { lost, counts } = await replaceMachine(service, answered, (dataFolder) => {
      mkdirSync(dataFolder);
      execFileSync(LITESTREAM, ['restore', '-o', join(dataFolder, 'inkstone.db'), `file://${replica}`], {
        env,
      });
    });
    const oldestLostMs = oldestOf(lost, lostAt);
    record('recovery drill with a bucket', { ...counts, objects, oldestLostMs });
    expect(oldestLostMs).toBeLessThan(MAX_LOST_MS);
  },
);
