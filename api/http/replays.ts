import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import type { ApiDependencies } from '../dependencies.ts';
import { createAddressFinder } from './client-address.ts';
import type { ApiEnv } from './context.ts';
import { createRequestLog } from './logging.ts';
import { languagePreferredIn } from './preferred-language.ts';
import type { RateLimit } from './rate-limit.ts';

/**
 * Answers that are the same for all who ask in the same words, until anything is written. A request like an earlier one gets
 * its answer by one look-up and one write, as a file does, instead of going the whole way through the API; it counts against
 * the rate limit and is logged like any other.
 */
export interface Replays {
  /**
   * Begins to make the answer to the request of a context, before anything is read for it. What this gives keeps the answer,
   * unless something has been written meanwhile.
   */
  begin(c: Context<ApiEnv>): (answer: Response, body: Uint8Array) => void;
  /** Answers a request that is like an earlier one; calls `fallback` for any other. */
  handle(request: IncomingMessage, response: ServerResponse, fallback: () => void): void;
}

interface Replay {
  /** Name, value, name, value …; without those that each answer has for itself. */
  headers: string[];
  body: Uint8Array;
}

/** What all kept answers take together, in bytes: some ten thousand of usual length. */
const MOST_BYTES = 32 * 1024 * 1024;
/** What an answer takes beside its body and its key. */
const ENTRY_BYTES = 1024;
/** In characters; nobody types so much again. */
const LONGEST_TARGET = 300;
/** All that may be answered so. Others need not be looked for. */
const PATH = '/api/v1/search/suggest';
const OWN_HEADERS = /^(?:x-request-id|x-ratelimit-.*)$/;

/** Begins with no answers. `limit` is the one that the API counts its calls with. */
export function createReplays(
  { store, config, log }: Pick<ApiDependencies, 'store' | 'config' | 'log'>,
  limit: RateLimit,
): Replays {
  const answers = store.search.untilWritten(
    () =>
      new LRUCache<string, Replay>({
        maxSize: MOST_BYTES,
        sizeCalculation: ({ body }, key) => body.byteLength + 2 * key.length + ENTRY_BYTES,
      }),
  );
  const addressOf = createAddressFinder(config.trustProxy);
  const logRequest = createRequestLog({ log, config });

  /** Where the database cannot be read, the API says so. */
  function find(key: string | undefined): Replay | undefined {
    try {
      return key === undefined ? undefined : answers().get(key);
    } catch {
      return undefined;
    }
  }

  async function replay(
    { headers, body }: Replay,
    {
      request,
      response,
      fallback,
    }: { request: IncomingMessage; response: ServerResponse; fallback: () => void },
  ): Promise<void> {
    const startedAt = performance.now();
    const address = addressOf(request.socket.remoteAddress, request.headers['x-forwarded-for']);
    const counted = await limit.count({ kind: 'anonymous' }, address);
    if (counted.isOver) return fallback();
    const requestId = randomUUID();
    response.writeHead(200, [
      ...headers,
      'x-request-id',
      requestId,
      ...Object.entries(counted.headers).flat(),
    ]);
    response.end(body);
    logRequest({ requestId, method: 'GET', path: PATH, status: 200, startedAt });
  }

  return {
    begin: (c) => {
      const request = c.env?.incoming;
      const key = request && isAsSent(c.req.url, request) ? keyOf(request) : undefined;
      if (key === undefined) return () => {};
      const kept = answers();
      return (answer, body) => {
        const headers = [...answer.headers].filter(([name]) => !OWN_HEADERS.test(name));
        const length = ['content-length', String(body.byteLength)];
        kept.set(key, { headers: [...headers.flat(), ...length], body });
      };
    },
    handle: (request, response, fallback) => {
      const known = find(keyOf(request));
      if (!known) return fallback();
      replay(known, { request, response, fallback }).catch((error: unknown) => {
        log.error({ err: error }, 'a kept answer could not be given');
        response.destroy();
      });
    },
  };
}

/** Whether the API answers what the request line names; other headers have no say in it. */
function isAsSent(answered: string, { url }: IncomingMessage): boolean {
  const { pathname, search } = new URL(answered);
  return pathname + search === url;
}

/** All of a request that its answer depends on; undefined for one that is never answered like another. */
function keyOf({ method, url = '', headers }: IncomingMessage): string | undefined {
  if (method !== 'GET' || url.length > LONGEST_TARGET || !url.startsWith(PATH)) return undefined;
  const { authorization, 'accept-language': acceptLanguage } = headers;
  return authorization === undefined ? `${languagePreferredIn(acceptLanguage) ?? ''} ${url}` : undefined;
}
