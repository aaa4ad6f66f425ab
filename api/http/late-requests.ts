import type { IncomingMessage } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import { Problem } from '../../data/errors.ts';
import type { ApiEnv } from './context.ts';
import { problemBody } from './errors.ts';

const RETRY_SECONDS = 2;

/** Answers 503 to what has waited too long. Not thrown: an error in the log for each, with its stack, would be load of its own. */
export function refuseLate(
  isLate: (request: IncomingMessage) => boolean = () => false,
): MiddlewareHandler<ApiEnv> {
  const problem = new Problem('unavailable', 'There are too many requests at the moment. Try again soon.');
  return async (c, next) => {
    // Absent when the app is called without a server, as the description of the API is made.
    const request = (c.env as ApiEnv['Bindings'] | undefined)?.incoming as IncomingMessage | undefined;
    if (!request || !isLate(request)) return next();
    return c.body(JSON.stringify(problemBody(problem, c.get('requestId'))), 503, {
      'Content-Type': 'application/problem+json',
      'Retry-After': String(RETRY_SECONDS),
    });
  };
}
