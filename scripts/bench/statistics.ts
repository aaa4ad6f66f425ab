/** The value below which a share (0 to 1) of the numbers lies. */
export function percentile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The middle one of the numbers. */
export function median(numbers: number[]): number {
  return percentile(numbers, 0.5);
}

/** How long work takes, in milliseconds, and what it gives. */
export async function timed<T>(work: () => T | Promise<T>): Promise<{ ms: number; result: T }> {
  const since = performance.now();
  const result = await work();
  return { ms: performance.now() - since, result };
}
