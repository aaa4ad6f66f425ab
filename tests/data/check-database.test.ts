import { closeSync, mkdtempSync, openSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkDatabase } from '../../data/check-database.ts';
import { openStore } from '../../data/store.ts';
import { storeArticle } from '../support/published-article.ts';

const THOROUGH = { leftInOrder: false };

async function fileWithArticles(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'inkstone-damage-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'inkstone.db');
  const store = openStore({ file });
  for (let n = 1; n <= 30; n++)
    await storeArticle(store, { title: `Article ${n}`, content: `<p>${'ink '.repeat(2000)}</p>` });
  await store.close();
  return file;
}

function overwrite(file: string, position: number, bytes: Buffer): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, bytes, 0, bytes.length, position);
  closeSync(descriptor);
}

test('a sound database and one that does not exist yet pass', async () => {
  const file = await fileWithArticles();
  checkDatabase(file, THOROUGH);
  checkDatabase(`${file}.missing`, THOROUGH);
});

test.for([
  ['overwritten at its beginning', (file: string) => overwrite(file, 0, Buffer.alloc(4096, 'x'))],
  ['overwritten in its midst', (file: string) => overwrite(file, 4096 * 2, Buffer.alloc(4096 * 20, 0xff))],
  ['cut short', (file: string) => truncateSync(file, Math.floor(statSync(file).size / 2 / 4096) * 4096)],
] as const)('a database that was %s is refused with what to do next', async ([, damage]) => {
  const file = await fileWithArticles();
  damage(file);
  expect(() => checkDatabase(file, THOROUGH)).toThrow(
    /is damaged: .*\n.*npm run restore -- FOLDER.*\.recover/s,
  );
});
