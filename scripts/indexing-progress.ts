import type { HearIndexing } from '../data/search.ts';

const BETWEEN_MS = 5000;

/**
 * Says on standard error how far the search indexes have been filled anew, every few seconds. The log would say it only when
 * all is over, and a bar would stand still: both wait for a thread that has nothing else to do.
 */
export function sayIndexing(
  say: (line: string) => void = console.error,
  now = () => performance.now(),
): HearIndexing {
  let saidAt: number | undefined;
  return (done, total) => {
    const at = now();
    if (saidAt !== undefined && done < total && at - saidAt < BETWEEN_MS) return;
    saidAt = at;
    say(`Filling the search indexes anew, once for this version: ${done} of ${total} articles`);
  };
}
