import { expect, test } from 'vitest';
import { Problem } from '../../data/errors.ts';
import { openTestApi } from '../support/test-api.ts';

test('health is ok without a token', async () => {
  const api = await openTestApi();
  const response = await api.call('/api/v1/health', { token: null });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ status: 'ok', publisher: { lag: 0 } });
});

test('status is the first field of the health answer', async () => {
  const api = await openTestApi();
  expect(await (await api.call('/api/v1/health')).text()).toMatch(/^\{"status":"ok"/);
});

test('health does not look at tokens, right or wrong', async () => {
  const api = await openTestApi();
  expect((await api.call('/api/v1/health', { token: 'wrong' })).status).toBe(200);
});

test('health says how far the publisher is behind and which pages fail', async () => {
  const api = await openTestApi();
  api.publication.lag = 3;
  api.publication.failing = ['/en/articles/broken'];
  const { publisher } = await (await api.call('/api/v1/health')).json();
  expect(publisher).toEqual({ lag: 3, failing: ['/en/articles/broken'] });
});

test('health answers 503 with another status when the database cannot be written', async () => {
  const check = () => Promise.reject(new Problem('unavailable', 'The disk is full.'));
  const api = await openTestApi({ storeSeenByApi: (store) => ({ ...store, check }) });
  const response = await api.call('/api/v1/health');
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ status: 'unavailable' });
});
