import type { Context } from 'hono';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { ApiDependencies } from '../dependencies.ts';
import type { Caller } from './access.ts';
import { createAddressBuckets } from './client-address.ts';
import type { ApiEnv } from './context.ts';
import type { Step } from './steps.ts';

const WINDOW_SECONDS = 60;
const MAX_PROVEN = 10_000;

/**
 * Makes guessing tokens slow: when an address has sent as many wrong ones in a minute as it may send requests, a right
 * one from there is answered like a wrong one until the minute is over. A token that was right from this address
 * before goes on working, so that nobody can lock out the agent next door.
 */
export function slowGuessing({ config }: Pick<ApiDependencies, 'config'>): Step {
  const limit = config.rateLimitAnonymous;
  const wrong = new RateLimiterMemory({ points: limit, duration: WINDOW_SECONDS });
  const proven = createMemory(MAX_PROVEN);
  const bucketOf = createAddressBuckets();

  const weigh = async (c: Context<ApiEnv>, caller: Caller) => {
    const bucket = bucketOf(c.get('clientAddress'));
    if (caller.kind === 'refused') await wrong.penalty(bucket);
    if (caller.kind !== 'token') return;
    const pair = `${caller.id} ${bucket}`;
    const guesses = (await wrong.get(bucket))?.consumedPoints ?? 0;
    if (guesses < limit) proven.add(pair);
    else if (!proven.has(pair)) c.set('caller', { kind: 'refused' });
  };
  return (c) => {
    const caller = c.get('caller');
    return caller.kind === 'refused' || caller.kind === 'token' ? weigh(c, caller) : undefined;
  };
}

/** A set that forgets what it has known longest. */
function createMemory(size: number): Pick<Set<string>, 'add' | 'has'> {
  const known = new Set<string>();
  return {
    has: (value) => known.has(value),
    add: (value) => {
      const oldest = known.size >= size && !known.has(value) ? known.values().next().value : undefined;
      if (oldest !== undefined) known.delete(oldest);
      return known.add(value);
    },
  };
}
