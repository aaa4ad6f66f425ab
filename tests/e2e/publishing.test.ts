import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningService, runService } from '../support/running-service.ts';

let service: RunningService;

beforeAll(async () => {
  service = await runService();
}, 90_000);
afterAll(() => service?.remove());

const WAIT = { Prefer: 'wait=20' };
const TITLE = 'Ink, stone & <brush>';

const see = (path: string) => service.call(path, { token: null });

/** Every address at which an article must be found: its page, its lists, the sitemap and all feeds, localized and not. */
function placesOf({
  lang,
  slug,
  category,
  tag,
}: {
  lang: string;
  slug: string;
  category: string;
  tag: string;
}): string[] {
  const feeds = [
    '/feed/rss.xml',
    '/feed/atom.xml',
    '/feed.json',
    `/feed/category/${category}.xml`,
    `/feed/category/${category}.json`,
    `/feed/tag/${tag}.xml`,
    `/feed/tag/${tag}.json`,
  ];
  return [
    `/${lang}/articles/${slug}`,
    `/${lang}/`,
    `/${lang}/archive`,
    `/${lang}/archive/1`,
    `/${lang}/categories/${category}`,
    `/${lang}/tags/${tag}`,
    '/categories',
    '/sitemap/1.xml',
    '/llms.txt',
    ...feeds,
    ...feeds.map((feed) => `${feed}?lang=${lang}`),
  ];
}

const MARK = { en: 'quiet-en', ko: 'quiet-ko', ja: 'quiet-ja' } as const;

describe.each(['en', 'ko', 'ja'] as const)('an article in %s', (lang) => {
  const place = { lang, slug: MARK[lang], category: `category-${lang}`, tag: `tag-${lang}` };
  const article = {
    title: `${TITLE} ${lang}`,
    slug: place.slug,
    lang,
    content: '<p>Text.</p>',
    status: 'published',
    category: place.category,
    tags: [place.tag],
  };

  test('stands everywhere at the very next request, and is gone from everywhere once it is archived', async () => {
    const created = await service.call('/api/v1/articles', { json: article, headers: WAIT });
    expect([created.status, created.headers.get('preference-applied')]).toEqual([201, 'wait=20']);
    for (const path of placesOf(place)) {
      const answer = await see(path);
      expect([path, answer.status, (await answer.text()).includes(place.slug)]).toEqual([path, 200, true]);
    }
    const archived = await service.call(`/api/v1/articles/${place.slug}`, {
      method: 'PATCH',
      json: { status: 'archived' },
      headers: WAIT,
    });
    expect([archived.status, archived.headers.get('preference-applied')]).toEqual([200, 'wait=20']);
    for (const path of placesOf(place)) {
      const answer = await see(path);
      expect([path, (await answer.text()).includes(`/articles/${place.slug}`)]).toEqual([path, false]);
    }
    expect((await see(`/${lang}/articles/${place.slug}`)).status).toBe(404);
    expect((await see(`/${lang}/categories/${place.category}`)).status).toBe(404);
    // A feed that somebody may have subscribed to stays, empty.
    expect((await see(`/feed/category/${place.category}.xml`)).status).toBe(200);
  });
});

test('a change under load is never answered with the page of before, once it is said to be live', async () => {
  const create = {
    title: 'Version 0',
    slug: 'versions',
    content: '<p>Text.</p>',
    status: 'published',
    lang: 'en',
  };
  await service.call('/api/v1/articles', { json: create, headers: WAIT });
  const isOver = new AbortController();
  const load = Array.from({ length: 8 }, async () => {
    while (!isOver.signal.aborted) await (await see('/en/articles/versions')).text();
  });
  for (let version = 1; version <= 20; version++) {
    await service.call('/api/v1/articles/versions', {
      method: 'PATCH',
      json: { title: `Version ${version}` },
      headers: WAIT,
    });
    for (const path of ['/en/articles/versions', '/en/', '/feed.json'])
      expect(await (await see(path)).text()).toContain(`Version ${version}`);
  }
  isOver.abort();
  await Promise.all(load);
});

test('the old address of a renamed article leads to the new one', async () => {
  const create = {
    title: 'Renamed',
    slug: 'first-name',
    content: '<p>Text.</p>',
    status: 'published',
    lang: 'en',
  };
  await service.call('/api/v1/articles', { json: create, headers: WAIT });
  await service.call('/api/v1/articles/first-name', {
    method: 'PATCH',
    json: { slug: 'second-name' },
    headers: WAIT,
  });
  const old = await see('/en/articles/first-name');
  expect([old.status, new URL(old.headers.get('location') ?? '', service.url).pathname]).toEqual([
    301,
    '/en/articles/second-name',
  ]);
  expect((await see('/en/articles/second-name')).status).toBe(200);
});

test('a scheduled article becomes public by itself', async () => {
  const publishedAt = new Date(Date.now() + 1500).toISOString();
  const create = {
    title: 'On time',
    slug: 'on-time',
    content: '<p>Text.</p>',
    status: 'scheduled',
    published_at: publishedAt,
  };
  await service.call('/api/v1/articles', { json: create });
  expect((await see('/en/articles/on-time')).status).toBe(404);
  await expect.poll(async () => (await see('/en/articles/on-time')).status, { timeout: 10_000 }).toBe(200);
});

test('the service stops cleanly when it is asked to', async () => {
  expect(await service.stop()).toBe(0);
  await service.start();
  expect((await see('/en/articles/on-time')).status).toBe(200);
});
