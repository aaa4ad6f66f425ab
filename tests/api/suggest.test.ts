import { describe, expect, it } from 'vitest';
import { storeArticle } from '../support/published-article.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

function suggest(api: TestApi, query: string) {
  return api.call(`/api/v1/search/suggest${query}`, { token: null });
}

async function titles(api: TestApi, query: string): Promise<string[]> {
  const { suggestions } = await (await suggest(api, query)).json();
  return suggestions.map(({ title }: { title: string }) => title);
}

describe('suggesting titles', () => {
  it('needs no token, and answers what was asked and what was found', async () => {
    const api = await openTestApi();
    const article = await storeArticle(api.store, { title: 'Salt <& ink', lang: 'en' });
    const response = await suggest(api, '?q=sal');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      query: 'sal',
      suggestions: [
        {
          id: article.id,
          title: 'Salt <& ink',
          highlight: '<mark>Sal</mark>t &lt;&amp; ink',
          url: `https://inkstone.test/en/articles/${article.slug}`,
          lang: 'en',
        },
      ],
    });
  });

  it('gives at most five', async () => {
    const api = await openTestApi();
    for (let n = 1; n <= 7; n++) await storeArticle(api.store, { title: `Salt number ${n}` });
    expect(await titles(api, '?q=salt')).toHaveLength(5);
  });

  it('gives at most five even when more are asked for', async () => {
    const api = await openTestApi();
    for (let n = 1; n <= 7; n++) await storeArticle(api.store, { title: `Salt number ${n}` });
    expect(await titles(api, '?q=salt&limit=7')).toHaveLength(5);
  });

  it('knows public articles only', async () => {
    const api = await openTestApi();
    const statuses = ['draft', 'pending', 'archived'] as const;
    for (const status of statuses) await storeArticle(api.store, { title: `Salt, ${status}`, status });
    expect(await titles(api, '?q=salt')).toEqual([]);
  });

  it('knows public articles only, even for a token', async () => {
    const api = await openTestApi();
    await storeArticle(api.store, { title: 'Salt', status: 'draft' });
    const response = await api.call('/api/v1/search/suggest?q=salt');
    expect((await response.json()).suggestions).toEqual([]);
  });

  it('keeps to one language when asked to', async () => {
    const api = await openTestApi();
    await storeArticle(api.store, { title: 'Inkstone', lang: 'en' });
    await storeArticle(api.store, { title: 'Inkstone 벼루', lang: 'ko' });
    expect(await titles(api, '?q=inkstone&lang=ko')).toEqual(['Inkstone 벼루']);
  });

  it.each([
    ['ko', '벼루를 만드는 사람', '벼루'],
    ['ja', '硯をつくる人', '硯'],
  ] as const)('finds titles in %s', async (lang, title, q) => {
    const api = await openTestApi();
    await storeArticle(api.store, { title, lang });
    expect(await titles(api, `?q=${encodeURIComponent(q)}`)).toEqual([title]);
  });

  it.each(['', '?q=', '?q=%20%09', '?lang=en'])('suggests nothing for the blank query %j', async (query) => {
    const api = await openTestApi();
    await storeArticle(api.store);
    const response = await suggest(api, query);
    expect(response.status).toBe(200);
    expect((await response.json()).suggestions).toEqual([]);
  });

  it('takes 200 characters, emoji counting as one each', async () => {
    const api = await openTestApi();
    expect((await suggest(api, `?q=${'x'.repeat(200)}`)).status).toBe(200);
    expect((await suggest(api, `?q=${encodeURIComponent('🖌'.repeat(200))}`)).status).toBe(200);
  });

  it.each([
    ['201 characters', `?q=${'x'.repeat(201)}`],
    ['q twice', '?q=a&q=b'],
    ['an unknown language', '?q=a&lang=fr'],
    ['a blank language', '?q=a&lang='],
    ['two languages', '?q=a&lang=en&lang=ko'],
  ])('answers 400 for %s', async (_, query) => {
    const api = await openTestApi();
    const response = await suggest(api, query);
    expect(response.status).toBe(400);
    expect((await response.json()).errors).toHaveLength(1);
  });

  it.each([
    '"',
    '*',
    '^',
    '(',
    'a AND',
    'NEAR(',
    'title:',
    "'; DROP TABLE articles; --",
    '%',
    '\\',
    '\0',
    'a\0b',
    '\ud800',
  ])('takes %j as text, not as a search expression', async (q) => {
    const api = await openTestApi();
    await storeArticle(api.store);
    const query = new URLSearchParams({ q });
    expect((await suggest(api, `?${query}`)).status).toBe(200);
  });

  it('never lets a title write HTML into the highlight', async () => {
    const api = await openTestApi();
    await storeArticle(api.store, { title: 'Salt <mark><img src=x onerror=alert(1)>' });
    const { suggestions } = await (await suggest(api, '?q=salt')).json();
    expect(suggestions[0].highlight.replace(/<\/?mark>/g, '')).not.toContain('<');
  });

  it('answers 401 to a wrong token rather than taking it for none', async () => {
    const api = await openTestApi();
    expect((await api.call('/api/v1/search/suggest?q=a', { token: 'a-wrong-token' })).status).toBe(401);
  });

  it('puts the language first that the browser prefers', async () => {
    const api = await openTestApi();
    await storeArticle(api.store, { title: 'AI 입문', lang: 'ko' });
    await storeArticle(api.store, { title: 'AI for all', lang: 'en' });
    for (const [header, lang] of [
      ['ko-KR,ko;q=0.9,en;q=0.8', 'ko'],
      ['fr, ko;q=0.1, en-GB;q=0.7', 'en'],
    ]) {
      const response = await api.call('/api/v1/search/suggest?q=ai', {
        token: null,
        headers: { 'Accept-Language': header ?? '' },
      });
      expect(response.headers.get('Vary')).toContain('Accept-Language');
      expect((await response.json()).suggestions[0].lang).toBe(lang);
    }
  });
});
