import { expect, test } from 'vitest';
import { openTestApi } from '../support/test-api.ts';

const article = (title: string, fields: object = {}) => ({ title, content: '<p>Salt.</p>', ...fields });

test('201 when every article was created, in the order of the request', async () => {
  const api = await openTestApi();
  const json = [article('One', { status: 'published' }), article('Two')];
  const response = await api.call('/api/v1/articles/bulk', { json });
  expect(response.status).toBe(201);
  const { created, failed, results } = await response.json();
  expect({ created, failed }).toEqual({ created: 2, failed: 0 });
  expect(results[0]).toMatchObject({ index: 0, status: 201, url: 'https://inkstone.test/en/articles/one' });
  expect(results[1]).toMatchObject({ index: 1, status: 201, url: null });
  expect((await api.store.articles.find(results[1].id))?.title).toBe('Two');
});

test('207 when some were created: a bad article does not cost the others', async () => {
  const api = await openTestApi();
  const json = [article(''), article('Good'), 'nonsense', article('Twice', { slug: 'good' }), null];
  const response = await api.call('/api/v1/articles/bulk', { json });
  expect(response.status).toBe(207);
  const { created, failed, results } = await response.json();
  expect({ created, failed }).toEqual({ created: 1, failed: 4 });
  expect(results.map((result: { status: number }) => result.status)).toEqual([422, 201, 422, 422, 422]);
  expect(results[0].error).toMatchObject({ status: 422, errors: [{ path: 'title' }] });
  expect(results[3].error.errors[0].path).toBe('slug');
  expect((await api.store.articles.list({ page: 1, limit: 100, sortBy: 'newest' })).total).toBe(1);
});

test('422 when none was created', async () => {
  const api = await openTestApi();
  const response = await api.call('/api/v1/articles/bulk', { json: [article(''), 7] });
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({ created: 0, failed: 2 });
});

test('each article carries its own warnings', async () => {
  const api = await openTestApi();
  const json = [article('One', { colour: 'red' }), article('Two', { content: '<p>x<script>y</script></p>' })];
  const { results } = await (await api.call('/api/v1/articles/bulk', { json })).json();
  expect(results[0].warnings).toEqual(['The field "colour" is not known and was ignored.']);
  expect(results[1].warnings[0]).toMatch(/script/);
});

test('1,000 articles are created at once', { timeout: 30_000 }, async () => {
  const api = await openTestApi();
  const json = Array.from({ length: 1000 }, (_, i) => article(`Article ${i}`, { status: 'published' }));
  const response = await api.call('/api/v1/articles/bulk', { json });
  expect(response.status).toBe(201);
  expect((await response.json()).created).toBe(1000);
});

test.each([
  ['1,001 articles', Array.from({ length: 1001 }, () => article('One too many'))],
  ['no article', []],
  ['no list', article('Alone')],
  ['null', null],
])('%s is 422 and creates nothing', async (_, json) => {
  const api = await openTestApi();
  const response = await api.call('/api/v1/articles/bulk', { json });
  expect(response.status).toBe(422);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect((await api.store.articles.list({ page: 1, limit: 1, sortBy: 'newest' })).total).toBe(0);
});

test('Prefer: wait waits for the last of the articles', async () => {
  const api = await openTestApi();
  const json = [
    article('One', { status: 'published' }),
    article('Two', { status: 'published' }),
    article('Draft'),
  ];
  const response = await api.call('/api/v1/articles/bulk', { json, headers: { Prefer: 'wait=5' } });
  expect(response.headers.get('preference-applied')).toBe('wait=5');
  expect(api.publication.waits).toEqual([{ seq: await api.store.changes.latest(), ms: 5000 }]);
});
