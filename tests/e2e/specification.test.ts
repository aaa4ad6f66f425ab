import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningService, runService } from '../support/running-service.ts';
import { drawJpeg, fileForm } from '../support/test-pictures.ts';

/*
 * A walk over every row of the tables of the specification (sections 2 to 8), against the running process over HTTP.
 * What the rows leave open is tested in detail beside the API; here each row must hold for a client from outside.
 */

let service: RunningService;
const LANGUAGES = ['en', 'ko', 'ja'];
const OWN_PAGE = { 'Sec-Fetch-Site': 'same-origin' };

const article = {
  title: 'The walk',
  content: '<p>It goes over <strong>every</strong> row.</p>',
  summary: 'A walk.',
  category: 'technology',
  status: 'published',
  tags: ['walking', 'c++'],
  author: 'A walker',
  source_url: 'https://example.org/source',
  thumbnail_url: 'https://example.org/picture.jpg',
};

interface ArticleAnswer extends Record<string, unknown> {
  id: string;
  slug: string;
  url: string;
}

async function create(fields: Record<string, unknown> = {}): Promise<ArticleAnswer> {
  const response = await service.call('/api/v1/articles', {
    json: { ...article, ...fields },
    headers: { Prefer: 'wait=20' },
  });
  expect(response.status).toBe(201);
  return (await response.json()) as ArticleAnswer;
}

const anonymous = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  service.call(path, { ...init, token: null, headers });

const post = (path: string, json: unknown, headers: Record<string, string> = {}, token?: null) =>
  service.call(path, { json, headers, ...(token === null && { token }) });

beforeAll(async () => {
  service = await runService();
}, 90_000);
afterAll(() => service?.remove());

describe('2. Resources', () => {
  test('an article takes and gives back every field of the table', async () => {
    expect(await create()).toMatchObject(article);
  });

  test('an upload answers a relative path below /uploads/, which is served', async () => {
    const form = fileForm(await drawJpeg());
    const response = await service.call('/api/v1/upload', { method: 'POST', body: form });
    expect(response.status).toBe(201);
    const { url } = (await response.json()) as { url: string };
    expect(url).toMatch(/^\/uploads\//);
    const picture = await anonymous(url);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });

  test.each(['like', 'fire', 'mindblown', 'heart'])('a reaction may be %s', async (type) => {
    const { id } = await create();
    const response = await post(`/api/v1/articles/${id}/reactions`, { type });
    expect(await response.json()).toMatchObject({ type, active: true, counts: { [type]: 1 } });
  });
});

describe('3. States', () => {
  test('a published article is visible on the list and in feeds, any other is not', async () => {
    const published = await create({ title: 'Seen by all' });
    const draft = await create({ title: 'Seen by editors', status: 'draft' });
    const list = (await (await anonymous('/api/v1/articles?limit=100', OWN_PAGE)).json()) as {
      data: ArticleAnswer[];
    };
    const ids = list.data.map(({ id }) => id);
    expect([ids.includes(published.id), ids.includes(draft.id)]).toEqual([true, false]);
    const feed = await (await anonymous('/feed/rss.xml')).text();
    expect([feed.includes('Seen by all'), feed.includes('Seen by editors')]).toEqual([true, false]);
  });
});

describe('4. Endpoints', () => {
  test('GET /articles filters by category, tag and status', async () => {
    await create({ title: 'Filtered', category: 'only-here', tags: ['only-this'], status: 'archived' });
    for (const query of ['category=only-here', 'tag=only-this', 'category=only-here&status=archived']) {
      const { pagination } = (await (await service.call(`/api/v1/articles?${query}`)).json()) as {
        pagination: { total: number };
      };
      expect([query, pagination.total]).toEqual([query, 1]);
    }
  });

  test.each(['newest', 'oldest', 'views'])('GET /articles sorts by %s', async (sortBy) => {
    expect((await service.call(`/api/v1/articles?sortBy=${sortBy}`)).status).toBe(200);
  });

  test('GET /articles pages through everything once, 12 at a time unless told otherwise', async () => {
    for (let n = 0; n < 14; n++) await create({ title: `Page filler ${n}`, tags: ['filler'] });
    const first = (await (await service.call('/api/v1/articles?tag=filler')).json()) as {
      data: ArticleAnswer[];
    };
    const second = (await (await service.call('/api/v1/articles?tag=filler&page=2')).json()) as {
      data: ArticleAnswer[];
      pagination: object;
    };
    expect([first.data.length, second.data.length]).toEqual([12, 2]);
    expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(14);
    expect(second.pagination).toEqual({ page: 2, limit: 12, total: 14, pages: 2 });
  });

  test('GET /articles/:id answers one article, by id and by slug', async () => {
    const { id, slug } = await create();
    for (const key of [id, slug])
      expect(await (await service.call(`/api/v1/articles/${key}`)).json()).toMatchObject({ id });
  });

  test('POST /articles/bulk creates several articles in one request', async () => {
    const response = await post('/api/v1/articles/bulk', [article, { ...article, title: 'The second' }]);
    expect([response.status, ((await response.json()) as { created: number }).created]).toEqual([201, 2]);
  });

  test('GET /search/suggest answers at most 5 highlighted public titles, of one language when asked', async () => {
    for (let n = 0; n < 7; n++) await create({ title: `Suggestible ${n}` });
    await create({ title: 'Suggestible 한국어 제목', lang: 'ko' });
    await create({ title: 'Suggestible secret', status: 'draft' });
    const suggest = async (query: string) =>
      (await (await anonymous(`/api/v1/search/suggest?${query}`)).json()) as {
        suggestions: { title: string; highlight: string; lang: string }[];
      };
    const { suggestions } = await suggest('q=suggestib');
    expect(suggestions).toHaveLength(5);
    expect(suggestions.every(({ highlight }) => highlight.startsWith('<mark>Suggestib</mark>le'))).toBe(true);
    expect((await suggest('q=suggestib&lang=ko')).suggestions).toMatchObject([{ lang: 'ko' }]);
    expect((await suggest('q=suggestible secret')).suggestions).toEqual([]);
  });

  test('GET and POST /articles/:id/reactions give the counts and the own reactions, and toggle', async () => {
    const { id } = await create();
    const path = `/api/v1/articles/${id}/reactions`;
    const given = await post(path, { type: 'heart' }, OWN_PAGE, null);
    const cookie = given.headers.get('set-cookie')?.split(';')[0] ?? '';
    const own = { ...OWN_PAGE, Cookie: cookie };
    expect(await (await anonymous(path, own)).json()).toMatchObject({
      counts: { heart: 1 },
      mine: ['heart'],
    });
    expect(await (await post(path, { type: 'heart' }, own, null)).json()).toMatchObject({
      counts: { heart: 0 },
      mine: [],
      active: false,
    });
  });

  test('POST /articles/:id/view counts one view per visitor, article and day', async () => {
    const { id } = await create();
    const view = (cookie: string) =>
      anonymous(
        `/api/v1/articles/${id}/view`,
        { ...OWN_PAGE, Cookie: cookie, 'User-Agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0' },
        { method: 'POST' },
      );
    const first = await view('');
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect(await first.json()).toEqual({ views: 1, counted: true });
    expect(await (await view(cookie)).json()).toEqual({ views: 1, counted: false });
  });

  test('POST /curation-log records a run, which GET lists', async () => {
    const response = await post('/api/v1/curation-log', { run_id: 'walk-1', found: 3, own_field: 'kept' });
    expect(response.status).toBe(201);
    const runs = await (await service.call('/api/v1/curation-log')).text();
    expect(runs).toContain('own_field');
  });

  test('GET /health answers {status: ok}', async () => {
    expect(await (await anonymous('/api/v1/health')).json()).toMatchObject({ status: 'ok' });
  });
});

describe('4. Feeds and discovery', () => {
  beforeAll(async () => {
    for (const lang of LANGUAGES)
      await create({ title: `In ${lang}`, lang, category: 'technology', tags: ['walking', 'c++'] });
  });

  const feeds = [
    ['/feed/rss.xml', 'application/rss+xml; charset=utf-8'],
    ['/feed/atom.xml', 'application/atom+xml; charset=utf-8'],
    ['/feed/category/technology.xml', 'application/rss+xml; charset=utf-8'],
    ['/feed/tag/c%2B%2B.xml', 'application/rss+xml; charset=utf-8'],
    ['/feed.json', 'application/feed+json; charset=utf-8'],
    ['/feed/category/technology.json', 'application/feed+json; charset=utf-8'],
    ['/feed/tag/walking.json', 'application/feed+json; charset=utf-8'],
  ] as const;

  test.each(feeds)('%s is served as %s, for all languages and for each', async (path, type) => {
    const all = await anonymous(path);
    expect([all.status, all.headers.get('content-type')]).toEqual([200, type]);
    const text = await all.text();
    for (const lang of LANGUAGES) expect(text).toContain(`In ${lang}`);
    for (const lang of LANGUAGES) {
      const localized = await anonymous(`${path}?lang=${lang}`);
      expect([localized.status, localized.headers.get('content-type')]).toEqual([200, type]);
      const titles = (await localized.text()).match(/In (?:en|ko|ja)\b/g);
      expect(new Set(titles)).toEqual(new Set([`In ${lang}`]));
    }
    expect((await anonymous(`${path}?lang=fr`)).status).toBe(400);
  });

  test.each(feeds)('%s answers 304 to whoever has it', async (path) => {
    const etag = (await anonymous(path)).headers.get('etag') ?? '';
    expect((await anonymous(path, { 'If-None-Match': etag })).status).toBe(304);
  });

  test.each([
    ['/.well-known/openapi.json', '/openapi.json'],
    ['/jsonfeed.json', '/feed.json'],
    ['/feed/feed.json', '/feed.json'],
  ])('%s redirects to %s', async (from, to) => {
    const response = await anonymous(from);
    expect([response.status, new URL(response.headers.get('location') ?? '', service.url).pathname]).toEqual([
      301,
      to,
    ]);
  });

  test.each(['/feed/category/nowhere.xml', '/feed/tag/nothing.json'])('%s is not there', async (path) => {
    expect((await anonymous(path)).status).toBe(404);
  });

  test('/openapi.json describes every API route', async () => {
    const document = (await (await anonymous('/openapi.json')).json()) as {
      openapi: string;
      paths: Record<string, object>;
    };
    expect(document.openapi).toMatch(/^3\.1/);
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
    expect(described).toEqual(
      expect.arrayContaining([
        'GET /api/v1/articles',
        'GET /api/v1/articles/:id',
        'POST /api/v1/articles',
        'POST /api/v1/articles/bulk',
        'GET /api/v1/search/suggest',
        'GET /api/v1/articles/:id/reactions',
        'POST /api/v1/articles/:id/reactions',
        'POST /api/v1/articles/:id/view',
        'POST /api/v1/curation-log',
        'POST /api/v1/upload',
        'GET /api/v1/health',
      ]),
    );
  });

  test('/categories is a page that names the categories', async () => {
    const page = await anonymous('/categories');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('technology');
  });

  test('/opensearch.xml describes the search route', async () => {
    const response = await anonymous('/opensearch.xml');
    expect(response.headers.get('content-type')).toContain('application/opensearchdescription+xml');
    expect(await response.text()).toContain('/search?q={searchTerms}');
  });
});

describe('5. Authentication', () => {
  test.each([
    ['POST', '/api/v1/articles'],
    ['POST', '/api/v1/articles/bulk'],
    ['POST', '/api/v1/curation-log'],
    ['POST', '/api/v1/upload'],
    ['GET', '/api/v1/articles'],
  ])('%s %s without a token from elsewhere is 401', async (method, path) => {
    const response = await anonymous(path, {}, { method });
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringMatching(/^Bearer/),
    ]);
  });

  test('the site-only routes answer the own pages, and nobody else', async () => {
    const { id } = await create();
    for (const [method, path] of [
      ['GET', '/api/v1/articles'],
      ['GET', `/api/v1/articles/${id}/reactions`],
      ['POST', `/api/v1/articles/${id}/view`],
    ] as const) {
      expect((await anonymous(path, OWN_PAGE, { method })).status).toBe(200);
      expect((await anonymous(path, { 'Sec-Fetch-Site': 'cross-site' }, { method })).status).toBe(401);
      expect((await anonymous(path, { Origin: 'https://elsewhere.example' }, { method })).status).toBe(401);
      expect((await anonymous(path, {}, { method })).status).toBe(401);
    }
  });

  test('health and suggestions need no token', async () => {
    expect((await anonymous('/api/v1/health')).status).toBe(200);
    expect((await anonymous('/api/v1/search/suggest?q=walk')).status).toBe(200);
  });

  test('a non-public article needs a token', async () => {
    const { id } = await create({ status: 'pending' });
    expect((await anonymous(`/api/v1/articles/${id}`)).status).toBe(401);
    expect((await service.call(`/api/v1/articles/${id}`)).status).toBe(200);
    expect((await anonymous('/api/v1/articles?status=pending', OWN_PAGE)).status).toBe(401);
  });

  test('a wrong token is refused where none would have been needed', async () => {
    const response = await service.call('/api/v1/search/suggest?q=x', { token: 'wrong' });
    expect(response.status).toBe(401);
  });
});

describe('8. Limits', () => {
  test.each([
    ['limit=0', 400],
    ['limit=1', 200],
    ['limit=100', 200],
    ['limit=101', 400],
  ])('GET /articles?%s answers %i', async (query, status) => {
    expect((await service.call(`/api/v1/articles?${query}`)).status).toBe(status);
  });

  test('an upload over 5 MB is 413, another format 415', async () => {
    const upload = async (bytes: Uint8Array) =>
      (await service.call('/api/v1/upload', { method: 'POST', body: fileForm(bytes) })).status;
    expect(await upload(new Uint8Array(5 * 1024 * 1024 + 1))).toBe(413);
    expect(await upload(new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe(415);
  });
});

describe('8. Rates, as they are unless configured', () => {
  let strict: RunningService;
  beforeAll(async () => {
    strict = await runService({ RATE_LIMIT_ANONYMOUS: '', RATE_LIMIT_TOKEN: '' });
  }, 90_000);
  afterAll(() => strict?.remove());

  test.each([
    ['without a token', null, 30],
    ['with a token', undefined, 120],
  ] as const)('%s: so many requests a minute, told in three headers, then 429', async (_, token, limit) => {
    const ask = () => strict.call('/api/v1/search/suggest?q=a', token === null ? { token } : {});
    const first = await ask();
    expect(first.headers.get('x-ratelimit-limit')).toBe(String(limit));
    expect(first.headers.get('x-ratelimit-remaining')).toBe(String(limit - 1));
    const reset = Number(first.headers.get('x-ratelimit-reset')) - Date.now() / 1000;
    expect(reset).toBeGreaterThan(0);
    expect(reset).toBeLessThanOrEqual(61);
    for (let n = 1; n < limit; n++) expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('content-type')).toContain('application/problem+json');
  });
});
