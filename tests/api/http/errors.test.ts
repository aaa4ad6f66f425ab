import { expect, test } from 'vitest';
import { Problem } from '../../../data/errors.ts';
import type { Store } from '../../../data/store.ts';
import { openTestApi } from '../../support/test-api.ts';

const LIST = '/api/v1/articles';

function failingList(error: Error): (store: Store) => Store {
  return (store) => ({ ...store, articles: { ...store.articles, list: () => Promise.reject(error) } });
}

test('an error is a problem with type, title, status, detail and the id of the request', async () => {
  const api = await openTestApi();
  const response = await api.call('/api/v1/articles/unknown');
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(await response.json()).toEqual({
    type: 'about:blank',
    title: 'Not Found',
    status: 404,
    detail: 'There is no such article.',
    instance: `urn:uuid:${response.headers.get('x-request-id')}`,
  });
});

test('ids of requests are our own and never the same', async () => {
  const api = await openTestApi();
  const headers = { 'X-Request-Id': 'mine' };
  const ids = await Promise.all(
    [1, 2].map(async () => (await api.call(LIST, { headers })).headers.get('x-request-id')),
  );
  expect(new Set(ids).size).toBe(2);
  expect(ids).not.toContain('mine');
});

test('an inner failure is 500, tells the caller nothing, and the log everything', async () => {
  const api = await openTestApi({ storeSeenByApi: failingList(new Error('secret detail')) });
  const response = await api.call(LIST);
  expect(response.status).toBe(500);
  const text = await response.text();
  expect(text).not.toContain('secret');
  const line = api.logged.find(({ msg }) => msg === 'request failed') as {
    err: { stack: string };
    requestId: string;
  };
  expect(line.err.stack).toContain('secret detail');
  expect(text).toContain(line.requestId);
});

test.each(['SQLITE_FULL', 'SQLITE_READONLY', 'SQLITE_BUSY', 'SQLITE_IOERR_WRITE'])(
  '%s is 503 with Retry-After',
  async (code) => {
    const error = Object.assign(new Error('database trouble'), { code });
    const api = await openTestApi({ storeSeenByApi: failingList(error) });
    const response = await api.call(LIST);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
  },
);

test('an unavailable store is 503', async () => {
  const api = await openTestApi({
    storeSeenByApi: failingList(new Problem('unavailable', 'The disk is full.')),
  });
  expect((await api.call(LIST)).status).toBe(503);
});

test('OPTIONS and 405 say which methods there are', async () => {
  const api = await openTestApi();
  const allow = 'GET, HEAD, OPTIONS, POST';
  const options = await api.call(LIST, { method: 'OPTIONS', token: null });
  expect([options.status, options.headers.get('allow')]).toEqual([204, allow]);
  const put = await api.call(LIST, { method: 'PUT', token: null });
  expect([put.status, put.headers.get('allow')]).toEqual([405, allow]);
});

test('HEAD answers like GET, without a body', async () => {
  const api = await openTestApi();
  const response = await api.call(LIST, { method: 'HEAD' });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.text()).toBe('');
});

test('answers forbid sniffing, framing and storing, and no other origin may read them', async () => {
  const api = await openTestApi();
  const { headers } = await api.call(LIST, { headers: { Origin: 'https://other.example' } });
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('access-control-allow-origin')).toBeNull();
});
