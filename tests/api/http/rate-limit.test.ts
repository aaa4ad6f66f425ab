import { afterEach, expect, test, vi } from 'vitest';
import { openTestApi, TOKEN } from '../../support/test-api.ts';

const HEALTH = '/api/v1/health';
const LIST = '/api/v1/articles';
const environment = { RATE_LIMIT_ANONYMOUS: '2', RATE_LIMIT_TOKEN: '3' };

afterEach(() => {
  vi.useRealTimers();
});

test('every answer says the limit, what is left of it, and when the window ends', async () => {
  const now = new Date('2026-11-21T09:00:00Z');
  const api = await openTestApi({ environment, now });
  const { headers } = await api.call(HEALTH, { token: null });
  expect(headers.get('x-ratelimit-limit')).toBe('2');
  expect(headers.get('x-ratelimit-remaining')).toBe('1');
  expect(Number(headers.get('x-ratelimit-reset'))).toBe(now.getTime() / 1000 + 60);
});

test('past the limit the answer is 429 with Retry-After', async () => {
  const api = await openTestApi({ environment });
  await api.call(HEALTH, { token: null });
  await api.call(HEALTH, { token: null });
  const response = await api.call(HEALTH, { token: null });
  expect(response.status).toBe(429);
  expect(response.headers.get('x-ratelimit-remaining')).toBe('0');
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(60);
});

test('the limit begins anew after a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  const api = await openTestApi({ environment });
  for (let i = 0; i < 3; i++) await api.call(HEALTH, { token: null });
  vi.advanceTimersByTime(61_000);
  expect((await api.call(HEALTH, { token: null })).status).toBe(200);
});

test('each address has its own limit', async () => {
  const api = await openTestApi({ environment });
  for (let i = 0; i < 3; i++) await api.call(HEALTH, { token: null, address: '192.0.2.1' });
  expect((await api.call(HEALTH, { token: null, address: '192.0.2.2' })).status).toBe(200);
});

test('the addresses of one IPv6 network share a limit', async () => {
  const api = await openTestApi({ environment });
  for (let i = 1; i <= 2; i++) await api.call(HEALTH, { token: null, address: `2001:db8:1:2::${i}` });
  expect((await api.call(HEALTH, { token: null, address: '2001:db8:1:2:ffff::9' })).status).toBe(429);
  expect((await api.call(HEALTH, { token: null, address: '2001:db8:1:3::1' })).status).toBe(200);
});

test('a token has its own, larger limit, whatever its address did', async () => {
  const api = await openTestApi({ environment });
  for (let i = 0; i < 3; i++) await api.call(HEALTH, { token: null });
  const first = await api.call(LIST, { token: TOKEN });
  expect(first.status).toBe(200);
  expect(first.headers.get('x-ratelimit-limit')).toBe('3');
  await api.call(LIST);
  await api.call(LIST, { address: '198.51.100.7' });
  expect((await api.call(LIST)).status).toBe(429);
});

test('two tokens do not share a limit', async () => {
  const api = await openTestApi({ environment });
  const token = await api.tokenWith('read');
  for (let i = 0; i < 4; i++) await api.call(LIST);
  expect((await api.call(LIST, { token })).status).toBe(200);
});

test('wrong tokens count against the address, so that guessing is slow', async () => {
  const api = await openTestApi({ environment });
  const guess = async (n: number) => (await api.call(LIST, { token: `guess-${n}` })).status;
  expect([await guess(1), await guess(2), await guess(3)]).toEqual([401, 401, 429]);
});

test('answers 401, 404 and 405 count too', async () => {
  const api = await openTestApi({ environment });
  expect((await api.call(LIST, { token: null })).status).toBe(401);
  expect((await api.call('/api/v1/unknown', { token: null })).status).toBe(404);
  expect((await api.call(HEALTH, { method: 'PUT', token: null })).status).toBe(429);
});

test('the search page, which asks the database, has a limit of its own', async () => {
  const api = await openTestApi({ environment, onDemand: async () => new Response('found') });
  const search = (path: string) => api.call(path, { token: null });
  expect((await search('/search?q=a')).status).toBe(200);
  expect((await search('/%73earch/?q=b')).status).toBe(200);
  const refused = await search('/search?q=c');
  expect([refused.status, refused.headers.get('content-type')]).toEqual([429, 'application/problem+json']);
  expect((await search('/en/articles/not-written-yet')).status).toBe(200);
  expect((await api.call(HEALTH, { token: null })).status).toBe(200);
});
