import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import type { RunningService } from '../support/running-service.ts';

/** The id of the process that works on the data folder of a service. */
export function processOf(service: RunningService): number {
  const claim = new SqliteDatabase(join(service.folder, 'var', 'inkstone.lock'), { readonly: true });
  try {
    return claim.prepare<[], number>('SELECT pid FROM holder').pluck().get() as number;
  } finally {
    claim.close();
  }
}

/** Megabytes of memory that a process has in use. */
export function megabytesOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}
