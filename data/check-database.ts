import { statSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';

/** Databases up to this size are checked at every start: it takes a fraction of a second. */
const QUICKLY_CHECKED_BYTES = 32 * 1024 * 1024;

/**
 * Looks for damage before anything is written to a database; a missing one is sound. A large one that was `leftInOrder` is
 * only opened: checking it takes seconds, which nothing then justifies.
 * @throws Error that says what is wrong and what to do next.
 */
export function checkDatabase(file: string, { leftInOrder }: { leftInOrder: boolean }): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) return;
  const isThorough = !leftInOrder || size <= QUICKLY_CHECKED_BYTES;
  const damage = damageOf(file, isThorough);
  if (damage) throw damagedDatabase(file, damage);
}

/** What SQLite finds wrong in a database file, in its own words; undefined when nothing is. */
function damageOf(file: string, isThorough: boolean): string | undefined {
  let connection: SqliteDatabase.Database | undefined;
  try {
    connection = new SqliteDatabase(file, { fileMustExist: true });
    if (!isThorough) return void connection.pragma('user_version');
    const found = connection.pragma('quick_check(3)') as { quick_check: string }[];
    const lines = found.map(({ quick_check: line }) => line);
    return lines.length === 1 && lines[0] === 'ok' ? undefined : lines.join('; ');
  } catch (error) {
    if (isDamage(error)) return error.message;
    throw error;
  } finally {
    connection?.close();
  }
}

function isDamage(error: unknown): error is Error {
  return error instanceof SqliteDatabase.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code);
}

function damagedDatabase(file: string, damage: string): Error {
  return new Error(
    `The database ${file} is damaged: ${damage}.\n` +
      'Nothing was changed. Restore the newest backup with "npm run restore -- FOLDER" (docs/backups.md). Without one, keep a ' +
      `copy of the file and save what can be read: sqlite3 ${file} .recover | sqlite3 recovered.db`,
  );
}
