import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { ApiEnv } from './context.ts';

/** Gives every request an id and every answer the same `X-Request-Id`. Ids sent by clients are not taken over. */
export const assignRequestId: MiddlewareHandler<ApiEnv> = async (c, next) => {
  c.set('requestId', randomUUID());
  await next();
  c.res.headers.set('X-Request-Id', c.get('requestId'));
};

/**
 * The headers of every API answer: the caller's rate window (Spec 8) and what keeps browsers from misusing JSON.
 * There are no CORS headers on purpose: a foreign page is not to call with a reader's cookie, and programs need none.
 */
export const setAnswerHeaders: MiddlewareHandler<ApiEnv> = async (c, next) => {
  await next();
  const { headers } = c.res;
  const window = c.get('rateWindow');
  if (window) {
    headers.set('X-RateLimit-Limit', String(window.limit));
    headers.set('X-RateLimit-Remaining', String(window.remaining));
    headers.set('X-RateLimit-Reset', String(window.resetsAt));
  }
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  headers.set('Referrer-Policy', 'no-referrer');
  // What a token or a cookie gets to see is for its holder alone; a route that answers all alike says so itself.
  if (c.get('caller')?.kind === 'token' || !headers.has('Cache-Control'))
    headers.set('Cache-Control', 'no-store');
};
