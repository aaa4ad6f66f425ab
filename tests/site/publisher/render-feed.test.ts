import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore, type Store } from '../../../data/store.ts';
import { answerFeed, answerListFeed } from '../../../site/feeds/answer-feed.ts';
import { feedAt, feedPath } from '../../../site/feeds/list-feeds.ts';
import { createFeedRender } from '../../../site/publisher/render-feed.ts';
import type { SiteSettings } from '../../../site/settings.ts';

const site: SiteSettings = { url: 'https://example.org', name: 'Example', defaultLang: 'en' };
const folder = mkdtempSync(join(tmpdir(), 'inkstone-render-feed-'));
let store: Store;
let render: (address: string) => Promise<Buffer | undefined>;

beforeAll(async () => {
  store = openStore({ file: join(folder, 'test.db') });
  render = createFeedRender({ store, site });
});

afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const FEEDS = [
  '/feed/rss.xml',
  '/feed/atom.xml?lang=ko',
  '/feed.json?lang=en',
  '/feed/category/craft.xml',
  '/feed/category/craft.json?lang=en',
  '/feed/tag/c%2B%2B.xml?lang=ko',
  '/feed/tag/node.js.json',
];

/** The same feed as an answer to a request. */
async function answered(address: string): Promise<string> {
  const request = { url: new URL(address, site.url), locals: { store, site } };
  const { format, list } = feedAt(address) as NonNullable<ReturnType<typeof feedAt>>;
  if (list.category === undefined && list.tag === undefined)
    return (await answerFeed(request, format)).text();
  const kind = list.category === undefined ? 'tag' : 'category';
  return (await answerListFeed(request, format as 'rss' | 'json', kind)).text();
}

async function expectSameFeeds(): Promise<void> {
  for (const address of FEEDS) expect((await render(address))?.toString()).toBe(await answered(address));
}

it('knows the addresses of feeds, and no others', () => {
  for (const address of FEEDS) expect(feedPath(feedAt(address) as never)).toBe(address);
  for (const address of ['/', '/feed', '/en/articles/feed.json', '/feed/tag/a/b.xml', '/sitemap.xml'])
    expect(feedAt(address)).toBeUndefined();
});

it('there is no feed of a category that has never been', async () => {
  expect(await render('/feed/category/unheard-of.xml')).toBeUndefined();
});

it('a feed is written as a request for it is answered, also after its articles have changed', async () => {
  const base = {
    content: '<p>Text &amp; more</p>',
    category: 'craft',
    tags: ['c++', 'node.js'] as string[],
    status: 'published' as const,
  };
  const { article } = await store.articles.create({ ...base, title: 'One & all', lang: 'en' });
  await expectSameFeeds();
  await store.articles.create({ ...base, title: '하나', lang: 'ko', translationOf: article.id });
  await expectSameFeeds();
  await store.articles.update(article.id, { content: '<p>Another text</p>', title: 'Other' });
  await expectSameFeeds();
  expect((await render('/feed/rss.xml'))?.toString()).toContain('Another text');
  await store.articles.update(article.id, { status: 'archived' });
  await expectSameFeeds();
  expect((await render('/feed/rss.xml'))?.toString()).not.toContain('Another text');
});
