import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { Problem } from '../../data/errors.ts';
import { SCOPES, type Scope } from '../../data/tokens.ts';
import type { ApiDependencies } from '../dependencies.ts';
import type { ApiEnv } from './context.ts';
import type { Step } from './steps.ts';

/**
 * Who may call a route: `public` anyone, `site` the service's own pages or a token with the scope `read`,
 * a scope only a token that has it (Spec 5).
 */
export type Access = 'public' | 'site' | Scope;

/** Who is calling. A wrong token is `refused`: it is never taken for an anonymous call. */
export type Caller =
  | { kind: 'token'; id: string; scopes: readonly Scope[] }
  | { kind: 'site' }
  | { kind: 'anonymous' }
  | { kind: 'refused' };

/** The id under which calls with `API_TOKEN` are counted and logged. */
const ENVIRONMENT_TOKEN_ID = 'environment';

/** Finds out who is calling, but refuses nobody yet: a wrong token is to be counted first. */
export function identifyCaller(
  deps: Pick<ApiDependencies, 'store' | 'config'>,
  options: { tokenless: string },
): Step {
  return (c) => {
    const authorization = c.req.path === options.tokenless ? undefined : c.req.header('authorization');
    if (authorization !== undefined) return identifyHolder(c, authorization, deps);
    const siteUrl = deps.config.siteUrlGiven ? deps.config.siteUrl : undefined;
    c.set('caller', { kind: isOwnPage(c, siteUrl) ? 'site' : 'anonymous' });
    return undefined;
  };
}

async function identifyHolder(
  c: Context<ApiEnv>,
  authorization: string,
  deps: Pick<ApiDependencies, 'store' | 'config'>,
): Promise<void> {
  c.set('caller', await findHolder(authorization, deps));
}

/** Answers 401 to a wrong token, on every route. */
export const refuseWrongToken: Step = (c) => {
  if (c.get('caller').kind === 'refused') throw new Problem('unauthorized', 'The token is not valid.');
};

/** Lets only those through whom the route's declaration names. */
export function requireAccess(access: Access): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    if (access === 'site') requireSiteOrScope(c.get('caller'), 'read');
    else if (access !== 'public') requireScope(c.get('caller'), access);
    await next();
  };
}

/** Whether the caller holds a token with a scope. */
export function hasScope(caller: Caller, scope: Scope): boolean {
  return caller.kind === 'token' && caller.scopes.includes(scope);
}

/** @throws Problem `unauthorized` without a token, `forbidden` with one that lacks the scope. */
export function requireScope(caller: Caller, scope: Scope): void {
  if (caller.kind !== 'token') throw new Problem('unauthorized', 'This needs a token.');
  if (!caller.scopes.includes(scope)) {
    throw new Problem('forbidden', `The token lacks the scope "${scope}".`);
  }
}

function requireSiteOrScope(caller: Caller, scope: Scope): void {
  if (caller.kind !== 'site') requireScope(caller, scope);
}

async function findHolder(
  authorization: string,
  { store, config }: Pick<ApiDependencies, 'store' | 'config'>,
): Promise<Caller> {
  const token = /^bearer +([\x21-\x7e]+)$/i.exec(authorization.trim())?.[1];
  if (token === undefined) return { kind: 'refused' };
  if (config.apiToken !== undefined && isSameSecret(token, config.apiToken)) {
    return { kind: 'token', id: ENVIRONMENT_TOKEN_ID, scopes: SCOPES };
  }
  const found = await store.tokens.find(token);
  return found ? { kind: 'token', id: found.id, scopes: found.scopes } : { kind: 'refused' };
}

/** Whether a browser says that the request comes from a page of this site; a foreign page cannot make it say so. */
function isOwnPage(c: Context<ApiEnv>, siteUrl: string | undefined): boolean {
  const fetchSite = c.req.header('sec-fetch-site');
  if (fetchSite !== undefined) return fetchSite.toLowerCase() === 'same-origin';
  const from = c.req.header('origin') ?? c.req.header('referer');
  if (from === undefined || !URL.canParse(from)) return false;
  const source = new URL(from);
  if (siteUrl !== undefined) return source.origin === new URL(siteUrl).origin;
  // Behind a proxy the scheme that the browser saw is unknown, so the host alone decides.
  return /^https?:$/.test(source.protocol) && source.host === hostOf(c);
}

function hostOf(c: Context<ApiEnv>): string | undefined {
  return c.req.header('host')?.toLowerCase() ?? new URL(c.req.url).host;
}

// Digests are of one length, so the comparison takes the same time whatever was sent.
function isSameSecret(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
