import { expect, test } from 'vitest';
import { openTestApi, SITE_URL, type TestApi } from '../support/test-api.ts';

const ARTICLE = { title: 'A museum of salt', content: '<p>It melts a little every summer.</p>' };

async function create(api: TestApi, fields: object = {}) {
  const response = await api.call('/api/v1/articles', { json: { ...ARTICLE, ...fields } });
  expect(response.status).toBe(201);
  return response.json();
}

async function list(api: TestApi, query = '', call = {}) {
  const response = await api.call(`/api/v1/articles${query}`, call);
  expect(response.status).toBe(200);
  return response.json();
}

test('a created article has an id, a slug, and a default for everything that was not given', async () => {
  const api = await openTestApi({ now: new Date('2026-11-21T09:00:00Z') });
  const article = await create(api);
  expect(article).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
    slug: 'a-museum-of-salt',
    lang: 'en',
    title: 'A museum of salt',
    content: '<p>It melts a little every summer.</p>',
    summary: 'It melts a little every summer.',
    category: 'general',
    status: 'draft',
    tags: [],
    author: 'Inkstone',
    source_url: null,
    thumbnail_url: null,
    translation_of: null,
    url: null,
    views: 0,
    reactions: { like: 0, fire: 0, mindblown: 0, heart: 0 },
    created_at: '2026-11-21T09:00:00.000Z',
    updated_at: '2026-11-21T09:00:00.000Z',
    published_at: null,
    warnings: [],
  });
});

test('every field that is given is kept', async () => {
  const api = await openTestApi();
  const given = {
    slug: 'salt',
    lang: 'ja',
    summary: 'Short.',
    category: 'culture',
    status: 'published',
    tags: ['salt', 'museums'],
    author: 'Ada',
    source_url: 'https://example.org/salt?a=1',
    thumbnail_url: '/uploads/5d41402abc4b2a76b9719d911017c592.jpg',
    published_at: '2026-01-02T03:04:05.000Z',
  };
  expect(await create(api, given)).toMatchObject(given);
});

test('creating answers 201 with Location and ETag', async () => {
  const api = await openTestApi();
  const response = await api.call('/api/v1/articles', { json: ARTICLE });
  const { id } = await response.json();
  expect(response.headers.get('location')).toBe(`/api/v1/articles/${id}`);
  const found = await api.call(`/api/v1/articles/${id}`);
  expect(found.headers.get('etag')).toBe(response.headers.get('etag'));
});

test('a published article has the absolute address of its page', async () => {
  const api = await openTestApi();
  const article = await create(api, { title: '소금 박물관', content: '<p>소금</p>', status: 'published' });
  expect(article.url).toBe(`${SITE_URL}/ko/articles/${encodeURIComponent('소금-박물관')}`);
});

test('moving to published sets the date once', async () => {
  const api = await openTestApi({ now: new Date('2026-11-21T09:00:00Z') });
  const { id } = await create(api, { status: 'published' });
  api.time.now = new Date('2026-11-22T09:00:00Z');
  await patch(api, id, { status: 'archived' });
  const { published_at } = await (await patch(api, id, { status: 'published' })).json();
  expect(published_at).toBe('2026-11-21T09:00:00.000Z');
});

test('null stands for absent', async () => {
  const api = await openTestApi();
  const nothing = {
    summary: null,
    category: null,
    status: null,
    tags: null,
    author: null,
    slug: null,
    lang: null,
  };
  const links = { source_url: null, thumbnail_url: null, translation_of: null, published_at: null };
  const article = await create(api, { ...nothing, ...links });
  expect(article).toMatchObject({
    status: 'draft',
    category: 'general',
    author: 'Inkstone',
    tags: [],
    warnings: [],
  });
});

test('unknown fields are ignored and named in the warnings', async () => {
  const api = await openTestApi();
  const { warnings } = await create(api, { catgory: 'culture', tag: 'x' });
  expect(warnings).toEqual([
    'The field "catgory" is not known and was ignored.',
    'The field "tag" is not known and was ignored.',
  ]);
});

test('a flood of unknown fields gives a short answer', async () => {
  const api = await openTestApi();
  const many = Object.fromEntries(
    Array.from({ length: 500 }, (_, i) => [`field-${i}-${'x'.repeat(1000)}`, 1]),
  );
  const { warnings } = await create(api, many);
  expect(warnings).toHaveLength(21);
  expect(warnings.at(-1)).toMatch(/480 more/);
});

test('what was removed from the content is named in the warnings', async () => {
  const api = await openTestApi();
  const { content, warnings } = await create(api, {
    content: '<p onclick="x()">Hi<script>alert(1)</script></p>',
  });
  expect(content).toBe('<p>Hi</p>');
  expect(warnings.join('\n')).toMatch(/script/);
});

test('category and tags are normalised, and the same tag counts once', async () => {
  const api = await openTestApi();
  const article = await create(api, { category: '  Deep  Sea ', tags: ['C++', 'c++', '한국어'] });
  expect(article).toMatchObject({ category: 'deep-sea', tags: ['c++', '한국어'] });
});

test('the title is trimmed and cleaned of what no page can carry', async () => {
  const api = await openTestApi();
  const { title } = await create(api, { title: ' Salt\u0000 and \ud800light\u200f ' });
  expect(title).toBe('Salt and \ufffdlight\u200f');
});

test('a title may have 300 characters of any script', async () => {
  const api = await openTestApi();
  expect((await create(api, { title: '𠮷'.repeat(300) })).title).toHaveLength(600);
});

test('a published_at with an offset is answered in UTC', async () => {
  const api = await openTestApi();
  const { published_at } = await create(api, { published_at: '2026-11-21T18:00:00+09:00' });
  expect(published_at).toBe('2026-11-21T09:00:00.000Z');
});

test.each([
  ['title', { title: undefined }],
  ['title', { title: '  ' }],
  ['title', { title: '\u0000' }],
  ['title', { title: 7 }],
  ['title', { title: null }],
  ['title', { title: 'x'.repeat(301) }],
  ['content', { content: undefined }],
  ['content', { content: '' }],
  ['content', { content: { html: 'x' } }],
  ['content', { content: 'x'.repeat(1024 * 1024 + 1) }],
  ['summary', { summary: 'x'.repeat(2001) }],
  ['status', { status: 'public' }],
  ['status', { status: 1 }],
  ['lang', { lang: 'de' }],
  ['category', { category: 'a/b' }],
  ['category', { category: '' }],
  ['category', { category: 'x'.repeat(65) }],
  ['tags', { tags: 'salt' }],
  ['tags', { tags: Array.from({ length: 21 }, (_, i) => `tag-${i}`) }],
  ['tags[1]', { tags: ['salt', '<b>'] }],
  ['tags[0]', { tags: [3] }],
  ['slug', { slug: 'Not A Slug' }],
  ['slug', { slug: '../etc' }],
  ['slug', { slug: '0198f6a2-7c1e-7d3a-9b57-0c8f2f6d1a10' }],
  ['source_url', { source_url: 'javascript:alert(1)' }],
  ['source_url', { source_url: 'ftp://example.org/' }],
  ['source_url', { source_url: 'example.org' }],
  ['source_url', { source_url: 'https://exa\nmple.org/' }],
  ['source_url', { source_url: `https://example.org/${'x'.repeat(2048)}` }],
  ['thumbnail_url', { thumbnail_url: '/etc/passwd' }],
  ['thumbnail_url', { thumbnail_url: '/uploads/../secret' }],
  ['thumbnail_url', { thumbnail_url: '//evil.example/x.png' }],
  ['translation_of', { translation_of: '0198f6a2-7c1e-7d3a-9b57-0c8f2f6d1a10' }],
  ['published_at', { published_at: 'tomorrow' }],
  ['published_at', { published_at: '2026-02-30T00:00:00Z' }],
  ['published_at', { published_at: '2026-11-21' }],
  ['published_at', { status: 'scheduled' }],
])('a wrong %s is 422 and named (%#)', async (path, fields) => {
  const api = await openTestApi();
  const response = await api.call('/api/v1/articles', { json: { ...ARTICLE, ...fields } });
  expect(response.status).toBe(422);
  expect((await response.json()).errors.map((error: { path: string }) => error.path)).toContain(path);
  expect((await list(api)).pagination.total).toBe(0);
});

test('every broken rule is named at once', async () => {
  const api = await openTestApi();
  const response = await api.call('/api/v1/articles', { json: { title: '', status: 'x', tags: [1, 2] } });
  const paths = (await response.json()).errors.map((error: { path: string }) => error.path);
  expect(paths.sort()).toEqual(['content', 'status', 'tags[0]', 'tags[1]', 'title']);
});

test('two articles with one title get different slugs', async () => {
  const api = await openTestApi();
  await create(api);
  expect((await create(api)).slug).toBe('a-museum-of-salt-2');
});

test('a slug that another article has is refused', async () => {
  const api = await openTestApi();
  await create(api, { slug: 'salt' });
  const response = await api.call('/api/v1/articles', { json: { ...ARTICLE, slug: 'salt' } });
  expect(response.status).toBe(422);
  expect((await response.json()).errors[0].path).toBe('slug');
});

test('an article is found by its id and by its slug', async () => {
  const api = await openTestApi();
  const { id, slug } = await create(api, { title: '소금' });
  const byId = await (await api.call(`/api/v1/articles/${id}`)).json();
  const bySlug = await (await api.call(`/api/v1/articles/${encodeURIComponent(slug)}`)).json();
  expect(byId).toEqual(bySlug);
  expect(byId.id).toBe(id);
});

test('a published article is open to anyone', async () => {
  const api = await openTestApi();
  const { id } = await create(api, { status: 'published' });
  const response = await api.call(`/api/v1/articles/${id}`, { token: null });
  expect(response.status).toBe(200);
  expect(response.headers.get('vary')).toContain('Authorization');
});

test.each(['draft', 'pending', 'scheduled', 'archived'])(
  'a %s article is 401 without a token',
  async (status) => {
    const api = await openTestApi();
    const { id } = await create(api, { status, published_at: '2030-01-01T00:00:00Z' });
    expect((await api.call(`/api/v1/articles/${id}`, { token: null })).status).toBe(401);
    expect((await api.call(`/api/v1/articles/${id}`, { fromOwnPage: true })).status).toBe(401);
    expect((await api.call(`/api/v1/articles/${id}`)).status).toBe(200);
  },
);

test('a draft is 403 with a token that may not read', async () => {
  const api = await openTestApi();
  const { id } = await create(api);
  const token = await api.tokenWith('upload');
  expect((await api.call(`/api/v1/articles/${id}`, { token })).status).toBe(403);
});

test.each(['unknown', '0198f6a2-7c1e-7d3a-9b57-0c8f2f6d1a10', '..%2f..%2fetc%2fpasswd', '%00', '%E0%A4'])(
  'an unknown id is 404: %s',
  async (id) => {
    const api = await openTestApi();
    expect((await api.call(`/api/v1/articles/${id}`, { token: null })).status).toBe(404);
  },
);

test('If-None-Match with the current ETag is 304 without a body', async () => {
  const api = await openTestApi();
  const { id } = await create(api, { status: 'published' });
  const etag = (await api.call(`/api/v1/articles/${id}`)).headers.get('etag') ?? '';
  const headers = { 'If-None-Match': `"other", W/${etag}` };
  const response = await api.call(`/api/v1/articles/${id}`, { headers });
  expect(response.status).toBe(304);
  expect(response.headers.get('etag')).toBe(etag);
  expect(await response.text()).toBe('');
});

test('a reaction changes the ETag, since the counts are part of the answer', async () => {
  const api = await openTestApi();
  const { id } = await create(api, { status: 'published' });
  const before = (await api.call(`/api/v1/articles/${id}`)).headers.get('etag');
  await api.store.reactions.toggle(id, 'visitor', 'like');
  expect((await api.call(`/api/v1/articles/${id}`)).headers.get('etag')).not.toBe(before);
});

test('the old path of a renamed slug answers 301 to the new one', async () => {
  const api = await openTestApi();
  const { id } = await create(api, { slug: 'old', status: 'published' });
  await patch(api, id, { slug: '새-이름' });
  const response = await api.call('/api/v1/articles/old?x=1', { token: null });
  expect(response.status).toBe(301);
  expect(response.headers.get('location')).toBe(`/api/v1/articles/${encodeURIComponent('새-이름')}?x=1`);
});

test('the new slug of a renamed draft is not given away', async () => {
  const api = await openTestApi();
  const { id } = await create(api, { slug: 'old' });
  await patch(api, id, { slug: 'secret-plan' });
  expect((await api.call('/api/v1/articles/old', { token: null })).status).toBe(401);
});

// Changing

async function patch(api: TestApi, id: string, json: object, headers = {}) {
  return api.call(`/api/v1/articles/${id}`, { method: 'PATCH', json, headers });
}

test('a patch changes what it names and nothing else', async () => {
  const api = await openTestApi();
  const { warnings, ...before } = await create(api, { tags: ['salt'], status: 'published' });
  api.time.now = new Date(api.time.now.getTime() + 1000);
  const response = await patch(api, before.id, { title: 'Salt and light' });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    ...before,
    title: 'Salt and light',
    updated_at: api.time.now.toISOString(),
    warnings,
  });
});

test('null in a patch sets a field back to its default', async () => {
  const api = await openTestApi();
  const { id } = await create(api, {
    author: 'Ada',
    source_url: 'https://example.org/',
    tags: ['x'],
    summary: 'S',
  });
  const changed = await (
    await patch(api, id, { author: null, source_url: null, tags: null, summary: null })
  ).json();
  expect(changed).toMatchObject({
    author: 'Inkstone',
    source_url: null,
    tags: [],
    summary: ARTICLE.content.slice(3, -4),
  });
});

test('a patch cannot take the title away', async () => {
  const api = await openTestApi();
  const { id } = await create(api);
  expect((await patch(api, id, { title: null })).status).toBe(422);
});

test('a patch to scheduled needs a date', async () => {
  const api = await openTestApi();
  const { id } = await create(api);
  expect((await patch(api, id, { status: 'scheduled' })).status).toBe(422);
  const published_at = '2030-01-01T00:00:00Z';
  expect((await patch(api, id, { status: 'scheduled', published_at })).status).toBe(200);
});

test('what an answer holds can be sent back: its own fields are ignored with warnings', async () => {
  const api = await openTestApi();
  const { warnings: _, ...article } = await create(api);
  const response = await patch(api, article.id, article);
  expect(response.status).toBe(200);
  expect((await response.json()).warnings).toContain('The field "views" is not known and was ignored.');
});

test('If-Match of the version that was read lets a patch through, also in its weak form', async () => {
  const api = await openTestApi();
  const { id } = await create(api);
  const first = (await api.call(`/api/v1/articles/${id}`)).headers.get('etag') ?? '';
  const response = await patch(api, id, { title: 'One' }, { 'If-Match': first });
  expect(response.status).toBe(200);
  const second = response.headers.get('etag') ?? '';
  expect((await patch(api, id, { title: 'Two' }, { 'If-Match': `W/${second}` })).status).toBe(200);
});

test('If-Match of an older version is 412 and changes nothing', async () => {
  const api = await openTestApi();
  const { id } = await create(api);
  const etag = (await api.call(`/api/v1/articles/${id}`)).headers.get('etag') ?? '';
  await patch(api, id, { title: 'First' });
  expect((await patch(api, id, { title: 'Second' }, { 'If-Match': etag })).status).toBe(412);
  const remove = { method: 'DELETE', headers: { 'If-Match': etag } };
  expect((await api.call(`/api/v1/articles/${id}`, remove)).status).toBe(412);
  expect((await (await api.call(`/api/v1/articles/${id}`)).json()).title).toBe('First');
});

test('a reaction in the meantime is no lost update', async () => {
  const api = await openTestApi();
  const { id } = await create(api, { status: 'published' });
  const etag = (await api.call(`/api/v1/articles/${id}`)).headers.get('etag') ?? '';
  await api.store.reactions.toggle(id, 'visitor', 'like');
  expect((await patch(api, id, { title: 'Salt' }, { 'If-Match': etag })).status).toBe(200);
});

test.each(['"nonsense"', 'nonsense', '""', '"-"'])(
  'an If-Match that names nothing is 412: %s',
  async (tag) => {
    const api = await openTestApi();
    const { id } = await create(api);
    expect((await patch(api, id, { title: 'x' }, { 'If-Match': tag })).status).toBe(412);
  },
);

test('If-Match: * only asks that the article exists', async () => {
  const api = await openTestApi();
  const { id } = await create(api);
  expect((await patch(api, id, { title: 'x' }, { 'If-Match': '*' })).status).toBe(200);
});

test('a deleted article is gone', async () => {
  const api = await openTestApi();
  const { id } = await create(api);
  const response = await api.call(`/api/v1/articles/${id}`, { method: 'DELETE' });
  expect(response.status).toBe(204);
  expect((await api.call(`/api/v1/articles/${id}`)).status).toBe(404);
});

test('changing or deleting an unknown article is 404', async () => {
  const api = await openTestApi();
  expect((await patch(api, 'unknown', { title: 'x' })).status).toBe(404);
  expect((await api.call('/api/v1/articles/unknown', { method: 'DELETE' })).status).toBe(404);
});

// Lists

test('a list has the newest articles first, 12 to a page', async () => {
  const api = await openTestApi();
  for (let day = 10; day < 25; day++) {
    await create(api, { title: `Day ${day}`, status: 'published', published_at: `2026-10-${day}T00:00:00Z` });
  }
  const { data, pagination } = await list(api);
  expect(data.map((article: { title: string }) => article.title).slice(0, 3)).toEqual([
    'Day 24',
    'Day 23',
    'Day 22',
  ]);
  expect(data).toHaveLength(12);
  expect(pagination).toEqual({ page: 1, limit: 12, total: 15, pages: 2 });
  const oldest = await list(api, '?sortBy=oldest&limit=1');
  expect(oldest.data[0].title).toBe('Day 10');
});

test('sortBy=views has the most viewed first', async () => {
  const api = await openTestApi();
  const first = await create(api, { title: 'Seen', status: 'published' });
  await create(api, { title: 'Unseen', status: 'published' });
  await api.store.views.record(first.id, 'visitor');
  const { data } = await list(api, '?sortBy=views');
  expect(data.map((article: { views: number }) => article.views)).toEqual([1, 0]);
});

test('a list leaves the content out unless it is asked for', async () => {
  const api = await openTestApi();
  await create(api);
  expect((await list(api)).data[0]).not.toHaveProperty('content');
  expect((await list(api, '?include=content')).data[0].content).toBe(ARTICLE.content);
});

test('a page that says to be ours gets lists, but no contents by the hundred', async () => {
  const api = await openTestApi();
  await create(api, { status: 'published' });
  expect((await api.call('/api/v1/articles', { fromOwnPage: true })).status).toBe(200);
  expect((await api.call('/api/v1/articles?include=content', { fromOwnPage: true })).status).toBe(401);
});

test('a list is filtered by category, tag, language and status', async () => {
  const api = await openTestApi();
  await create(api, { title: 'A', category: 'sea', tags: ['c++'], lang: 'en', status: 'published' });
  await create(api, { title: 'B', category: 'land', tags: ['salt'], lang: 'ko', status: 'draft' });
  const titles = async (query: string) =>
    (await list(api, query)).data.map((article: { title: string }) => article.title);
  expect(await titles('?category=%20SEA')).toEqual(['A']);
  expect(await titles('?tag=C%2B%2B')).toEqual(['A']);
  expect(await titles('?lang=ko')).toEqual(['B']);
  expect(await titles('?status=draft')).toEqual(['B']);
  expect(await titles('?category=unknown')).toEqual([]);
});

test('with a token and no status, every status is listed', async () => {
  const api = await openTestApi();
  await create(api, { status: 'draft' });
  await create(api, { status: 'published' });
  expect((await list(api)).pagination.total).toBe(2);
});

test("the site's own pages are shown published articles only", async () => {
  const api = await openTestApi();
  await create(api, { status: 'draft' });
  await create(api, { title: 'Public', status: 'published' });
  const { data } = await list(api, '', { fromOwnPage: true });
  expect(data.map((article: { title: string }) => article.title)).toEqual(['Public']);
  expect((await api.call('/api/v1/articles?status=published', { fromOwnPage: true })).status).toBe(200);
  expect((await api.call('/api/v1/articles?status=draft', { fromOwnPage: true })).status).toBe(401);
});

test('the Link header names first, previous, next and last page and keeps the other parameters', async () => {
  const api = await openTestApi();
  for (let i = 0; i < 5; i++) await create(api);
  const response = await api.call('/api/v1/articles?limit=2&page=2&status=draft');
  const address = (page: number) => `<${SITE_URL}/api/v1/articles?limit=2&page=${page}&status=draft>`;
  expect(response.headers.get('link')).toBe(
    [
      `${address(1)}; rel="first"`,
      `${address(1)}; rel="prev"`,
      `${address(3)}; rel="next"`,
      `${address(3)}; rel="last"`,
    ].join(', '),
  );
});

test.each(['9', '1000000000', '1e9', String(Number.MAX_SAFE_INTEGER)])(
  'page %s is past the end and empty',
  async (page) => {
    const api = await openTestApi();
    await create(api);
    const { data, pagination } = await list(api, `?page=${page}`);
    expect(data).toEqual([]);
    expect(pagination).toEqual({ page: Number(page), limit: 12, total: 1, pages: 1 });
  },
);

test.each([
  'limit=0',
  'limit=101',
  'limit=-1',
  'limit=1.5',
  'limit=abc',
  'limit=',
  'limit=1e9',
  'limit=5&limit=6',
  'page=0',
  'page=-1',
  'page=abc',
  'page=1e99',
  'page=9007199254740992',
  'sortBy=random',
  'sortBy=',
  'status=public',
  'lang=de',
  'category=a/b',
  'include=everything',
])('a list with %s is 400 and names the parameter', async (query) => {
  const api = await openTestApi();
  const response = await api.call(`/api/v1/articles?${query}`);
  expect(response.status).toBe(400);
  expect((await response.json()).errors[0].path).toBe(query.split('=')[0]);
});

test('limit may be 1 and 100, and unknown parameters are ignored', async () => {
  const api = await openTestApi();
  expect((await list(api, '?limit=1')).pagination.limit).toBe(1);
  expect((await list(api, '?limit=100&utm_source=x&__proto__=1')).pagination.limit).toBe(100);
});

// Publication

test('every write wakes the publisher', async () => {
  const api = await openTestApi();
  const { id } = await create(api);
  await patch(api, id, { title: 'x' });
  await api.call(`/api/v1/articles/${id}`, { method: 'DELETE' });
  expect(api.publication.woken).toBe(3);
});

test('Prefer: wait answers once the change is live', async () => {
  const api = await openTestApi();
  const json = { ...ARTICLE, status: 'published' };
  const response = await api.call('/api/v1/articles', {
    json,
    headers: { Prefer: 'respond-async, wait=10' },
  });
  expect(response.headers.get('preference-applied')).toBe('wait=10');
  expect(api.publication.waits).toEqual([{ seq: await api.store.changes.latest(), ms: 10_000 }]);
});

test('Prefer: wait waits at most 30 seconds', async () => {
  const api = await openTestApi();
  const response = await api.call('/api/v1/articles', { json: ARTICLE, headers: { Prefer: 'wait=3600' } });
  expect(response.headers.get('preference-applied')).toBe('wait=30');
});

test('Prefer: wait is not applied when the change does not become live in time', async () => {
  const api = await openTestApi();
  api.publication.isLive = false;
  const response = await api.call('/api/v1/articles', { json: ARTICLE, headers: { Prefer: 'wait=1' } });
  expect(response.status).toBe(201);
  expect(response.headers.get('preference-applied')).toBeNull();
});

test.each(['wait=0', 'wait', 'wait=soon', 'handling=strict'])('Prefer: %s does not wait', async (Prefer) => {
  const api = await openTestApi();
  const response = await api.call('/api/v1/articles', { json: ARTICLE, headers: { Prefer } });
  expect(response.status).toBe(201);
  expect(api.publication.waits).toEqual([]);
});

test('an article that is public before its date is told so, however it was written', async () => {
  const api = await openTestApi({ now: new Date('2026-11-21T09:00:00Z') });
  const future = { ...ARTICLE, status: 'published', published_at: '2030-01-01T00:00:00Z' };
  const warned = expect.stringContaining('set status to "scheduled"');
  expect((await create(api, future)).warnings).toEqual([warned]);
  const bulk = await api.call('/api/v1/articles/bulk', { json: [future] });
  expect((await bulk.json()).results[0].warnings).toEqual([warned]);
  expect((await create(api, { ...future, published_at: '2020-01-01T00:00:00Z' })).warnings).toEqual([]);
});

test('an automatic summary is made of sentences, not of headings, captions and code', async () => {
  const api = await openTestApi();
  const content =
    '<h2>On salt</h2><figure><img src="/uploads/x.png" alt=""><figcaption>A pan</figcaption></figure>' +
    '<p>It melts.<sup><a href="#n1">1</a></sup> It stays.</p><pre><code>x</code></pre>';
  expect((await create(api, { content })).summary).toBe('It melts. It stays.');
});
