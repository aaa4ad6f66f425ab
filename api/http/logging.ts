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

/** Writes one line per request. The query is left out, since a search is nobody's business; so is the address. */
export function logRequests({
  log,
  config,
}: Pick<ApiDependencies, 'log' | 'config'>): MiddlewareHandler<ApiEnv> {
  const withoutTokens = (path: string) => {
    const censored = path.replace(TOKEN, CENSORED);
    return config.apiToken === undefined ? censored : censored.replaceAll(config.apiToken, CENSORED);
  };
  return async (c, next) => {
    const startedAt = performance.now();
    await next();
    const caller = c.get('caller');
    const token = caller?.kind === 'token' ? caller.id : undefined;
    const { method } = c.req;
    const path = withoutTokens(c.req.path);
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    log.info({ requestId: c.get('requestId'), method, path, status: c.res.status, ms, token }, 'request');
  };
}
