import { describe, expect, it } from 'vitest';
import { storeArticle } from '../support/published-article.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

const NOTHING = { like: 0, fire: 0, mindblown: 0, heart: 0 };

async function openWithArticle() {
  const api = await openTestApi();
  const article = await storeArticle(api.store);
  return { api, article, path: `/api/v1/articles/${article.id}/reactions` };
}

function react(api: TestApi, path: string, type: unknown, headers: Record<string, string> = {}) {
  return api.call(path, { json: { type }, fromOwnPage: true, headers });
}

function cookieOf(response: Response): string {
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

describe('reading reactions', () => {
  it('answers four counts and no reactions of one’s own at first', async () => {
    const { api, path } = await openWithArticle();
    const response = await api.call(path, { fromOwnPage: true });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ counts: NOTHING, mine: [] });
  });

  it('works by slug as well as by id', async () => {
    const { api, article } = await openWithArticle();
    const response = await api.call(`/api/v1/articles/${article.slug}/reactions`, { fromOwnPage: true });
    expect(response.status).toBe(200);
  });

  it('sets no cookie: who only looks is not to be recognised', async () => {
    const { api, path } = await openWithArticle();
    const response = await api.call(path, { fromOwnPage: true });
    expect(response.headers.has('set-cookie')).toBe(false);
  });

  it('is not to be cached, since it says what the visitor did', async () => {
    const { api, path } = await openWithArticle();
    const response = await api.call(path, { fromOwnPage: true });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it.each(['draft', 'pending', 'archived'] as const)(
    'answers 404 for an article that is %s',
    async (status) => {
      const api = await openTestApi();
      const { id } = await storeArticle(api.store, { status });
      expect((await api.call(`/api/v1/articles/${id}/reactions`)).status).toBe(404);
    },
  );

  it('answers 404 for an unknown article', async () => {
    const api = await openTestApi();
    expect((await api.call('/api/v1/articles/nothing-here/reactions')).status).toBe(404);
  });
});

describe('toggling a reaction', () => {
  it.each(['like', 'fire', 'mindblown', 'heart'])('gives a %s', async (type) => {
    const { api, path } = await openWithArticle();
    const response = await react(api, path, type);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      counts: { ...NOTHING, [type]: 1 },
      mine: [type],
      type,
      active: true,
    });
  });

  it('takes it back the second time', async () => {
    const { api, path } = await openWithArticle();
    const cookie = cookieOf(await react(api, path, 'like'));
    const response = await react(api, path, 'like', { cookie });
    expect(await response.json()).toEqual({ counts: NOTHING, mine: [], type: 'like', active: false });
  });

  it('lets one visitor give several types', async () => {
    const { api, path } = await openWithArticle();
    const cookie = cookieOf(await react(api, path, 'heart'));
    const { mine } = await (await react(api, path, 'like', { cookie })).json();
    expect(mine).toEqual(['like', 'heart']);
  });

  it('is remembered by the cookie, whatever the address', async () => {
    const { api, path } = await openWithArticle();
    const cookie = cookieOf(await react(api, path, 'fire'));
    const later = await api.call(path, { fromOwnPage: true, headers: { cookie }, address: '198.51.100.9' });
    expect(await later.json()).toEqual({ counts: { ...NOTHING, fire: 1 }, mine: ['fire'] });
  });

  it('toggles rather than stuffs for a client that keeps no cookies', async () => {
    const { api, path } = await openWithArticle();
    await react(api, path, 'like');
    await react(api, path, 'like');
    const { counts } = await (await react(api, path, 'like')).json();
    expect(counts.like).toBe(1);
  });

  it('does not stuff for a client that changes its address within its IPv6 network', async () => {
    const { api, path } = await openWithArticle();
    await api.call(path, { json: { type: 'like' }, fromOwnPage: true, address: '2001:db8:1:2::1' });
    const response = await api.call(path, {
      json: { type: 'like' },
      fromOwnPage: true,
      address: '2001:db8:1:2:ffff::2',
    });
    expect((await response.json()).counts.like).toBe(0);
  });

  it('counts two visitors with different browsers', async () => {
    const { api, path } = await openWithArticle();
    await react(api, path, 'like', { 'user-agent': 'Firefox' });
    const { counts } = await (await react(api, path, 'like', { 'user-agent': 'Safari' })).json();
    expect(counts.like).toBe(2);
  });

  it('sets the cookie once, for the first reaction', async () => {
    const { api, path } = await openWithArticle();
    const first = await react(api, path, 'like');
    expect(first.headers.get('set-cookie')).toMatch(/^__Host-inkstone_visitor=.*HttpOnly.*SameSite=Lax/);
    const second = await react(api, path, 'fire', { cookie: cookieOf(first) });
    expect(second.headers.has('set-cookie')).toBe(false);
  });

  it('sets no cookie when there is no such article', async () => {
    const { api } = await openWithArticle();
    const response = await react(api, '/api/v1/articles/nothing-here/reactions', 'like');
    expect(response.status).toBe(404);
    expect(response.headers.has('set-cookie')).toBe(false);
  });

  it('keeps no address in the database', async () => {
    const { api, path } = await openWithArticle();
    const cookie = cookieOf(
      await api.call(path, { json: { type: 'like' }, fromOwnPage: true, address: '203.0.113.77' }),
    );
    expect(decodeURIComponent(cookie)).not.toContain('203.0.113.77');
  });

  it.each([['dislike'], [''], [null], [1], [['like']], ['LIKE'], ['__proto__']])(
    'refuses the type %j with 422 and changes nothing',
    async (type) => {
      const { api, path } = await openWithArticle();
      const response = await react(api, path, type);
      expect(response.status).toBe(422);
      expect((await response.json()).errors[0].path).toBe('type');
      expect((await (await api.call(path)).json()).counts).toEqual(NOTHING);
    },
  );
});

describe('who may see and give reactions', () => {
  it.each(['GET', 'POST'])('%s answers 401 to a call from elsewhere', async (method) => {
    const { api, path } = await openWithArticle();
    const json = method === 'POST' ? { type: 'like' } : undefined;
    expect((await api.call(path, { method, json, token: null })).status).toBe(401);
  });

  it.each(['same-site', 'cross-site', 'none'])(
    'a browser’s Sec-Fetch-Site: %s is elsewhere',
    async (site) => {
      const { api, path } = await openWithArticle();
      const headers = { 'sec-fetch-site': site, origin: api.config.siteUrl };
      expect((await api.call(path, { json: { type: 'like' }, token: null, headers })).status).toBe(401);
    },
  );

  it('a token with the scope read is enough', async () => {
    const { api, path } = await openWithArticle();
    const token = await api.tokenWith('read');
    expect((await api.call(path, { json: { type: 'like' }, token })).status).toBe(200);
  });

  it('a token without the scope read is not', async () => {
    const { api, path } = await openWithArticle();
    const token = await api.tokenWith('upload');
    expect((await api.call(path, { json: { type: 'like' }, token })).status).toBe(403);
  });
});

describe('a form that a browser sends without a script', () => {
  function submit(api: TestApi, path: string, body: string, headers: Record<string, string> = {}) {
    return api.call(path, {
      body,
      fromOwnPage: true,
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
        ...headers,
      },
    });
  }

  it('toggles the reaction, and leads to the page that shows it', async () => {
    const { api, article, path } = await openWithArticle();
    const response = await submit(api, path, 'type=heart');
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(`/${article.lang}/articles/${article.slug}/reactions`);
    const state = await api.call(path, { fromOwnPage: true, headers: { cookie: cookieOf(response) } });
    expect(await state.json()).toEqual({ counts: { ...NOTHING, heart: 1 }, mine: ['heart'] });
  });

  it('is answered as JSON to a program that does not ask for a page', async () => {
    const { api, path } = await openWithArticle();
    const response = await submit(api, path, 'type=like', { Accept: '*/*' });
    expect(await response.json()).toMatchObject({ type: 'like', active: true });
  });

  it.each(['', 'type=', 'type=love', 'kind=like'])(
    'with the fields "%s" is refused with 422',
    async (body) => {
      const { api, path } = await openWithArticle();
      expect((await submit(api, path, body)).status).toBe(422);
    },
  );

  it('with two types is refused with 400', async () => {
    const { api, path } = await openWithArticle();
    expect((await submit(api, path, 'type=like&type=fire')).status).toBe(400);
  });

  it('is refused from another site', async () => {
    const { api, path } = await openWithArticle();
    const foreign = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };
    const response = await api.call(path, {
      body: 'type=like',
      token: null,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html', ...foreign },
    });
    expect(response.status).toBe(401);
    expect(await (await api.call(path, { fromOwnPage: true })).json()).toEqual({ counts: NOTHING, mine: [] });
  });
});

describe('a form that is refused', () => {
  const FORM = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html' };
  const openWithPages = async (environment: Record<string, string> = {}) => {
    const api = await openTestApi({
      environment,
      onDemand: async (request, reader) =>
        new Response(`${new URL(request.url).pathname} refused: ${reader?.wasRefused}`, {
          headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': 'of the page' },
        }),
    });
    const article = await storeArticle(api.store);
    const page = `/${article.lang}/articles/${article.slug}/reactions refused: true`;
    return { api, article, page, path: `/api/v1/articles/${article.id}/reactions` };
  };

  it.each([
    ['from another site', 'type=like', { 'Sec-Fetch-Site': 'cross-site' }, 401],
    ['with a reaction that there is not', 'type=love', { 'Sec-Fetch-Site': 'same-origin' }, 422],
    ['with two reactions', 'type=like&type=fire', { 'Sec-Fetch-Site': 'same-origin' }, 400],
  ])(
    '%s is answered to a browser with the page of the article’s reactions',
    async (_, body, from, status) => {
      const { api, page, path } = await openWithPages();
      const answer = await api.call(path, { body, token: null, headers: { ...FORM, ...from } });
      expect([answer.status, await answer.text()]).toEqual([status, page]);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('content-security-policy')).toBe('of the page');
      expect(answer.headers.get('cache-control')).toBe('no-store');
    },
  );

  it('past the rate limit says when to come back', async () => {
    const { api, page, path } = await openWithPages({ RATE_LIMIT_ANONYMOUS: '1' });
    const send = () => api.call(path, { body: 'type=like', fromOwnPage: true, headers: FORM });
    await send();
    const answer = await send();
    expect([answer.status, await answer.text()]).toEqual([429, page]);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it.each([
    ['ko-KR, en;q=0.5', 'ko'],
    ['ja', 'ja'],
    ['fr', 'en'],
  ])(
    'for an article that is gone is answered in the language of the browser (%s)',
    async (languages, lang) => {
      const { api } = await openWithPages();
      const headers = { ...FORM, 'Accept-Language': languages };
      const answer = await api.call('/api/v1/articles/gone/reactions', {
        body: 'type=like',
        fromOwnPage: true,
        headers,
      });
      expect([answer.status, await answer.text()]).toEqual([
        404,
        `/${lang}/articles/gone/reactions refused: true`,
      ]);
    },
  );

  it('tells nothing of a draft, not even its language', async () => {
    const { api } = await openWithPages();
    const draft = await storeArticle(api.store, { lang: 'ja', status: 'draft' });
    const path = `/api/v1/articles/${draft.id}/reactions`;
    const answer = await api.call(path, { body: 'type=like', fromOwnPage: true, headers: FORM });
    expect(await answer.text()).toBe(`/en/articles/${draft.id}/reactions refused: true`);
  });

  it('is answered with a problem to whoever does not ask for a page', async () => {
    const { api, path } = await openWithPages();
    const headers = { ...FORM, Accept: '*/*' };
    const answer = await api.call(path, { body: 'type=love', fromOwnPage: true, headers });
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
  });
});

describe('the page of the reactions to an article', () => {
  const openWithPages = async (environment: Record<string, string> = {}) => {
    const api = await openTestApi({
      environment,
      onDemand: async (request, reader) =>
        Response.json({ path: new URL(request.url).pathname, mine: reader?.mine }),
    });
    const article = await storeArticle(api.store);
    const page = `/${article.lang}/articles/${article.slug}/reactions`;
    return { api, page, path: `/api/v1/articles/${article.id}/reactions` };
  };

  it('is told which reactions are the reader’s own', async () => {
    const { api, page, path } = await openWithPages();
    const cookie = cookieOf(await react(api, path, 'like'));
    const mine = await api.call(page, { token: null, headers: { cookie } });
    expect(await mine.json()).toEqual({ path: page, mine: ['like'] });
    const others = await api.call(page, { token: null, address: '192.0.2.7' });
    expect(await others.json()).toEqual({ path: page, mine: [] });
  });

  it('is of the site: an address of the API that looks like it is answered as the API answers', async () => {
    const { api } = await openWithPages();
    const response = await api.call('/api/articles/x/reactions');
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
  });

  it('is limited like a call without a token', async () => {
    const { api, page } = await openWithPages({ RATE_LIMIT_ANONYMOUS: '2' });
    const statuses = [];
    for (let n = 0; n < 3; n++) statuses.push((await api.call(page, { token: null })).status);
    expect(statuses).toEqual([200, 200, 429]);
  });
});
