import { describe, expect, it } from 'vitest';
import { listOperations, prepareCall } from '../support/api-operations.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

const operations = await listOperations();
const repeatable = operations.filter(({ honours }) => honours.idempotencyKey);
const waiting = operations.filter(({ honours }) => honours.prefer);
const NAME = '$method $path';
const KEY = { 'Idempotency-Key': 'the first attempt' };

/** How much the store holds; a repeated write must not add to it. */
async function sizeOf({ store }: TestApi) {
  const { total } = await store.articles.list({ page: 1, limit: 1, sortBy: 'newest' });
  const { total: runs } = await store.curation.list({ page: 1, limit: 1 });
  return { total, runs, changes: await store.changes.latest() };
}

describe('every write for token holders honours Idempotency-Key', () => {
  it('and no other operation does', () => {
    const writes = operations.filter(({ method, access }) => method !== 'GET' && access !== 'site');
    expect(repeatable).toEqual(writes);
  });

  it.each(repeatable)(`${NAME} gives the first answer again and does nothing twice`, async (operation) => {
    const api = await openTestApi();
    const { path, call } = await prepareCall(api, operation);
    const first = await api.call(path, { ...call, headers: KEY });
    const size = await sizeOf(api);
    const second = await api.call(path, { ...call, headers: KEY });
    expect([first.headers.has('idempotency-replayed'), second.headers.get('idempotency-replayed')]).toEqual([
      false,
      'true',
    ]);
    expect(second.status).toBe(first.status);
    expect(await second.text()).toBe(await first.text());
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(await sizeOf(api)).toEqual(size);
  });

  it.each(repeatable)(`${NAME} keeps the keys of two tokens apart`, async (operation) => {
    const api = await openTestApi();
    const { path, call } = await prepareCall(api, operation);
    await api.call(path, { ...call, headers: KEY });
    const token = await api.tokenWith('read', 'write', 'upload', 'curation');
    const other = await api.call(path, { ...call, headers: KEY, token });
    expect(other.headers.has('idempotency-replayed')).toBe(false);
  });

  it.each(repeatable)(`${NAME} answers 422 to the key of another request`, async (operation) => {
    const api = await openTestApi();
    const { path, call } = await prepareCall(api, operation);
    await api.call('/api/v1/curation-log', { json: { notes: 'another request' }, headers: KEY });
    expect((await api.call(path, { ...call, headers: KEY })).status).toBe(422);
  });

  it.each(repeatable)(`${NAME} answers 400 to a key of more than 255 characters`, async (operation) => {
    const api = await openTestApi();
    const { path, call } = await prepareCall(api, operation);
    const headers = { 'Idempotency-Key': 'x'.repeat(256) };
    expect((await api.call(path, { ...call, headers })).status).toBe(400);
  });
});

describe('every write that changes the site honours Prefer: wait', () => {
  it('and no other operation does', () => {
    expect(waiting.map(({ operationId }) => operationId).sort()).toEqual([
      'changeArticle',
      'createArticle',
      'createArticles',
      'deleteArticle',
    ]);
  });

  it.each(waiting)(`${NAME} says that it waited`, async (operation) => {
    const api = await openTestApi();
    const { path, call } = await prepareCall(api, operation);
    const response = await api.call(path, { ...call, headers: { Prefer: 'wait=5' } });
    expect(response.headers.get('preference-applied')).toBe('wait=5');
    expect(api.publication.waits).toEqual([{ seq: await api.store.changes.latest(), ms: 5000 }]);
  });

  it.each(waiting)(`${NAME} answers at once when nothing is preferred`, async (operation) => {
    const api = await openTestApi();
    const { path, call } = await prepareCall(api, operation);
    const response = await api.call(path, call);
    expect(response.headers.has('preference-applied')).toBe(false);
    expect(api.publication.waits).toEqual([]);
  });
});
