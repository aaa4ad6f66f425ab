import { readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second (USER_HZ) on every machine that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Memory in MiB that a process holds now, or (`VmHWM`) has held at most. */
export function residentMebibytes(pid: number, field: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const [, kibibytes] = new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status) ?? [];
  return Number(kibibytes) / 1024;
}

/** Seconds that the processors have worked for a process and its children since it started. */
export function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name may hold anything, a parenthesis too: the fields after it are counted from its end.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const own = (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean);
  return children.reduce((sum, child) => sum + processorSeconds(Number(child)), own);
}
