import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '../../data/errors.ts';
import type { ApiDependencies } from '../dependencies.ts';
import type { Caller } from './access.ts';
import { createAddressBuckets } from './client-address.ts';
import type { Step } from './steps.ts';

const WINDOW_SECONDS = 60;

/**
 * Counts every call, by token or else by address, and answers 429 past the limit (Spec 8). Every answer says how much is
 * left. Each use of this function counts for itself.
 */
export function limitRate({ config, clock }: Pick<ApiDependencies, 'config' | 'clock'>): Step {
  const byToken = new RateLimiterMemory({ points: config.rateLimitToken, duration: WINDOW_SECONDS });
  const byAddress = new RateLimiterMemory({ points: config.rateLimitAnonymous, duration: WINDOW_SECONDS });
  const bucketOf = createAddressBuckets();
  const consume = (caller: Caller | undefined, address: string) =>
    caller?.kind === 'token' ? take(byToken, caller.id) : take(byAddress, bucketOf(address));

  return async (c) => {
    const { limit, taken, isOver } = await consume(c.get('caller'), c.get('clientAddress'));
    const { remainingPoints } = taken;
    // No window is longer, not even when the clock has been set back since it began.
    const msBeforeNext = Math.min(taken.msBeforeNext, WINDOW_SECONDS * 1000);
    c.header('X-RateLimit-Limit', String(limit));
    c.header('X-RateLimit-Remaining', String(remainingPoints));
    c.header('X-RateLimit-Reset', String(Math.ceil((clock().getTime() + msBeforeNext) / 1000)));
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
