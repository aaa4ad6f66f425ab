import { readFileSync } from 'node:fs';

/**
 * The processor time that work takes, in milliseconds. For tests that tell linear from quadratic on hostile input: what
 * else the machine does at the moment does not count.
 */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** The time that a process has had of all processors, in milliseconds; the system counts in hundredths of a second. */
export function processorMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
