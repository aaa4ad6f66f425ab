import { describe, expect, it } from 'vitest';
import { SCOPES, type Scope } from '../../data/tokens.ts';
import { listOperations, prepareCall } from '../support/api-operations.ts';
import { openTestApi } from '../support/test-api.ts';

const operations = await listOperations();
const byAccess = (...access: string[]) => operations.filter((operation) => access.includes(operation.access));

/** A path in these tests: the method first, so that a failing test says which operation it was. */
const NAME = '$method $path';

describe('the routes of the specification (Spec 4) are those who are meant to be open', () => {
  it.each([
    ['GET', '/api/v1/articles', 'site'],
    ['GET', '/api/v1/articles/{id}', 'public'],
    ['POST', '/api/v1/articles', 'write'],
    ['PATCH', '/api/v1/articles/{id}', 'write'],
    ['DELETE', '/api/v1/articles/{id}', 'write'],
    ['POST', '/api/v1/articles/bulk', 'write'],
    ['GET', '/api/v1/search/suggest', 'public'],
    ['GET', '/api/v1/articles/{id}/reactions', 'site'],
    ['POST', '/api/v1/articles/{id}/reactions', 'site'],
    ['POST', '/api/v1/articles/{id}/view', 'site'],
    ['POST', '/api/v1/curation-log', 'curation'],
    ['GET', '/api/v1/curation-log', 'curation'],
    ['POST', '/api/v1/upload', 'upload'],
    ['GET', '/api/v1/health', 'public'],
  ])('%s %s: %s', (method, path, access) => {
    const operation = operations.find((known) => known.method === method && known.path === path);
    expect(operation?.access).toBe(access);
  });

  it('and there is no other', () => {
    expect(operations).toHaveLength(14);
  });
});

describe('a route that needs a token', () => {
  it.each(byAccess(...SCOPES))(
    `${NAME} answers 401 without one, and says which scheme`,
    async (operation) => {
      const api = await openTestApi();
      const { path, call } = await prepareCall(api, operation);
      const response = await api.call(path, { ...call, token: null });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
    },
  );

  it.each(byAccess(...SCOPES))(`${NAME} answers 401 to the site’s own pages`, async (operation) => {
    const api = await openTestApi();
    const { path, call } = await prepareCall(api, operation);
    expect((await api.call(path, { ...call, fromOwnPage: true })).status).toBe(401);
  });

  it.each(byAccess(...SCOPES))(`${NAME} answers 403 to a token with every other scope`, async (operation) => {
    const api = await openTestApi();
    const { path, call } = await prepareCall(api, operation);
    const token = await api.tokenWith(...SCOPES.filter((scope) => scope !== operation.access));
    expect((await api.call(path, { ...call, token })).status).toBe(403);
  });

  it.each(byAccess(...SCOPES))(`${NAME} answers a token with the scope $access alone`, async (operation) => {
    const api = await openTestApi();
    const { path, call } = await prepareCall(api, operation);
    const token = await api.tokenWith(operation.access as Scope);
    expect((await api.call(path, { ...call, token })).ok).toBe(true);
  });
});

describe('a route for the site’s own pages', () => {
  it.each(byAccess('site'))(`${NAME} answers them without a token`, async (operation) => {
    const api = await openTestApi();
    const { path, call } = await prepareCall(api, operation);
    expect((await api.call(path, { ...call, fromOwnPage: true })).status).toBe(200);
  });

  it.each(byAccess('site'))(`${NAME} answers 401 to a call from elsewhere`, async (operation) => {
    const api = await openTestApi();
    const { path, call } = await prepareCall(api, operation);
    const response = await api.call(path, { ...call, token: null });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
  });

  it.each(byAccess('site'))(`${NAME} answers 401 to a page of another site`, async (operation) => {
    const api = await openTestApi();
    const { path, call } = await prepareCall(api, operation);
    const headers = { Origin: 'https://elsewhere.test', Referer: 'https://elsewhere.test/page' };
    expect((await api.call(path, { ...call, token: null, headers })).status).toBe(401);
  });

  it.each(byAccess('site'))(`${NAME} answers a token with the scope read`, async (operation) => {
    const api = await openTestApi();
    const { path, call } = await prepareCall(api, operation);
    expect((await api.call(path, { ...call, token: await api.tokenWith('read') })).status).toBe(200);
  });

  it.each(byAccess('site'))(`${NAME} answers 403 to a token without the scope read`, async (operation) => {
    const api = await openTestApi();
    const { path, call } = await prepareCall(api, operation);
    const token = await api.tokenWith('write', 'upload', 'curation');
    expect((await api.call(path, { ...call, token })).status).toBe(403);
  });
});

describe('a route for anyone', () => {
  it.each(byAccess('public'))(`${NAME} answers without a token`, async (operation) => {
    const api = await openTestApi();
    const { path, call } = await prepareCall(api, operation);
    expect((await api.call(path, { ...call, token: null })).status).toBe(200);
  });
});

describe('a wrong token is never silently anonymous', () => {
  const wrong = [
    'Bearer not-the-token',
    'Bearer',
    'Bearer two tokens',
    'Basic YTpi',
    'Token abc',
    '',
    'a-token-that-only-tests-know',
  ];
  const guarded = operations.filter(({ path }) => path !== '/api/v1/health');

  it.each(guarded)(`${NAME} answers 401, from the site’s own pages too`, async (operation) => {
    const api = await openTestApi();
    const { path, call } = await prepareCall(api, operation);
    for (const Authorization of wrong) {
      const response = await api.call(path, { ...call, headers: { Authorization }, fromOwnPage: true });
      expect([Authorization, response.status]).toEqual([Authorization, 401]);
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
  });

  it.each(guarded)(`${NAME} answers 401 to a revoked token`, async (operation) => {
    const api = await openTestApi();
    const { path, call } = await prepareCall(api, operation);
    const { token, id } = await api.store.tokens.create({ name: 'old', scopes: [...SCOPES] });
    await api.store.tokens.revoke(id);
    expect((await api.call(path, { ...call, token })).status).toBe(401);
  });

  it.each(guarded)(`${NAME} answers 401 to an expired token`, async (operation) => {
    const api = await openTestApi();
    const { path, call } = await prepareCall(api, operation);
    const expiresAt = new Date(api.time.now.getTime() + 60_000).toISOString();
    const { token } = await api.store.tokens.create({ name: 'short', scopes: [...SCOPES], expiresAt });
    api.time.now = new Date(api.time.now.getTime() + 61_000);
    expect((await api.call(path, { ...call, token })).status).toBe(401);
  });

  it('GET /api/v1/health alone does not look at it', async () => {
    const api = await openTestApi();
    for (const Authorization of wrong) {
      expect((await api.call('/api/v1/health', { headers: { Authorization } })).status).toBe(200);
    }
  });
});
