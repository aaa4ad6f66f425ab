import type { Database } from './database.ts';

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
  | { state: 'new' }
  | { state: 'in-progress' }
  | { state: 'mismatch' }
  | ({ state: 'done' } & KeptAnswer);

/** Remembers for 24 hours, per token, which requests were answered and how. */
export interface Idempotency {
  /** `new`: go on, then finish or abandon. `mismatch`: the key was used with another request. */
  begin(request: { tokenId: string; key: string; fingerprint: string }): Promise<Begun>;
  finish(answer: { tokenId: string; key: string } & KeptAnswer): Promise<void>;
  /** Frees the key of a request that failed for a passing reason. */
  abandon(request: { tokenId: string; key: string }): Promise<void>;
  prune(): Promise<number>;
}

interface KeyRow {
  fingerprint: string;
  status: number | null;
  headers: string | null;
  body: string | null;
  begun_at: number;
}

export function createIdempotency(database: Database, now: () => number): Idempotency {
  return {
    begin: async (request) => database.write(() => begin(database, now(), request)),
    finish: async ({ tokenId, key, status, headers, body }) => {
      await database.write(() =>
        database.run(
          'UPDATE idempotency_keys SET status = ?, headers = ?, body = ? WHERE token_id = ? AND key = ?',
          status,
          JSON.stringify(headers),
          body,
          tokenId,
          key,
        ),
      );
    },
    abandon: async ({ tokenId, key }) => {
      await database.write(() =>
        database.run('DELETE FROM idempotency_keys WHERE token_id = ? AND key = ?', tokenId, key),
      );
    },
    prune: async () =>
      database.tally(
        () => database.run('DELETE FROM idempotency_keys WHERE begun_at < ?', now() - KEPT_MS).changes,
      ),
  };
}

function begin(
  database: Database,
  at: number,
  { tokenId, key, fingerprint }: { tokenId: string; key: string; fingerprint: string },
): Begun {
  const row = database.get<KeyRow>(
    'SELECT fingerprint, status, headers, body, begun_at FROM idempotency_keys WHERE token_id = ? AND key = ?',
    tokenId,
    key,
  );
  const isOver = !row || at - row.begun_at > (row.status === null ? STALE_MS : KEPT_MS);
  if (isOver) {
    database.run(
      'INSERT OR REPLACE INTO idempotency_keys (token_id, key, fingerprint, begun_at) VALUES (?, ?, ?, ?)',
      tokenId,
      key,
      fingerprint,
      at,
    );
    return { state: 'new' };
  }
  if (row.fingerprint !== fingerprint) return { state: 'mismatch' };
  if (row.status === null) return { state: 'in-progress' };
  return {
    state: 'done',
    status: row.status,
    headers: JSON.parse(row.headers ?? '{}') as Record<string, string>,
    body: row.body ?? '',
  };
}
