import type { MiddlewareHandler } from 'hono';
import { Problem } from '../../data/errors.ts';
import type { ApiEnv } from './context.ts';

const MIB = 1024 * 1024;
/** Four of the largest imports, or a dozen of the largest pictures. What is made of a body takes some times as much again. */
const OF_TOKENS = 64 * MIB;
/** Reactions need a few bytes each. Kept apart, so that strangers cannot take what writers need. */
const OF_OTHERS = 8 * MIB;

/**
 * Bounds what the bodies of all requests under way take together, until each is answered. Only bytes that have arrived
 * count: announcing a large body, or sending it slowly, takes nothing from others.
 * @throws Problem `unavailable` from reading a body that would take more.
 */
export function boundBodyMemory(): MiddlewareHandler<ApiEnv> {
  const ofTokens = { left: OF_TOKENS };
  const ofOthers = { left: OF_OTHERS };
  return async (c, next) => {
    const pool = c.get('caller')?.kind === 'token' ? ofTokens : ofOthers;
    let own = 0;
    c.set('takeBodyMemory', (bytes) => {
      if (bytes > pool.left)
        throw new Problem('unavailable', 'Too many large requests at once. Try again in a moment.');
      pool.left -= bytes;
      own += bytes;
    });
    try {
      await next();
    } finally {
      pool.left += own;
    }
  };
}
