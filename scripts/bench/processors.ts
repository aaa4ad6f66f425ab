import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** How many processors this process had when it started. */
export const processorCount = availableParallelism();

const canPin = processorCount > 1 && spawnSync('taskset', ['--version']).status === 0;

/** Where a process may run: `server` and `load` are one processor each and never the same. */
export type Place = 'server' | 'load' | 'anywhere';

const PROCESSORS: Record<Place, string> = {
  server: '0',
  load: String(processorCount - 1),
  anywhere: `0-${processorCount - 1}`,
};

/** A command that keeps to its place; as it is where that cannot be done (no taskset, a single processor). */
export function placed(place: Place, command: string[]): [string, ...string[]] {
  return canPin ? ['taskset', '-c', PROCESSORS[place], ...command] : (command as [string, ...string[]]);
}

/** Moves this process itself. */
export function moveSelf(place: Place): void {
  if (canPin) spawnSync('taskset', ['-a', '-cp', PROCESSORS[place], String(process.pid)]);
}

/** How the processes are spread, in words. */
export function describePlaces(): string {
  return canPin
    ? `rates: servers on processor ${PROCESSORS.server}, load on processor ${PROCESSORS.load}; all else on ${processorCount}`
    : 'processes are not pinned (no taskset, or one processor only)';
}
