import type { Context, MiddlewareHandler } from 'hono';
import type { ApiEnv } from './context.ts';

/** What happens to a request before its route is asked: it finds something out, sets headers, or throws a `Problem`. */
export type Step = (c: Context<ApiEnv>) => void | Promise<void>;

/**
 * Takes steps one after another, as one middleware. Each middleware costs an asynchronous call of its own, which is more than
 * most steps need.
 */
export function inOrder(...steps: Step[]): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    for (const step of steps) {
      const pending = step(c);
      if (pending) await pending;
    }
    await next();
  };
}
