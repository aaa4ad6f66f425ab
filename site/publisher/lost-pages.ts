import type { Store } from '../../data/store.ts';
import { fileFor } from '../paths.ts';
import { isWhole } from '../whole-page.ts';
import { allPaths } from './affected.ts';
import type { PageOutput } from './refresh.ts';

/** Those who ask for more of them meanwhile will ask again. */
const MOST_REPORTED = 10_000;
/**
 * From an address alone nobody can tell whether it is of the site, so all of them are gone through. That takes one part in so
 * many of the thread's time at most, whatever is asked for.
 */
const SHARE = 20;
const SHORTEST_REST_MS = 1000;

/** Pages that somebody has asked for and that seemed to be missing or damaged. */
export interface LostPages {
  report(address: string): void;
  /** Those that really are, and are of the site; none while it is too early to look again. */
  find(store: Store, output: PageOutput): Promise<string[]>;
}

/** Begins to collect reports. `clock`: milliseconds from any moment on. */
export function createLostPages(clock: () => number = () => performance.now()): LostPages {
  const reported = new Set<string>();
  let restsUntil = Number.NEGATIVE_INFINITY;
  return {
    report: (address) => {
      if (reported.size < MOST_REPORTED) reported.add(address);
    },
    find: async (store, output) => {
      const since = clock();
      if (reported.size === 0 || since < restsUntil) return [];
      // Most have only been asked for a moment before they were published.
      const all = [...reported];
      reported.clear();
      const unsound = all.filter((address) => !isSound(output, address));
      if (unsound.length === 0) return [];
      const lost = ofTheSite(new Set(unsound), allPaths(await store.site.keys()));
      restsUntil = since + Math.max(SHORTEST_REST_MS, SHARE * (clock() - since));
      return lost;
    },
  };
}

function ofTheSite(addresses: Set<string>, site: Generator<string>): string[] {
  const found: string[] = [];
  for (const address of site) {
    if (addresses.delete(address)) found.push(address);
    if (addresses.size === 0) break;
  }
  return found;
}

function isSound(output: PageOutput, address: string): boolean {
  try {
    const page = output.read(address);
    return page !== undefined && isWhole(fileFor(address), page);
  } catch {
    // Whoever writes the page will meet the same, and report it.
    return false;
  }
}
