import { readdirSync, readFileSync } from 'node:fs';
import type { Database } from './database.ts';

const FOLDER = new URL('./migrations/', import.meta.url);

/** The numbered migrations in the order in which they apply. */
function migrations(): { version: number; file: URL }[] {
  return readdirSync(FOLDER)
    .filter((name) => /^\d{4}-.+\.sql$/.test(name))
    .sort()
    .map((name) => ({ version: Number(name.slice(0, 4)), file: new URL(name, FOLDER) }));
}

/**
 * Brings the schema to the newest version, in one transaction: all missing migrations apply, or none.
 * @throws Error when the database was written by a newer Inkstone, or fails SQLite's own check.
 */
export function migrate(database: Database): void {
  const all = migrations();
  const newest = all.at(-1)?.version ?? 0;
  const version = () => database.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
  if (version() > newest) throw newerDatabase(version(), newest);
  if (version() === newest) return;
  database.writeNow(() => {
    // Read again inside the lock: another process may have migrated in the meantime.
    for (const migration of all.filter(({ version: number }) => number > version())) {
      database.script(readFileSync(migration.file, 'utf8'));
      database.script(`PRAGMA user_version = ${migration.version}`);
    }
  });
}

function newerDatabase(found: number, known: number): Error {
  return new Error(
    `The database has schema version ${found}, but this Inkstone knows only ${known}. ` +
      'Start the newer Inkstone that wrote it, or restore a backup made before the upgrade.',
  );
}
