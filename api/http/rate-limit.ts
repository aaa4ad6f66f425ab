import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '../../data/errors.ts';
import type { ApiDependencies } from '../dependencies.ts';
import type { Caller } from './access.ts';
import { createAddressBuckets } from './client-address.ts';
import type { Step } from './steps.ts';

const WINDOW_SECONDS = 60;

/** Counts calls, by token or else by address. */
export interface RateLimit {
  /** Counts a call. Resolves to the headers that every answer has (Spec 8), and whether it was one too many. */
  count(caller: Caller | undefined, address: string): Promise<CountedCall>;
}

interface CountedCall {
  headers: Record<string, string>;
  isOver: boolean;
  /** How many calls a minute may have. */
  limit: number;
  msBeforeNext: number;
}

/** Begins to count: nobody has called yet. */
export function createRateLimit({ config, clock }: Pick<ApiDependencies, 'config' | 'clock'>): RateLimit {
  const byToken = new RateLimiterMemory({ points: config.rateLimitToken, duration: WINDOW_SECONDS });
  const byAddress = new RateLimiterMemory({ points: config.rateLimitAnonymous, duration: WINDOW_SECONDS });
  const bucketOf = createAddressBuckets();
  const consume = (caller: Caller | undefined, address: string) =>
    caller?.kind === 'token' ? take(byToken, caller.id) : take(byAddress, bucketOf(address));

  return {
    count: async (caller, address) => {
      const { limit, taken, isOver } = await consume(caller, address);
      // No window is longer, not even when the clock has been set back since it began.
      const msBeforeNext = Math.min(taken.msBeforeNext, WINDOW_SECONDS * 1000);
      const headers = {
        'X-RateLimit-Limit': String(limit),
        'X-RateLimit-Remaining': String(taken.remainingPoints),
        'X-RateLimit-Reset': String(Math.ceil((clock().getTime() + msBeforeNext) / 1000)),
      };
      return { headers, isOver, limit, msBeforeNext };
    },
  };
}

/** Counts every call, and answers 429 past the limit (Spec 8). Every answer says how much is left. */
export function limitRate(rate: RateLimit): Step {
  return async (c) => {
    const { headers, isOver, limit, msBeforeNext } = await rate.count(
      c.get('caller'),
      c.get('clientAddress'),
    );
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
    if (isOver) {
      c.header('Retry-After', String(Math.max(1, Math.ceil(msBeforeNext / 1000))));
      throw new Problem('too-many-requests', `The limit is ${limit} requests per minute.`);
    }
  };
}

async function take(limiter: RateLimiterMemory, key: string) {
  const limit = limiter.points;
  try {
    return { limit, taken: await limiter.consume(key), isOver: false };
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return { limit, taken: refusal, isOver: true };
  }
}
