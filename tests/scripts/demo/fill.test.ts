import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { expect, it, onTestFinished } from 'vitest';
import { fillWithSamples } from '../../../scripts/demo/fill.ts';
import type { SampleArticle } from '../../../scripts/demo/sample-articles.ts';
import { openTestApi, type TestApi, TOKEN } from '../../support/test-api.ts';

const now = new Date('2026-11-21T12:00:00.000Z');

function sample(changes: Partial<SampleArticle> = {}): SampleArticle {
  return {
    topic: 'night-radio',
    lang: 'en',
    title: 'Night radio',
    summary: 'Voices after midnight.',
    category: 'culture',
    tags: ['radio', 'night'],
    author: 'Miriam Feld',
    status: 'published',
    publishedDaysAgo: 1.5,
    html: '<p>Static.</p>',
    ...changes,
  };
}

/** An API that listens, as it does for any client. The first answers may be given by the test instead. */
async function listen(instead: Response[] = []): Promise<{ api: TestApi; baseUrl: string; paths: string[] }> {
  const api = await openTestApi({ now });
  const paths: string[] = [];
  const listener = getRequestListener(async (request) => {
    const { pathname } = new URL(request.url);
    paths.push(pathname);
    const body = await request.arrayBuffer();
    const headers = Object.fromEntries(request.headers);
    return instead.shift() ?? api.call(pathname, { method: request.method, body, headers });
  });
  const server: Server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  return { api, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, paths };
}

it('uploads each picture once and puts its address where it is needed', async () => {
  const { api, baseUrl, paths } = await listen();
  const samples = [
    sample({ image: 'tiles-3', html: '<p><img src="image:grid-3" alt="A grid"></p>' }),
    sample({
      topic: 'bookshops',
      title: 'Bookshops',
      image: 'grid-3',
      sourceUrl: 'https://example.org/shops',
    }),
  ];
  expect(await fillWithSamples({ baseUrl, token: TOKEN, now, samples })).toEqual({ articles: 2, uploads: 2 });
  expect(paths.filter((path) => path.endsWith('/upload'))).toHaveLength(2);
  const radio = await api.store.articles.find('night-radio');
  const shops = await api.store.articles.find('bookshops');
  expect(radio?.content).toContain(`src="${shops?.thumbnailUrl}"`);
  expect(shops).toMatchObject({
    sourceUrl: 'https://example.org/shops',
    thumbnailUrl: expect.stringMatching(/^\/uploads\//),
  });
  expect(radio?.thumbnailUrl).not.toBe(shops?.thumbnailUrl);
});

it('publishes each article as many days ago as it says, and drafts not at all', async () => {
  const { api, baseUrl } = await listen();
  const samples = [sample(), sample({ topic: 'bees', title: 'Bees', status: 'draft' })];
  await fillWithSamples({ baseUrl, token: TOKEN, now, samples });
  expect(await api.store.articles.find('night-radio')).toMatchObject({
    ...{
      status: 'published',
      lang: 'en',
      author: 'Miriam Feld',
      category: 'culture',
      tags: ['radio', 'night'],
    },
    publishedAt: '2026-11-20T00:00:00.000Z',
  });
  expect(await api.store.articles.find('bees')).toMatchObject({ status: 'draft', publishedAt: null });
});

it('ties the articles of a topic together as translations', async () => {
  const { api, baseUrl } = await listen();
  const samples = [
    sample({ topic: 'bees', title: 'Bees' }),
    sample(),
    sample({ lang: 'ko', title: '심야 라디오' }),
    sample({ lang: 'ko', topic: 'hanok', title: '한옥' }),
    sample({ lang: 'ja', title: '深夜ラジオ' }),
    sample({ lang: 'ja', topic: 'hanok', title: '韓屋' }),
  ];
  await fillWithSamples({ baseUrl, token: TOKEN, now, samples });
  const translations = async (slug: string) => {
    const article = await api.store.articles.find(slug);
    return (await api.store.site.translations(article?.id ?? '')).map(({ title }) => title);
  };
  expect(await translations('night-radio')).toEqual(['Night radio', '심야 라디오', '深夜ラジオ']);
  expect(await translations('한옥')).toEqual(['한옥', '韓屋']);
  expect(await translations('bees')).toEqual(['Bees']);
});

it('says how far it is', async () => {
  const { baseUrl } = await listen();
  const steps: [number, number][] = [];
  const samples = [sample({ image: 'tiles-3' }), sample({ lang: 'ko' })];
  const onProgress = (done: number, total: number) => void steps.push([done, total]);
  await fillWithSamples({ baseUrl, token: TOKEN, now, samples, onProgress });
  expect(steps).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
  ]);
});

it('waits when it is asked to', async () => {
  const busy = () => new Response('', { status: 429, headers: { 'Retry-After': '1' } });
  const { baseUrl, paths } = await listen([busy(), busy()]);
  const started = performance.now();
  await fillWithSamples({ baseUrl, token: TOKEN, now, samples: [sample()] });
  expect(performance.now() - started).toBeGreaterThan(1900);
  expect(paths).toHaveLength(3);
});

it('makes no second articles when it begins again at the same moment', async () => {
  const { api, baseUrl } = await listen();
  for (let times = 0; times < 2; times++)
    await fillWithSamples({ baseUrl, token: TOKEN, now, samples: [sample()] });
  expect((await api.store.articles.list({ page: 1, limit: 10, sortBy: 'newest' })).total).toBe(1);
});

it('names the article that is refused and says why', async () => {
  const { baseUrl } = await listen();
  const samples = [sample(), sample({ topic: 'bees', lang: 'ja', title: 'Bees', category: '!!' })];
  await expect(fillWithSamples({ baseUrl, token: TOKEN, now, samples })).rejects.toThrow(
    /"Bees" \(ja\/bees\.html\) was refused: .*category/,
  );
});

it('says what is wrong when nothing is accepted', async () => {
  const { baseUrl } = await listen();
  const filling = { baseUrl, token: 'wrong', now };
  await expect(fillWithSamples({ ...filling, samples: [sample()] })).rejects.toThrow(
    /1 articles from "Night radio" \(en\/night-radio\.html\) on were refused: 401/,
  );
  await expect(fillWithSamples({ ...filling, samples: [sample({ image: 'tiles-3' })] })).rejects.toThrow(
    'The picture "tiles-3" was refused: 401',
  );
});

it('survives an answer that no API would give', async () => {
  const { baseUrl } = await listen([new Response('<h1>Bad gateway</h1>', { status: 502 })]);
  await expect(fillWithSamples({ baseUrl, token: TOKEN, now, samples: [sample()] })).rejects.toThrow(
    'refused: 502 <h1>Bad gateway</h1>',
  );
});
