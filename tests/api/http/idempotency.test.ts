import { expect, test } from 'vitest';
import type { Store } from '../../../data/store.ts';
import { type Call, openTestApi, type TestApi } from '../../support/test-api.ts';

const LIST = '/api/v1/articles';
const ARTICLE = { title: 'Salt', content: '<p>Salt</p>' };

const send = (api: TestApi, key: string, call: Call = {}, path = LIST) =>
  api.call(path, { json: ARTICLE, ...call, headers: { 'Idempotency-Key': key, ...call.headers } });

const countArticles = async (api: TestApi) =>
  (await api.store.articles.list({ page: 1, limit: 1, sortBy: 'newest' })).total;

test('the same key and body give the first answer again, and create nothing', async () => {
  const api = await openTestApi();
  const first = await send(api, 'one');
  const again = await send(api, 'one');
  expect(again.status).toBe(201);
  expect(await again.text()).toBe(await first.text());
  for (const header of ['location', 'etag', 'content-type']) {
    expect(again.headers.get(header)).toBe(first.headers.get(header));
  }
  expect(first.headers.get('idempotency-replayed')).toBeNull();
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
  expect(await countArticles(api)).toBe(1);
});

test('the same key with another body is 422', async () => {
  const api = await openTestApi();
  await send(api, 'one');
  expect((await send(api, 'one', { json: { ...ARTICLE, title: 'Other' } })).status).toBe(422);
  expect(await countArticles(api)).toBe(1);
});

test('the same key on another path is 422', async () => {
  const api = await openTestApi();
  await send(api, 'one');
  expect((await send(api, 'one', { json: [ARTICLE] }, `${LIST}/bulk`)).status).toBe(422);
});

test('another key creates another article', async () => {
  const api = await openTestApi();
  await send(api, 'one');
  await send(api, 'two');
  expect(await countArticles(api)).toBe(2);
});

test('tokens do not see the keys of one another', async () => {
  const api = await openTestApi();
  await send(api, 'one');
  const response = await send(api, 'one', { token: await api.tokenWith('write') });
  expect(response.headers.get('idempotency-replayed')).toBeNull();
  expect(await countArticles(api)).toBe(2);
});

test('a key is forgotten after 24 hours', async () => {
  const api = await openTestApi();
  await send(api, 'one');
  api.time.now = new Date(api.time.now.getTime() + 24 * 60 * 60 * 1000 + 1);
  expect((await send(api, 'one')).headers.get('idempotency-replayed')).toBeNull();
});

test('while the first request is in progress, the second is 409 with Retry-After', async () => {
  let finishFirst = () => {};
  const gate = new Promise<void>((resolve) => {
    finishFirst = resolve;
  });
  const slow = (store: Store): Store => ({
    ...store,
    articles: {
      ...store.articles,
      create: async (article) => gate.then(() => store.articles.create(article)),
    },
  });
  const api = await openTestApi({ storeSeenByApi: slow });
  const first = send(api, 'one');
  await new Promise((resolve) => setTimeout(resolve, 50));
  const second = await send(api, 'one');
  expect(second.status).toBe(409);
  expect(second.headers.get('retry-after')).toBe('1');
  finishFirst();
  expect((await first).status).toBe(201);
});

test('a refusal is an answer too, and is given again', async () => {
  const api = await openTestApi();
  const call = { json: { title: '' } };
  expect((await send(api, 'one', call)).status).toBe(422);
  const again = await send(api, 'one', call);
  expect(again.status).toBe(422);
  expect(again.headers.get('content-type')).toBe('application/problem+json');
  expect(again.headers.get('idempotency-replayed')).toBe('true');
});

test('a body that is no JSON at all leaves the key free', async () => {
  const api = await openTestApi();
  const headers = { 'Content-Type': 'application/json' };
  const broken = { method: 'POST', json: undefined, body: '{"title":"Salt","con', headers };
  expect((await send(api, 'one', broken)).status).toBe(400);
  expect((await send(api, 'one')).status).toBe(201);
});

test('an answer that failed inside is not kept: the repetition may succeed', async () => {
  let failures = 1;
  const shaky = (store: Store): Store => ({
    ...store,
    articles: {
      ...store.articles,
      create: async (article) => {
        if (failures-- > 0) throw new Error('a passing trouble');
        return store.articles.create(article);
      },
    },
  });
  const api = await openTestApi({ storeSeenByApi: shaky });
  expect((await send(api, 'one')).status).toBe(500);
  expect((await send(api, 'one')).status).toBe(201);
});

test('a write is answered even when its answer cannot be kept', async () => {
  const full = (store: Store): Store => ({
    ...store,
    idempotency: { ...store.idempotency, finish: () => Promise.reject(new Error('the disk is full')) },
  });
  const api = await openTestApi({ storeSeenByApi: full });
  expect((await send(api, 'one')).status).toBe(201);
  expect(api.logged.map(({ msg }) => msg)).toContain('an answer could not be kept');
});

test('a request that died with its process frees its key after a while', async () => {
  const api = await openTestApi();
  const { tokens, idempotency } = api.store;
  const token = await api.tokenWith('write');
  const tokenId = (await tokens.find(token))?.id ?? '';
  await idempotency.begin({ tokenId, key: 'one', fingerprint: 'of a request that never ended' });
  api.time.now = new Date(api.time.now.getTime() + 5 * 60 * 1000);
  expect((await send(api, 'one', { token })).status).toBe(201);
});

test('a write whose answer was lost is never carried out again', async () => {
  const full = (store: Store): Store => ({
    ...store,
    idempotency: { ...store.idempotency, finish: () => Promise.reject(new Error('the power is gone')) },
  });
  const api = await openTestApi({ storeSeenByApi: full });
  await send(api, 'one');
  expect((await send(api, 'one')).headers.get('retry-after')).toBe('1');
  api.time.now = new Date(api.time.now.getTime() + 5 * 60 * 1000);
  const late = await send(api, 'one');
  expect([late.status, late.headers.get('retry-after')]).toEqual([409, null]);
  expect((await late.json()).detail).toContain('was carried out');
  expect(await countArticles(api)).toBe(1);
});

test('a request that fails after its write does not free its key', async () => {
  const failing = (store: Store): Store => ({
    ...store,
    articles: {
      ...store.articles,
      create: async (article) => {
        await store.articles.create(article);
        throw new Error('after the write');
      },
    },
  });
  const api = await openTestApi({ storeSeenByApi: failing });
  expect((await send(api, 'one')).status).toBe(500);
  expect((await send(api, 'one')).status).toBe(409);
  expect(await countArticles(api)).toBe(1);
});

test('a request so slow that it was sent again writes nothing any more', async () => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  let calls = 0;
  const slow = (store: Store): Store => ({
    ...store,
    articles: {
      ...store.articles,
      create: async (article) => {
        if (calls++ === 0) await gate;
        return store.articles.create(article);
      },
    },
  });
  const api = await openTestApi({ storeSeenByApi: slow });
  const first = send(api, 'one');
  await new Promise((resolve) => setTimeout(resolve, 50));
  api.time.now = new Date(api.time.now.getTime() + 5 * 60 * 1000);
  expect((await send(api, 'one')).status).toBe(201);
  release();
  expect((await first).status).toBe(409);
  expect(await countArticles(api)).toBe(1);
});

test('changing and deleting an article take a key too', async () => {
  const api = await openTestApi();
  const { id } = await (await send(api, 'one')).json();
  const path = `${LIST}/${id}`;
  const change = { method: 'PATCH', json: { title: 'Light' } };
  await send(api, 'two', change, path);
  expect((await send(api, 'two', change, path)).headers.get('idempotency-replayed')).toBe('true');
  const remove = { method: 'DELETE', json: undefined };
  expect((await send(api, 'three', remove, path)).status).toBe(204);
  const again = await send(api, 'three', remove, path);
  expect([again.status, await again.text()]).toEqual([204, '']);
});

test.each([
  ['an empty key', ''],
  ['a key of 256 characters', 'x'.repeat(256)],
])('%s is 400', async (_, key) => {
  const api = await openTestApi();
  expect((await send(api, key)).status).toBe(400);
});

test('a key may have 255 characters', async () => {
  const api = await openTestApi();
  expect((await send(api, 'x'.repeat(255))).status).toBe(201);
});
