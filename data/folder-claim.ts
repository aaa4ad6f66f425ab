import SqliteDatabase from 'better-sqlite3';

/** The right to work on a data folder: one process holds it at a time. */
export interface FolderClaim {
  /** Whether the last holder gave the folder back; not so after a crash or a power cut. */
  readonly wasLeftInOrder: boolean;
  /** Gives the folder back. */
  release(): void;
}

const SCHEMA =
  'CREATE TABLE IF NOT EXISTS holder (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), pid INTEGER NOT NULL, ended INTEGER NOT NULL)';

/**
 * Claims a data folder for as long as this process lives. The claim is SQLite's lock on a small database in `file`: the
 * operating system takes it back however the process ends, and a process id that is used again cannot be mistaken for it.
 * Commands that work beside the service (tokens, rebuild, backup) need no claim.
 * @throws Error that names the process that holds it, or why the file cannot be written.
 */
export function claimFolder(file: string): FolderClaim {
  const connection = open(file);
  try {
    const wasLeftInOrder = connection.transaction(() => take(connection)).immediate();
    // Held from now on: others can still read who it is.
    connection.exec('BEGIN IMMEDIATE');
    return { wasLeftInOrder, release: () => release(connection) };
  } catch (error) {
    const pid = isBusy(error) ? holderOf(connection) : undefined;
    connection.close();
    throw isBusy(error) ? alreadyHeld(file, pid) : notWritable(file, error);
  }
}

function open(file: string): SqliteDatabase.Database {
  try {
    // A moment of patience: two that start at once look at each other's locks.
    return new SqliteDatabase(file, { timeout: 200 });
  } catch (error) {
    throw notWritable(file, error);
  }
}

function take(connection: SqliteDatabase.Database): boolean {
  connection.exec(SCHEMA);
  const last = connection.prepare('SELECT ended FROM holder').get() as { ended: number } | undefined;
  connection.prepare('INSERT OR REPLACE INTO holder VALUES (1, ?, 0)').run(process.pid);
  return last === undefined || last.ended === 1;
}

function release(connection: SqliteDatabase.Database): void {
  connection.exec('UPDATE holder SET ended = 1; COMMIT');
  connection.close();
}

function holderOf(connection: SqliteDatabase.Database): number | undefined {
  try {
    return (connection.prepare('SELECT pid FROM holder').get() as { pid: number } | undefined)?.pid;
  } catch {
    // Only the name of the process is missing then; that somebody holds the folder is known.
    return undefined;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

function alreadyHeld(file: string, pid: number | undefined): Error {
  const holder = pid === undefined ? 'Another Inkstone' : `Another Inkstone (process ${pid})`;
  return new Error(
    `${holder} works on this data folder already (${file} is locked). ` +
      'Stop it first, or give this one a folder of its own with INKSTONE_DATA.',
  );
}

function notWritable(file: string, cause: unknown): Error {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new Error(`The data folder cannot be written: ${file}: ${why}.`, { cause });
}
