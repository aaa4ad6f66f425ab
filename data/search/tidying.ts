import type { Database } from '../database.ts';

/** The full-text indexes of search. */
export const INDEXES = ['title_search', 'text_search'] as const;
type Index = (typeof INDEXES)[number];

/** So long nobody has written anything when it begins. */
const QUIET_MS = 10_000;
/** How many pages (4 KB) of an index a step writes: some milliseconds. */
const PAGES = 32;
/** Fewer segments cost nothing, however large they are. */
const MANY = 4;
/** An index is tidied when all its segments but the largest hold one part in so many of what that one holds: on average each page is written some five times. */
const SHARE = 4;
/** How long it rests after a failure, such as a full disk. */
const REST_MS = 5 * 60_000;

/**
 * Merges the segments of which the indexes consist into one, a step at each call: a query looks into each of them, and after a
 * large import there are some twenty. It begins when nobody writes, and then goes on between writes, which leave the merging of
 * small segments until it has finished. Resolves to whether there is more to do now.
 */
export function createTidying(
  database: Database,
  clock: () => number = () => performance.now(),
): () => Promise<boolean> {
  let scattered: Index[] = [];
  let seen = { writes: '', since: 0, isTidy: false };
  let restsUntil = Number.NEGATIVE_INFINITY;

  function toBegin(): Index[] {
    const writes = database.writes();
    if (writes !== seen.writes) seen = { writes, since: clock(), isTidy: false };
    if (seen.isTidy || clock() - seen.since < QUIET_MS) return [];
    const found = INDEXES.filter((index) => isScattered(database, index));
    seen.isTidy = found.length === 0;
    return found;
  }

  return async () => {
    if (clock() < restsUntil) return false;
    if (scattered.length === 0) scattered = toBegin();
    const [index] = scattered;
    if (!index) return false;
    restsUntil = clock() + REST_MS;
    const hasMore = await database.tally(() => mergeSome(database, index));
    restsUntil = Number.NEGATIVE_INFINITY;
    if (!hasMore) scattered.shift();
    return scattered.length > 0;
  };
}

/** Whether there is anything to tidy. */
export function isUntidy(database: Database): boolean {
  return INDEXES.some((index) => isScattered(database, index));
}

function isScattered(database: Database, index: Index): boolean {
  // One row for nearly each page (FTS5, "The %_idx table").
  const sizes = database
    .all<{ pages: number }>(`SELECT count(*) AS pages FROM ${index}_idx GROUP BY segid`)
    .map(({ pages }) => pages);
  const largest = Math.max(0, ...sizes);
  const rest = sizes.reduce((sum, pages) => sum + pages, 0) - largest;
  return sizes.length > MANY && SHARE * rest >= largest;
}

/** Whether there may be more to merge (FTS5, "The 'merge' Command": fewer than two changes mean that there was nothing to do). */
function mergeSome(database: Database, index: Index): boolean {
  const before = changes(database);
  // A negative number: all segments become one, instead of those of one size.
  database.run(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ?)`, -PAGES);
  return changes(database) - before >= 2;
}

function changes(database: Database): number {
  return database.get<{ n: number }>('SELECT total_changes() AS n')?.n ?? 0;
}
