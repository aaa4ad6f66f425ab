import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../data/store.ts';

/** The schema of version 0.1.0. */
const FIRST = [
  '0001-initial.sql',
  '0002-related-and-most-read.sql',
  '0003-writes-of-idempotent-requests.sql',
];

test('pictures of a database from before there were colours keep their variants and wait for a colour', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'inkstone-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'inkstone.db');
  const old = new Sqlite(file);
  for (const name of FIRST)
    old.exec(readFileSync(new URL(`../../data/migrations/${name}`, import.meta.url), 'utf8'));
  old.exec(`INSERT INTO uploads (url, type, width, height, bytes, animated, variants, created_at)
    VALUES ('/uploads/a.png', 'image/png', 9, 9, 99, 0, '[]', 0)`);
  old.pragma(`user_version = ${FIRST.length}`);
  old.close();

  const store = openStore({ file });
  onTestFinished(() => store.close());
  expect(await store.uploads.withoutVariants()).toEqual([
    expect.objectContaining({ url: '/uploads/a.png', variants: [], colour: null }),
  ]);
  await store.uploads.setVariants('/uploads/a.png', [], '#807060');
  expect(await store.uploads.withoutVariants()).toEqual([]);
});
