import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type { ApiEnv } from './context.ts';
import type { Step } from './steps.ts';

/** Gives every request an id and every answer the same `X-Request-Id`. Ids sent by clients are not taken over. */
export const assignRequestId: Step = (c) => {
  const id = randomUUID();
  c.set('requestId', id);
  c.header('X-Request-Id', id);
};

/** A page, which comes as a whole response, with the headers that every answer has. */
export function withAnswerHeaders(c: Context<ApiEnv>, page: Response): Response {
  return c.newResponse(page.body, page);
}

/** What tells browsers to come back by https only; nothing for a site that is not reached by it (RFC 6797). */
export function transportHeaders(siteUrl: string): Record<string, string> {
  return siteUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {};
}

/** Gives every answer the {@link transportHeaders}. */
export function demandHttps(siteUrl: string): Step {
  const headers = Object.entries(transportHeaders(siteUrl));
  return (c) => {
    for (const [name, value] of headers) c.header(name, value);
  };
}

/**
 * The headers of every API answer, which keep browsers from misusing JSON. What a token or a cookie gets to see is for
 * its holder alone, so nothing is stored; a route that answers all alike says so itself.
 * There are no CORS headers on purpose: a foreign page is not to call with a reader's cookie, and programs need none.
 */
export const setAnswerHeaders: Step = (c) => {
  c.header('X-Content-Type-Options', 'nosniff');
  c.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  c.header('Referrer-Policy', 'no-referrer');
  c.header('Cache-Control', 'no-store');
};
