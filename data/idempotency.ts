import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from './database.ts';
import { Problem } from './errors.ts';

const KEPT_MS = 24 * 60 * 60 * 1000;
/** A request that has not finished by then died with its process; its key may be used again. */
const STALE_MS = 60_000;

/** The first answer to a request with an Idempotency-Key. */
export interface KeptAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export type Begun =
  | { state: 'new'; attempt: Attempt }
  | { state: 'in-progress' }
  | { state: 'mismatch' }
  | { state: 'answer-lost' }
  | ({ state: 'done' } & KeptAnswer);

/** One request with a key, as long as it is the latest one to have begun. */
export interface Attempt {
  tokenId: string;
  key: string;
  begunAt: number;
}

/** Remembers for 24 hours, per token, which requests were answered and how. */
export interface Idempotency {
  /**
   * `new`: go on, then finish or abandon. `mismatch`: the key was used with another request. `answer-lost`: the request
   * was carried out, but the process ended before its answer was kept.
   */
  begin(request: { tokenId: string; key: string; fingerprint: string }): Promise<Begun>;
  /** Does the work of an attempt. Its write and the note that it was written are one transaction. */
  carryOut<T>(attempt: Attempt, work: () => Promise<T>): Promise<T>;
  finish(attempt: Attempt, answer: KeptAnswer): Promise<void>;
  /** Frees the key of a request that failed for a passing reason, unless it has written something. */
  abandon(attempt: Attempt): Promise<void>;
  prune(): Promise<number>;
  /** The database for whatever a request must not write twice. @throws Problem `conflict` when a later attempt has begun. */
  guarded: Database;
}

interface KeyRow {
  fingerprint: string;
  status: number | null;
  is_written: number;
  headers: string | null;
  body: string | null;
  begun_at: number;
}

const OF_ATTEMPT = 'token_id = ? AND key = ? AND begun_at = ?';
const toParameters = ({ tokenId, key, begunAt }: Attempt) => [tokenId, key, begunAt] as const;

/** The keys that a database remembers. `now` is in milliseconds and may be set back: a key counts as old as it is far away. */
export function createIdempotency(database: Database, now: () => number): Idempotency {
  const current = new AsyncLocalStorage<Attempt>();
  return {
    carryOut: (attempt, work) => current.run(attempt, work),
    guarded: {
      ...database,
      write: (work) => {
        const attempt = current.getStore();
        if (!attempt) return database.write(work);
        return database.write(() => {
          noteWritten(database, attempt);
          return work();
        });
      },
    },
    begin: async (request) => database.write(() => begin(database, now(), request)),
    finish: async (attempt, { status, headers, body }) => {
      await database.write(() =>
        database.run(
          `UPDATE idempotency_keys SET status = ?, headers = ?, body = ? WHERE ${OF_ATTEMPT}`,
          status,
          JSON.stringify(headers),
          body,
          ...toParameters(attempt),
        ),
      );
    },
    abandon: async (attempt) => {
      await database.write(() =>
        database.run(
          `DELETE FROM idempotency_keys WHERE ${OF_ATTEMPT} AND is_written = 0`,
          ...toParameters(attempt),
        ),
      );
    },
    prune: async () =>
      database.tally(
        () =>
          database.run(
            'DELETE FROM idempotency_keys WHERE begun_at NOT BETWEEN ? AND ?',
            now() - KEPT_MS,
            now() + KEPT_MS,
          ).changes,
      ),
  };
}

function begin(
  database: Database,
  at: number,
  { tokenId, key, fingerprint }: { tokenId: string; key: string; fingerprint: string },
): Begun {
  const row = database.get<KeyRow>(
    'SELECT fingerprint, status, is_written, headers, body, begun_at FROM idempotency_keys WHERE token_id = ? AND key = ?',
    tokenId,
    key,
  );
  // The clock may have been set back since: a request from the future is as old as it is far away.
  const age = row ? Math.abs(at - row.begun_at) : 0;
  const isOver = !row || age > (row.status === null && !row.is_written ? STALE_MS : KEPT_MS);
  if (isOver) {
    database.run(
      'INSERT OR REPLACE INTO idempotency_keys (token_id, key, fingerprint, begun_at) VALUES (?, ?, ?, ?)',
      tokenId,
      key,
      fingerprint,
      at,
    );
    return { state: 'new', attempt: { tokenId, key, begunAt: at } };
  }
  if (row.fingerprint !== fingerprint) return { state: 'mismatch' };
  if (row.status === null) {
    const isLost = row.is_written && age > STALE_MS;
    return { state: isLost ? 'answer-lost' : 'in-progress' };
  }
  return {
    state: 'done',
    status: row.status,
    headers: JSON.parse(row.headers ?? '{}') as Record<string, string>,
    body: row.body ?? '',
  };
}

/** Undone with the write when that fails. An attempt that took so long that another one has begun may not write any more. */
function noteWritten(database: Database, attempt: Attempt): void {
  const { changes } = database.run(
    `UPDATE idempotency_keys SET is_written = 1 WHERE ${OF_ATTEMPT}`,
    ...toParameters(attempt),
  );
  if (changes === 0)
    throw new Problem(
      'conflict',
      'This request took too long: it was sent again with the same Idempotency-Key.',
    );
}
