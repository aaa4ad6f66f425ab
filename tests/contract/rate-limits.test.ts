import { describe, expect, it } from 'vitest';
import { listOperations, type Operation, prepareCall } from '../support/api-operations.ts';
import { openTestApi, type TestApi, TOKEN } from '../support/test-api.ts';

const operations = await listOperations();
const openToAll = operations.filter(({ access }) => access === 'public' || access === 'site');
const NAME = '$method $path';
const NOW = new Date('2026-11-21T12:00:00Z');

function windowOf(response: Response) {
  const value = (name: string) => Number(response.headers.get(`x-ratelimit-${name}`) ?? Number.NaN);
  return { limit: value('limit'), remaining: value('remaining'), reset: value('reset') };
}

/** The third answer of an operation where two a minute are allowed. */
async function callPastLimit(operation: Operation, token: string | null): Promise<Response> {
  const environment = { RATE_LIMIT_ANONYMOUS: '2', RATE_LIMIT_TOKEN: '2' };
  const api = await openTestApi({ environment, now: NOW });
  const { path, call } = await prepareCall(api, operation);
  const caller = token === null ? { fromOwnPage: true } : { token };
  await api.call(path, { ...call, ...caller });
  await api.call(path, { ...call, ...caller });
  return api.call(path, { ...call, ...caller });
}

describe('the limits are 30 a minute without a token and 120 with one (Spec 8)', () => {
  const standard = { RATE_LIMIT_ANONYMOUS: '', RATE_LIMIT_TOKEN: '' };

  it.each(openToAll)(`${NAME} without a token`, async (operation) => {
    const api = await openTestApi({ environment: standard, now: NOW });
    const { path, call } = await prepareCall(api, operation);
    const response = await api.call(path, { ...call, fromOwnPage: true });
    expect(windowOf(response)).toEqual({ limit: 30, remaining: 29, reset: NOW.getTime() / 1000 + 60 });
  });

  it.each(operations.filter(({ path }) => path !== '/api/v1/health'))(
    `${NAME} with a token`,
    async (operation) => {
      const api = await openTestApi({ environment: standard, now: NOW });
      const { path, call } = await prepareCall(api, operation);
      const response = await api.call(path, call);
      expect(windowOf(response)).toEqual({ limit: 120, remaining: 119, reset: NOW.getTime() / 1000 + 60 });
    },
  );
});

describe('past the limit', () => {
  it.each(openToAll)(`${NAME} answers 429 without a token`, async (operation) => {
    await expectRefusal(await callPastLimit(operation, null));
  });

  it.each(operations)(`${NAME} answers 429 with a token`, async (operation) => {
    await expectRefusal(await callPastLimit(operation, TOKEN));
  });

  async function expectRefusal(response: Response) {
    expect(response.status).toBe(429);
    const seconds = Number(response.headers.get('retry-after'));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(windowOf(response)).toMatchObject({ limit: 2, remaining: 0 });
    expect((await response.json()).status).toBe(429);
  }
});

describe('every answer carries the three headers, also', () => {
  const answers: [string, number, (api: TestApi) => Promise<Response>][] = [
    ['a missing token', 401, (api) => api.call('/api/v1/curation-log', { token: null })],
    ['a wrong token', 401, (api) => api.call('/api/v1/health/..', { token: 'wrong' })],
    ['an unknown address', 404, (api) => api.call('/api/v1/nothing')],
    ['another method', 405, (api) => api.call('/api/v1/health', { method: 'DELETE' })],
    ['a preflight', 204, (api) => api.call('/api/v1/articles', { method: 'OPTIONS', token: null })],
    ['a bad query', 400, (api) => api.call('/api/v1/articles?limit=0')],
    [
      'a bad body',
      400,
      (api) => api.call('/api/v1/articles', { body: '{', headers: { 'Content-Type': 'application/json' } }),
    ],
    ['a failure inside', 500, failInside],
  ];

  it.each(answers)('%s (%i)', async (_, status, call) => {
    const response = await call(await openTestApi({ storeSeenByApi: withBrokenSearch }));
    expect(response.status).toBe(status);
    const { limit, remaining, reset } = windowOf(response);
    expect([limit, remaining, reset].every(Number.isSafeInteger)).toBe(true);
  });

  function failInside(api: TestApi) {
    return api.call('/api/v1/search/suggest?q=ink');
  }

  function withBrokenSearch(store: TestApi['store']): TestApi['store'] {
    const suggest = () => Promise.reject(new Error('the secret inside'));
    return { ...store, search: { ...store.search, suggest } };
  }
});
