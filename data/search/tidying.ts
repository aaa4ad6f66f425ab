import type { Database } from '../database.ts';

const INDEXES = ['title_search', 'text_search'] as const;
type Index = (typeof INDEXES)[number];

/** So long nobody has written anything when it begins. */
const QUIET_MS = 10_000;
/** How many pages (4 KB) of an index a step writes: some milliseconds. */
const PAGES = 32;
/** Fewer segments cost nothing, however large they are. */
const MANY = 4;
/** An index is tidied when all its segments but the largest hold one part in so many of what that one holds: each page is written so often at most. */
const SHARE = 4;

/**
 * Merges the segments of which the indexes consist into one, a step at each call, while nobody writes: a query looks into each of
 * them, and after a large import there are some twenty. Resolves to whether there is more to do now.
 */
export function createTidying(
  database: Database,
  clock: () => number = () => performance.now(),
): () => Promise<boolean> {
  let scattered: Index[] = [];
  let stamp = '';
  let quietSince = 0;

  function isQuiet(): boolean {
    const now = database.stamp();
    if (now !== stamp) {
      stamp = now;
      quietSince = clock();
    }
    return clock() - quietSince >= QUIET_MS;
  }

  return async () => {
    if (!isQuiet()) {
      scattered = [];
      return false;
    }
    if (scattered.length === 0) scattered = INDEXES.filter((index) => isScattered(database, index));
    const [index] = scattered;
    if (!index) return false;
    const hasMore = await database.tally(() => mergeSome(database, index));
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
