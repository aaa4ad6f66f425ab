import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { claimFolder } from '../../data/folder-claim.ts';

const MODULE = new URL('../../data/folder-claim.ts', import.meta.url).href;

function claimFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'inkstone-claim-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'inkstone.lock');
}

/** Another process that claims the folder and keeps it until it is killed. */
async function holdElsewhere(file: string) {
  const code = `import { claimFolder } from ${JSON.stringify(MODULE)};
    claimFolder(${JSON.stringify(file)}); console.log('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code]);
  await once(child.stdout, 'data');
  return child;
}

test('a folder that another process holds is refused, and the process named', async () => {
  const file = claimFile();
  const holder = await holdElsewhere(file);
  expect(() => claimFolder(file)).toThrow(
    `Another Inkstone (process ${holder.pid}) works on this data folder`,
  );
  holder.kill('SIGKILL');
  await once(holder, 'exit');
});

test('the claim of a killed process is free at once, and known not to have been left in order', async () => {
  const file = claimFile();
  const holder = await holdElsewhere(file);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const claim = claimFolder(file);
  expect(claim.wasLeftInOrder).toBe(false);
  claim.release();
});

test('a folder that was given back, or never held, was left in order', () => {
  const file = claimFile();
  const first = claimFolder(file);
  expect(first.wasLeftInOrder).toBe(true);
  first.release();
  const second = claimFolder(file);
  expect(second.wasLeftInOrder).toBe(true);
  second.release();
});

test('a folder that cannot be written is named', () => {
  const file = claimFile();
  writeFileSync(file, 'this is no database, and far too long to be taken for an empty one'.repeat(20));
  expect(() => claimFolder(file)).toThrow(`The data folder cannot be written: ${file}`);
  expect(() => claimFolder('/does/not/exist/inkstone.lock')).toThrow('The data folder cannot be written');
});
