import { execFile, execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { runService } from '../support/running-service.ts';
import { replaceMachine, startWriting } from './machine-loss.ts';
import { record } from './record.ts';

const run = promisify(execFile);
const scriptAt = (name: string) => fileURLToPath(new URL(`../../scripts/${name}`, import.meta.url));

test('a backup made while others write has every write that was answered before it began', async () => {
  const service = await runService();
  onTestFinished(() => service.remove());
  const env = { PATH: process.env.PATH, INKSTONE_DATA: join(service.folder, 'var') };
  const backup = join(service.folder, 'backup');
  const { answered, ended } = startWriting(service);
  await sleep(4000);
  const before = [...answered];
  await run(process.execPath, [scriptAt('backup.ts'), backup], { env });
  const meanwhile = answered.length - before.length;
  await service.kill();
  await ended;
  const { lost, counts } = await replaceMachine(service, before, () =>
    execFileSync(process.execPath, [scriptAt('restore.ts'), backup], { env, stdio: 'pipe' }),
  );
  record('recovery drill with a backup', { ...counts, answeredMeanwhile: meanwhile });
  expect(before.length).toBeGreaterThan(10);
  expect(lost).toEqual([]);
});
