import { appendFileSync } from 'node:fs';
import { afterAll } from 'vitest';

/** What an attack has counted, by name. */
export interface Tally {
  add(name: string, count?: number): void;
  /** Keeps the highest of what it is told. */
  highest(name: string, value: number): void;
}

/** Counts what the tests of a file try. Printed when they have ended, and added as a line of JSON to the file that `HOSTILE_RECORD` names. */
export function openTally(attack: string): Tally {
  const counts: Record<string, number> = {};
  afterAll(() => {
    console.log(`${attack}: ${JSON.stringify(counts)}`);
    const file = process.env.HOSTILE_RECORD;
    if (file) appendFileSync(file, `${JSON.stringify({ attack, ...counts })}\n`);
  });
  return {
    add: (name, count = 1) => {
      counts[name] = (counts[name] ?? 0) + count;
    },
    highest: (name, value) => {
      counts[name] = Math.max(counts[name] ?? 0, Math.round(value));
    },
  };
}
