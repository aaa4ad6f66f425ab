import { v7 as uuid } from 'uuid';
import { toTime } from './article-rows.ts';
import type { Database } from './database.ts';

/** One run of the curation pipeline, as its agent described it. */
export interface CurationRun {
  id: string;
  runId: string | null;
  /** The description as it was sent. */
  entry: Record<string, unknown>;
  createdAt: string;
  updatedAt: string;
}

/** The log of curation runs. */
export interface CurationLog {
  /** Stores a run; one with the `run_id` of an earlier one takes its place (`created` is false). */
  record(entry: Record<string, unknown>): Promise<{ entry: CurationRun; created: boolean }>;
  /** Newest first. */
  list(query: { page: number; limit: number }): Promise<{ runs: CurationRun[]; total: number }>;
}

interface RunRow {
  id: string;
  run_id: string | null;
  entry: string;
  created_at: number;
  updated_at: number;
}

export function createCurationLog(database: Database, now: () => number): CurationLog {
  return {
    record: async (entry) => database.write(() => record(database, now(), entry)),
    list: async ({ page, limit }) =>
      database.read(() => ({
        runs: database
          .all<RunRow>(
            'SELECT * FROM curation_runs ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?',
            limit,
            (page - 1) * limit,
          )
          .map(toRun),
        total: database.get<{ n: number }>('SELECT count(*) AS n FROM curation_runs')?.n ?? 0,
      })),
  };
}

function record(
  database: Database,
  at: number,
  entry: Record<string, unknown>,
): { entry: CurationRun; created: boolean } {
  const runId = typeof entry.run_id === 'string' ? entry.run_id : null;
  const known =
    runId !== null && database.get('SELECT 1 FROM curation_runs WHERE run_id = ?', runId) !== undefined;
  const row = database.get<RunRow>(
    'INSERT INTO curation_runs (id, run_id, entry, created_at, updated_at) VALUES (?, ?, ?, ?, ?) ' +
      'ON CONFLICT (run_id) DO UPDATE SET entry = excluded.entry, updated_at = excluded.updated_at RETURNING *',
    uuid(),
    runId,
    JSON.stringify(entry),
    at,
    at,
  ) as RunRow;
  return { entry: toRun(row), created: !known };
}

function toRun(row: RunRow): CurationRun {
  return {
    id: row.id,
    runId: row.run_id,
    entry: JSON.parse(row.entry) as Record<string, unknown>,
    createdAt: toTime(row.created_at),
    updatedAt: toTime(row.updated_at),
  };
}
