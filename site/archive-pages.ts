/** Pages that are listed one by one, and those that stand for the rest. */
const NEWEST = 24;
const LANDMARKS = 24;

/**
 * The pages of an archive that a list links to, newest first: all of a small one; of a large one the newest and then some
 * at even distances down to the first, from which the links to older and newer pages lead on. The list stays of one size
 * however the archive grows, and so does the work of publishing.
 */
export function shownPages(pages: number): number[] {
  if (pages <= NEWEST + LANDMARKS) return Array.from({ length: pages }, (_, index) => pages - index);
  const newest = Array.from({ length: NEWEST }, (_, index) => pages - index);
  const step = (pages - NEWEST) / LANDMARKS;
  const landmarks = Array.from(
    { length: LANDMARKS },
    (_, index) => 1 + Math.floor(step * (LANDMARKS - 1 - index)),
  );
  return [...newest, ...landmarks];
}
