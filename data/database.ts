import SqliteDatabase from 'better-sqlite3';
import { Problem } from './errors.ts';

type Parameter = string | number | bigint | Buffer | null;

/** One SQLite connection with cached statements. All work is synchronous; the store's functions make it async. */
export interface Database {
  /** The first row of a query, or undefined. */
  get<Row>(sql: string, ...parameters: Parameter[]): Row | undefined;
  /** All rows of a query. */
  all<Row>(sql: string, ...parameters: Parameter[]): Row[];
  /** Runs one statement; answers the number of changed rows and the last row id. */
  run(sql: string, ...parameters: Parameter[]): { changes: number; lastRow: number };
  /** One write transaction that survives power loss once it has returned (synchronous=FULL). */
  write<T>(work: () => T): T;
  /** One write transaction that survives a crash of the process, but may lose the last moments of a power cut (synchronous=NORMAL). */
  tally<T>(work: () => T): T;
  /** One consistent snapshot over several queries. */
  read<T>(work: () => T): T;
  /** Work inside a transaction that is undone alone when it throws. */
  savepoint<T>(work: () => T): T;
  /** Runs several statements of a script; for migrations. */
  script(sql: string): void;
  /** Optimises the query planner's statistics and closes the connection. */
  close(): void;
}

const UNAVAILABLE = /^SQLITE_(FULL|READONLY|BUSY|LOCKED|IOERR|CANTOPEN|NOMEM)/;

/**
 * Opens a database file: WAL, foreign keys on, 5 s of patience for another writer.
 * @throws Problem `unavailable` from any write that the disk or another process refuses.
 */
export function openDatabase(file: string, { readonly = false } = {}): Database {
  const connection = new SqliteDatabase(file, { readonly, timeout: 5000 });
  configure(connection, readonly);
  const statements = new Map<string, SqliteDatabase.Statement<Parameter[]>>();
  const prepare = (sql: string) => {
    let statement = statements.get(sql);
    if (!statement) {
      statement = connection.prepare<Parameter[]>(sql);
      statements.set(sql, statement);
    }
    return statement;
  };

  let synchronous = 'FULL';
  const transact = <T>(level: 'FULL' | 'NORMAL', work: () => T): T => {
    if (synchronous !== level) {
      connection.pragma(`synchronous = ${level}`);
      synchronous = level;
    }
    return translatingErrors(() => connection.transaction(work).immediate());
  };

  return {
    get: <Row>(sql: string, ...parameters: Parameter[]) => prepare(sql).get(...parameters) as Row | undefined,
    all: <Row>(sql: string, ...parameters: Parameter[]) => prepare(sql).all(...parameters) as Row[],
    run: (sql, ...parameters) => {
      const { changes, lastInsertRowid } = prepare(sql).run(...parameters);
      return { changes, lastRow: Number(lastInsertRowid) };
    },
    write: (work) => transact('FULL', work),
    tally: (work) => transact('NORMAL', work),
    read: (work) => connection.transaction(work).deferred(),
    savepoint: (work) => connection.transaction(work)(),
    script: (sql) => void connection.exec(sql),
    close: () => {
      if (!readonly) connection.pragma('optimize');
      connection.close();
    },
  };
}

function configure(connection: SqliteDatabase.Database, readonly: boolean): void {
  if (!readonly) {
    connection.pragma('journal_mode = WAL');
    connection.pragma('synchronous = FULL');
    connection.pragma('journal_size_limit = 67108864');
  }
  connection.pragma('foreign_keys = ON');
  connection.pragma('temp_store = MEMORY');
  connection.pragma('mmap_size = 268435456');
  connection.pragma('trusted_schema = OFF');
}

function translatingErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof SqliteDatabase.SqliteError && UNAVAILABLE.test(error.code)) {
      const problem = new Problem('unavailable', reasonOf(error.code));
      problem.cause = error;
      throw problem;
    }
    throw error;
  }
}

function reasonOf(code: string): string {
  if (/^SQLITE_(BUSY|LOCKED)/.test(code))
    return 'Another process is writing to the database. Try again in a moment.';
  if (code.startsWith('SQLITE_FULL')) return 'Nothing can be stored: the disk is full.';
  if (code.startsWith('SQLITE_READONLY')) return 'Nothing can be stored: the database is read-only.';
  return 'The database cannot be written at the moment.';
}
