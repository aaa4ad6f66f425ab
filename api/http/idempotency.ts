import { createHash } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { Problem } from '../../data/errors.ts';
import type { ApiEnv } from './context.ts';

const MAX_KEY_LENGTH = 255;
/** What of an answer's head is given again; the rest belongs to the request that is being answered. */
const KEPT_HEADERS = ['content-type', 'location', 'etag', 'preference-applied'];
const PASSING = new Set([400, 408, 429]);

/**
 * Gives the first answer again when a write is sent again with the same `Idempotency-Key`.
 * Only requests whose body has arrived as a whole get here. Answers that a repetition may turn out differently are not kept.
 * @throws Problem `malformed` for a bad key, `invalid` for a key of another request, `conflict` while in progress.
 */
export const keepAnswer: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const key = c.req.header('idempotency-key');
  const caller = c.get('caller');
  if (key === undefined || caller.kind !== 'token') return next();
  if (key.length === 0 || key.length > MAX_KEY_LENGTH) {
    throw new Problem('malformed', `An Idempotency-Key has 1 to ${MAX_KEY_LENGTH} characters.`);
  }
  const kept = c.get('keptAnswers');
  const begun = await kept.begin({ tokenId: caller.id, key, fingerprint: fingerprintOf(c) });
  if (begun.state === 'done') return replay(c, begun);
  if (begun.state === 'mismatch') {
    throw new Problem('invalid', 'This Idempotency-Key was used for another request.');
  }
  if (begun.state === 'in-progress') {
    c.header('Retry-After', '1');
    throw new Problem('conflict', 'The first request with this Idempotency-Key is still in progress.');
  }
  if (begun.state === 'answer-lost') {
    throw new Problem(
      'conflict',
      'The first request with this Idempotency-Key was carried out, but its answer was lost when the service stopped. ' +
        'Nothing was done again.',
    );
  }
  const { attempt } = begun;
  await kept.carryOut(attempt, next);
  const isPassing = c.res.status >= 500 || PASSING.has(c.res.status);
  const keeping = isPassing ? kept.abandon(attempt) : kept.finish(attempt, await partsOf(c.res));
  // The write has happened by now: its answer is due even if it cannot be kept.
  await keeping.catch((error: unknown) => {
    c.get('log').error({ err: error, requestId: c.get('requestId') }, 'an answer could not be kept');
  });
};

function fingerprintOf(c: Context<ApiEnv>): string {
  const { pathname, search } = new URL(c.req.url);
  return createHash('sha256')
    .update([c.req.method, pathname + search, c.get('bodyDigest') ?? ''].join('\n'))
    .digest('hex');
}

async function partsOf(response: Response) {
  const headers: Record<string, string> = {};
  for (const name of KEPT_HEADERS) {
    const value = response.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  return { status: response.status, headers, body: await response.clone().text() };
}

function replay(c: Context<ApiEnv>, kept: { status: number; headers: Record<string, string>; body: string }) {
  const headers = { ...kept.headers, 'Idempotency-Replayed': 'true' };
  return c.newResponse(kept.status === 204 ? null : kept.body, kept.status as never, headers);
}
