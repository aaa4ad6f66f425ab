import { expect, test } from 'vitest';
import { openTestApi, SITE_URL } from '../support/test-api.ts';

test('the description is OpenAPI 3.1, open to every page and to caches', async () => {
  const api = await openTestApi();
  const response = await api.call('/openapi.json', { token: null });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  const document = await response.json();
  expect(document.openapi).toMatch(/^3\.1/);
  expect(document.servers).toEqual([{ url: SITE_URL }]);
});

test('every route of Spec 4 is described', async () => {
  const api = await openTestApi();
  const { paths } = await (await api.call('/openapi.json')).json();
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations as object).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described).toEqual(
    expect.arrayContaining([
      'GET /api/v1/articles',
      'GET /api/v1/articles/{id}',
      'POST /api/v1/articles',
      'POST /api/v1/articles/bulk',
      'PATCH /api/v1/articles/{id}',
      'DELETE /api/v1/articles/{id}',
      'GET /api/v1/search/suggest',
      'GET /api/v1/articles/{id}/reactions',
      'POST /api/v1/articles/{id}/reactions',
      'POST /api/v1/articles/{id}/view',
      'POST /api/v1/curation-log',
      'GET /api/v1/curation-log',
      'POST /api/v1/upload',
      'GET /api/v1/health',
      'GET /openapi.json',
      'GET /.well-known/openapi.json',
      'GET /categories',
      'GET /feed/rss.xml',
      'GET /feed/atom.xml',
      'GET /feed/category/{category}.xml',
      'GET /feed/tag/{tag}.xml',
      'GET /feed.json',
      'GET /feed/category/{category}.json',
      'GET /feed/tag/{tag}.json',
      'GET /jsonfeed.json',
      'GET /feed/feed.json',
      'GET /opensearch.xml',
    ]),
  );
});

test('the description answers 304 to its own ETag', async () => {
  const api = await openTestApi();
  const etag = (await api.call('/openapi.json')).headers.get('etag') ?? '';
  const response = await api.call('/openapi.json', { headers: { 'If-None-Match': etag } });
  expect(response.status).toBe(304);
});

test('the well-known address redirects to the description', async () => {
  const api = await openTestApi();
  const response = await api.call('/.well-known/openapi.json', { token: null });
  expect(response.status).toBe(301);
  expect(response.headers.get('location')).toBe('/openapi.json');
});

test('pages and feeds that are not files are answered on demand, the API never', async () => {
  const api = await openTestApi({ onDemand: async (request) => new Response(new URL(request.url).pathname) });
  expect(await (await api.call('/search?q=salt')).text()).toBe('/search');
  expect((await api.call('/api/v1/unknown')).status).toBe(404);
  expect((await api.call('/api')).status).toBe(404);
});

test('what is neither API nor page is 404 as a problem', async () => {
  const api = await openTestApi();
  const response = await api.call('/nothing', { token: null });
  expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
});

test('the description says that every optional field of an article may be null', async () => {
  const api = await openTestApi();
  const { components } = await (await api.call('/openapi.json')).json();
  const { title, content, ...optional } = components.schemas.ArticleInput.properties;
  expect([title.type, content.type]).toEqual(['string', 'string']);
  for (const field of Object.values(optional) as { type: string[] }[]) expect(field.type).toContain('null');
});
