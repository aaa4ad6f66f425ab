import { expect, test } from 'vitest';
import { createLog } from '../../../api/http/logging.ts';
import { openTestApi, TOKEN } from '../../support/test-api.ts';

test('each request is one line with method, path, status, time and request id', async () => {
  const api = await openTestApi();
  const response = await api.call('/api/v1/articles?category=secret');
  expect(api.logged).toEqual([
    {
      level: 30,
      time: expect.any(Number),
      requestId: response.headers.get('x-request-id'),
      method: 'GET',
      path: '/api/v1/articles',
      status: 200,
      ms: expect.any(Number),
      token: 'environment',
      msg: 'request',
    },
  ]);
});

test('the log holds neither token, nor query, nor address', async () => {
  const api = await openTestApi();
  await api.call('/api/v1/search/suggest?q=private', { address: '198.51.100.77' });
  await api.call('/api/v1/articles', { token: 'a-wrong-token' });
  const text = JSON.stringify(api.logged);
  for (const secret of [TOKEN, 'a-wrong-token', 'private', '198.51.100.77'])
    expect(text).not.toContain(secret);
});

test('a token in the path of an address is not logged either', async () => {
  const api = await openTestApi();
  const token = await api.tokenWith('read');
  for (const secret of [token, TOKEN]) await api.call(`/api/v1/articles/${secret}`, { token: secret });
  expect(api.logged.map(({ path }) => path)).toEqual(Array(2).fill('/api/v1/articles/[token]'));
});

test('credentials are removed from whatever is logged', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  log.info({ headers: { authorization: 'Bearer x', cookie: 'y' } }, 'request');
  expect(lines[0]).toContain('"headers":{"authorization":"[removed]","cookie":"[removed]"}');
});
