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
