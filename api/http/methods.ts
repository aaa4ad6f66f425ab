import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { Problem } from '../../data/errors.ts';
import { withAnswerHeaders } from './answer-headers.ts';
import type { ApiEnv } from './context.ts';
import { withInstance } from './errors.ts';

/**
 * Answers what no route has taken: OPTIONS and 405 with `Allow` where the path exists with other methods,
 * pages on demand outside the API, else 404.
 */
export function answerUnrouted(
  app: OpenAPIHono<ApiEnv>,
  onDemand: ((request: Request) => Promise<Response>) | undefined,
): (c: Context<ApiEnv>) => Promise<Response> {
  return async (c) => {
    const allowed = allowedMethods(app, c.req.path);
    if (allowed.length > 0) return answerMethod(c, allowed);
    const isApi = c.req.path === '/api' || c.req.path.startsWith('/api/');
    if (onDemand && !isApi)
      return withAnswerHeaders(c, await withInstance(await onDemand(c.req.raw), c.get('requestId')));
    throw new Problem('not-found', 'There is nothing at this address.');
  };
}

function answerMethod(c: Context<ApiEnv>, allowed: string[]): Response {
  c.header('Allow', allowed.join(', '));
  if (c.req.method === 'OPTIONS') return c.body(null, 204);
  throw new Problem('method-not-allowed', `This address answers ${allowed.join(', ')}.`);
}

/** The methods that a path answers, from the routes themselves; none when there is no such path. */
function allowedMethods(app: OpenAPIHono<ApiEnv>, path: string): string[] {
  const methods = new Set<string>();
  for (const route of app.routes) {
    if (route.method !== 'ALL' && matches(route.path, path)) methods.add(route.method);
  }
  if (methods.size === 0) return [];
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods.add('OPTIONS')].sort();
}

// Our paths know only plain segments and `:name`.
function matches(pattern: string, path: string): boolean {
  const expected = pattern.split('/');
  const actual = path.split('/');
  return (
    expected.length === actual.length &&
    expected.every((segment, i) => (segment.startsWith(':') ? actual[i] !== '' : segment === actual[i]))
  );
}
