import { setTimeout as sleep } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { Problem } from './errors.ts';

type Parameter = string | number | bigint | Buffer | null;

/** One SQLite connection with cached statements. */
export interface Database {
  /** The first row of a query, or undefined. */
  get<Row>(sql: string, ...parameters: Parameter[]): Row | undefined;
  /** All rows of a query. */
  all<Row>(sql: string, ...parameters: Parameter[]): Row[];
  /** Runs one statement; answers the number of changed rows and the last row id. */
  run(sql: string, ...parameters: Parameter[]): { changes: number; lastRow: number };
  /**
   * One write transaction that survives power loss once it has returned (synchronous=FULL). It happens at once; only while
   * another process writes does it wait, for 5 s at most, and the thread answers others meanwhile.
   */
  write<T>(work: () => T): Promise<T>;
  /** The same, but survives only a crash of the process: a power cut may take the last moments (synchronous=NORMAL). */
  tally<T>(work: () => T): Promise<T>;
  /** Like `write`, but the whole thread waits; for what happens before the service answers. */
  writeNow<T>(work: () => T): T;
  /** One consistent snapshot over several queries. */
  read<T>(work: () => T): T;
  /**
   * Another text whenever anything has been written since, by this process or another; tallies of this process do not
   * count unless they say so by `touch`. Takes some microseconds.
   */
  stamp(): string;
  /** The same, but for `touch`: no tally counts. */
  writes(): string;
  /** Lets `stamp` change. */
  touch(): void;
  /** Runs several statements of a script; for migrations. */
  script(sql: string): void;
  /** Optimises the query planner's statistics and closes the connection. */
  close(): void;
}

/** How long a write waits for another process. */
const PATIENCE_MS = 5000;
/** How long SQLite itself may wait: nobody else is answered meanwhile. */
const BLOCKING_MS = 20;
const UNAVAILABLE = /^SQLITE_(FULL|READONLY|BUSY|LOCKED|IOERR|CANTOPEN|NOMEM)/;

/**
 * Opens a database file: WAL, foreign keys on, 5 s of patience for another writer.
 * @throws Problem `unavailable` from any write that the disk or another process refuses.
 */
export function openDatabase(file: string, { readonly = false } = {}): Database {
  const connection = new SqliteDatabase(file, { readonly, timeout: PATIENCE_MS });
  configure(connection, readonly);
  if (!readonly) connection.pragma(`busy_timeout = ${BLOCKING_MS}`);
  const statements = new Map<string, SqliteDatabase.Statement<Parameter[]>>();
  const prepare = (sql: string) => {
    let statement = statements.get(sql);
    if (!statement) {
      statement = connection.prepare<Parameter[]>(planned(sql));
      statements.set(sql, statement);
    }
    return statement;
  };

  let writes = 0;
  let touches = 0;
  const otherWrites = connection.prepare('PRAGMA data_version').pluck();
  let synchronous = 'FULL';
  const transact = <T>(level: 'FULL' | 'NORMAL', work: () => T): T => {
    if (synchronous !== level) {
      connection.pragma(`synchronous = ${level}`);
      synchronous = level;
    }
    try {
      return connection.transaction(work).immediate();
    } finally {
      if (level === 'FULL') writes += 1;
    }
  };
  let waiting = 0;
  let lastInLine: Promise<unknown> = Promise.resolve();
  /** What the last try met, unless it succeeded. */
  let lock: unknown;
  /** The lock is asked for first: when it is not to be had, nothing of the work has happened. */
  const attempt = <T>(work: () => T): { done: T } | undefined => {
    try {
      const done = work();
      lock = undefined;
      return { done };
    } catch (error) {
      lock = isLocked(error) ? error : undefined;
      if (lock === undefined) throw translated(error);
      return undefined;
    }
  };
  const tryUntil = async <T>(until: number, work: () => T): Promise<T> => {
    for (;;) {
      if (lock !== undefined) {
        if (performance.now() > until) throw translated(lock);
        await sleep(BLOCKING_MS * (0.5 + Math.random()));
      }
      const tried = attempt(work);
      if (tried) return tried.done;
    }
  };
  const transactPatiently = async <T>(level: 'FULL' | 'NORMAL', work: () => T): Promise<T> => {
    const until = performance.now() + PATIENCE_MS;
    const once = () => transact(level, work);
    const tried = waiting === 0 ? attempt(once) : undefined;
    if (tried) return tried.done;
    // Each try holds up the whole thread for a moment: of all that wait, only the first one tries.
    waiting += 1;
    const turn = lastInLine.then(() => tryUntil(until, once));
    lastInLine = turn.then(
      () => {},
      () => {},
    );
    return turn.finally(() => {
      waiting -= 1;
    });
  };

  return {
    get: <Row>(sql: string, ...parameters: Parameter[]) => prepare(sql).get(...parameters) as Row | undefined,
    all: <Row>(sql: string, ...parameters: Parameter[]) => prepare(sql).all(...parameters) as Row[],
    run: (sql, ...parameters) => {
      const { changes, lastInsertRowid } = prepare(sql).run(...parameters);
      return { changes, lastRow: Number(lastInsertRowid) };
    },
    write: (work) => transactPatiently('FULL', work),
    tally: (work) => transactPatiently('NORMAL', work),
    writeNow: (work) => {
      connection.pragma(`busy_timeout = ${PATIENCE_MS}`);
      try {
        return transact('FULL', work);
      } catch (error) {
        throw translated(error);
      } finally {
        connection.pragma(`busy_timeout = ${BLOCKING_MS}`);
      }
    },
    read: (work) => connection.transaction(work).deferred(),
    stamp: () => `${touches} ${writes} ${otherWrites.get()}`,
    writes: () => `${writes} ${otherWrites.get()}`,
    touch: () => {
      touches += 1;
    },
    script: (sql) => void connection.exec(sql),
    close: () => {
      if (!readonly) connection.pragma('optimize');
      connection.close();
    },
  };
}

/**
 * SQLite plans by the values of bare parameters, and so prepares a statement anew whenever it gets some, which may
 * take longer than a small query. A sign, which changes no value, hides them from the planner.
 */
function planned(sql: string): string {
  return sql.replaceAll('?', '+?');
}

function configure(connection: SqliteDatabase.Database, readonly: boolean): void {
  if (!readonly) {
    connection.pragma('journal_mode = WAL');
    connection.pragma('synchronous = FULL');
    connection.pragma('journal_size_limit = 67108864');
  }
  connection.pragma('foreign_keys = ON');
  connection.pragma('temp_store = MEMORY');
  // 16 MiB for each connection. No mmap: reading is as fast without, and mapped pages would count as memory twice.
  connection.pragma('cache_size = -16384');
  connection.pragma('trusted_schema = OFF');
}

function isLocked(error: unknown): boolean {
  return error instanceof SqliteDatabase.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code);
}

function translated(error: unknown): unknown {
  if (!(error instanceof SqliteDatabase.SqliteError) || !UNAVAILABLE.test(error.code)) return error;
  const problem = new Problem('unavailable', reasonOf(error.code));
  problem.cause = error;
  return problem;
}

function reasonOf(code: string): string {
  if (/^SQLITE_(BUSY|LOCKED)/.test(code))
    return 'Another process is writing to the database. Try again in a moment.';
  if (code.startsWith('SQLITE_FULL')) return 'Nothing can be stored: the disk is full.';
  if (code.startsWith('SQLITE_READONLY')) return 'Nothing can be stored: the database is read-only.';
  return 'The database cannot be written at the moment.';
}
