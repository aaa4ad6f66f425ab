import { appendFileSync } from 'node:fs';

/** Prints what a test has counted, and adds it as a line of JSON to the file that `FAULTS_RECORD` names. */
export function record(what: string, counts: Record<string, number | string>): void {
  console.log(`${what}: ${JSON.stringify(counts)}`);
  const file = process.env.FAULTS_RECORD;
  if (file) appendFileSync(file, `${JSON.stringify({ what, ...counts })}\n`);
}
