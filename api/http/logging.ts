import type { MiddlewareHandler } from 'hono';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { ApiDependencies } from '../dependencies.ts';
import type { ApiEnv } from './context.ts';

/** The service's log: JSON lines, without secrets; on standard output unless told otherwise. */
export function createLog(level: string, destination: DestinationStream = standardOutput()): Logger {
  const options = {
    level,
    base: undefined,
    redact: { paths: ['authorization', 'cookie', '*.authorization', '*.cookie'], censor: '[removed]' },
  };
  return pino(options, destination);
}

/** Lines are written some at a time, a tenth of a second late at most; what is left is written when the process ends. */
function standardOutput(): DestinationStream {
  return pino.destination({ dest: 1, sync: false, minLength: 12_288, periodicFlush: 100 });
}

/** A token as the command `token` makes them, should somebody have put it into an address. */
const TOKEN = /ink_[\w-]{20,}/g;
const CENSORED = '[token]';

/** What the log says of a request that has been answered. */
interface AnsweredRequest {
  requestId: string;
  method: string;
  path: string;
  status: number;
  /** As `performance.now()` gave it. */
  startedAt: number;
  /** The id of the token that it came with. */
  token?: string | undefined;
}

/** Writes one line for a request. The query is left out, since a search is nobody's business; so is the address. */
export function createRequestLog({
  log,
  config,
}: Pick<ApiDependencies, 'log' | 'config'>): (request: AnsweredRequest) => void {
  const withoutTokens = (path: string) => {
    const censored = path.replace(TOKEN, CENSORED);
    return config.apiToken === undefined ? censored : censored.replaceAll(config.apiToken, CENSORED);
  };
  // Looking for secrets by name costs as much as all else, and a line has no fields but these.
  const lines = log.child({}, { redact: [] });
  return ({ requestId, method, path, status, startedAt, token }) => {
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    lines.info({ requestId, method, path: withoutTokens(path), status, ms, token }, 'request');
  };
}

/** Writes one line per request. */
export function logRequests(deps: Pick<ApiDependencies, 'log' | 'config'>): MiddlewareHandler<ApiEnv> {
  const logRequest = createRequestLog(deps);
  return async (c, next) => {
    const startedAt = performance.now();
    await next();
    const caller = c.get('caller');
    const token = caller?.kind === 'token' ? caller.id : undefined;
    const { method, path } = c.req;
    logRequest({ requestId: c.get('requestId'), method, path, status: c.res.status, startedAt, token });
  };
}
