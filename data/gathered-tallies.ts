import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from './database.ts';

/**
 * Gathers small pieces of work and does all that were asked for in one turn of the event loop in one transaction
 * (`Database.tally`): to begin and end one takes longer than most of them. They succeed or fail together, so each
 * must be such that only the disk can make it fail.
 */
export function gatherTallies(database: Database): <T>(work: () => T) => Promise<T> {
  let gathered: { works: (() => unknown)[]; results: Promise<unknown[]> } | undefined;
  const begin = () => {
    const works: (() => unknown)[] = [];
    const results = nextTurn().then(() => {
      gathered = undefined;
      return database.tally(() => works.map((work) => work()));
    });
    return { works, results };
  };
  return async <T>(work: () => T): Promise<T> => {
    gathered ??= begin();
    const { works, results } = gathered;
    const place = works.push(work) - 1;
    return (await results)[place] as T;
  };
}
