import { describe, expect, it } from 'vitest';
import { storeArticle } from '../support/published-article.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

async function openWithArticle() {
  const api = await openTestApi({ now: new Date('2026-11-21T12:00:00Z') });
  const article = await storeArticle(api.store);
  return { api, article, path: `/api/v1/articles/${article.id}/view` };
}

async function view(api: TestApi, path: string, headers: Record<string, string> = {}) {
  const response = await api.call(path, { method: 'POST', fromOwnPage: true, headers });
  const cookie = response.headers.get('set-cookie')?.split(';')[0];
  return { status: response.status, cookie, answer: await response.json() };
}

describe('recording a view', () => {
  it('counts the first one', async () => {
    const { api, path } = await openWithArticle();
    expect(await view(api, path)).toMatchObject({ status: 200, answer: { views: 1, counted: true } });
  });

  it('works by slug as well as by id', async () => {
    const { api, article } = await openWithArticle();
    const { answer } = await view(api, `/api/v1/articles/${article.slug}/view`);
    expect(answer.counted).toBe(true);
  });

  it('counts a visitor once a day', async () => {
    const { api, path } = await openWithArticle();
    const { cookie = '' } = await view(api, path);
    expect((await view(api, path, { cookie })).answer).toEqual({ views: 1, counted: false });
  });

  it('counts a visitor without cookies once a day', async () => {
    const { api, path } = await openWithArticle();
    await view(api, path);
    expect((await view(api, path)).answer).toEqual({ views: 1, counted: false });
  });

  it('counts the visitor again after midnight UTC', async () => {
    const { api, path } = await openWithArticle();
    api.time.now = new Date('2026-11-21T23:59:59Z');
    const { cookie = '' } = await view(api, path);
    api.time.now = new Date('2026-11-22T00:00:00Z');
    expect((await view(api, path, { cookie })).answer).toEqual({ views: 2, counted: true });
  });

  it('counts each article for itself', async () => {
    const { api, path } = await openWithArticle();
    const other = await storeArticle(api.store, { title: 'Another' });
    const { cookie = '' } = await view(api, path);
    const { answer } = await view(api, `/api/v1/articles/${other.id}/view`, { cookie });
    expect(answer).toEqual({ views: 1, counted: true });
  });

  it('counts two visitors', async () => {
    const { api, path } = await openWithArticle();
    await view(api, path, { 'user-agent': 'Firefox' });
    expect((await view(api, path, { 'user-agent': 'Safari' })).answer.views).toBe(2);
  });

  it('does not count a known crawler, and sets it no cookie', async () => {
    const { api, path } = await openWithArticle();
    const { status, answer, cookie } = await view(api, path, { 'user-agent': 'Googlebot/2.1' });
    expect({ status, answer, cookie }).toEqual({
      status: 200,
      answer: { views: 0, counted: false },
      cookie: undefined,
    });
  });

  it('does not need a body, and ignores one', async () => {
    const { api, path } = await openWithArticle();
    const response = await api.call(path, { body: 'ping', fromOwnPage: true });
    expect(response.status).toBe(200);
  });

  it('answers 404 for what is not public, to crawlers too', async () => {
    const { api } = await openWithArticle();
    const draft = await storeArticle(api.store, { status: 'draft' });
    expect((await view(api, `/api/v1/articles/${draft.id}/view`)).status).toBe(404);
    const headers = { 'user-agent': 'Googlebot/2.1' };
    expect((await view(api, `/api/v1/articles/${draft.id}/view`, headers)).status).toBe(404);
    expect((await view(api, '/api/v1/articles/nothing-here/view')).status).toBe(404);
  });
});

describe('who may record a view', () => {
  it('not a call from elsewhere', async () => {
    const { api, path } = await openWithArticle();
    expect((await api.call(path, { method: 'POST', token: null })).status).toBe(401);
  });

  it('a page of the site, known by Origin where a browser sends no Sec-Fetch-Site', async () => {
    const { api, path } = await openWithArticle();
    const headers = { origin: api.config.siteUrl };
    expect((await api.call(path, { method: 'POST', token: null, headers })).status).toBe(200);
  });

  it('a token', async () => {
    const { api, path } = await openWithArticle();
    expect((await api.call(path, { method: 'POST' })).status).toBe(200);
  });
});
