import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { ApiEnv } from './context.ts';

/** Gives every request an id and every answer the same `X-Request-Id`. Ids sent by clients are not taken over. */
export const assignRequestId: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const id = randomUUID();
  c.set('requestId', id);
  c.header('X-Request-Id', id);
  await next();
  // A page on demand comes as a whole response of its own.
  if (!c.res.headers.has('X-Request-Id')) c.header('X-Request-Id', id);
};

/**
 * The headers of every API answer, which keep browsers from misusing JSON. What a token or a cookie gets to see is for
 * its holder alone, so nothing is stored; a route that answers all alike says so itself.
 * There are no CORS headers on purpose: a foreign page is not to call with a reader's cookie, and programs need none.
 */
export const setAnswerHeaders: MiddlewareHandler<ApiEnv> = async (c, next) => {
  c.header('X-Content-Type-Options', 'nosniff');
  c.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  c.header('Referrer-Policy', 'no-referrer');
  c.header('Cache-Control', 'no-store');
  await next();
};
