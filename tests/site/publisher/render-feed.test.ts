import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../../data/store.ts';
import { answerFeed, answerListFeed } from '../../../site/feeds/answer-feed.ts';
import { feedAt, feedPath } from '../../../site/feeds/list-feeds.ts';
import { createFeedRender } from '../../../site/publisher/render-feed.ts';
import type { SiteSettings } from '../../../site/settings.ts';

const site: SiteSettings = { url: 'https://example.org', name: 'Example', defaultLang: 'en' };
const folder = mkdtempSync(join(tmpdir(), 'inkstone-render-feed-'));
let store: Store;
let render: ReturnType<typeof createFeedRender>;

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

describe('of a feed as it stands', () => {
  const article = {
    content: '<p>One</p>',
    category: 'earlier',
    tags: [] as string[],
    status: 'published' as const,
    lang: 'en' as const,
  };
  const addresses = ['/feed/category/earlier.xml', '/feed/category/earlier.json', '/feed/atom.xml'];

  /** Renders a feed beside an earlier one, by a renderer that has nothing kept. */
  async function renderBeside(address: string, body: Buffer | undefined, since: number): Promise<string> {
    const fresh = createFeedRender({ store, site });
    return String(await fresh(address, { since, read: () => body }));
  }

  /** The feed as it stands, with another word in one of its entries, which shows whether that is taken over. */
  async function marked(address: string): Promise<Buffer> {
    return Buffer.from(String(await render(address)).replace('Unmoved', 'Taken over'));
  }

  it('entries that have not changed are taken over, the others are written', async () => {
    await store.articles.create({ ...article, title: 'Unmoved' });
    const { article: other } = await store.articles.create({ ...article, title: 'Before' });
    for (const address of addresses) {
      const earlier = await marked(address);
      const since = await store.changes.latest();
      await store.articles.update(other.id, { content: `<p>Two for ${address}</p>` });
      const { article: added } = await store.articles.create({ ...article, title: 'Added' });
      const feed = await renderBeside(address, earlier, since);
      expect(feed).toBe(String(await render(address)).replace('Unmoved', 'Taken over'));
      expect(feed).toContain(`Two for ${address}`);
      await store.articles.remove(added.id);
    }
  });

  it('an entry whose translation has come or gone is written', async () => {
    const { article: one } = await store.articles.create({ ...article, title: 'Linked' });
    for (const address of addresses) {
      const earlier = await marked(address);
      const since = await store.changes.latest();
      const { article: other } = await store.articles.create({
        ...article,
        title: '하나',
        lang: 'ko',
        translationOf: one.id,
      });
      const withLink = await renderBeside(address, earlier, since);
      expect(withLink).toBe(String(await render(address)).replace('Unmoved', 'Taken over'));
      const then = await store.changes.latest();
      await store.articles.remove(other.id);
      expect(await renderBeside(address, Buffer.from(withLink), then)).toBe(
        String(await render(address)).replace('Unmoved', 'Taken over'),
      );
    }
  });

  it('nothing is taken over from a feed that is cut off or missing', async () => {
    for (const address of addresses) {
      const earlier = await marked(address);
      const since = await store.changes.latest();
      const whole = String(await render(address));
      for (const body of [earlier.subarray(0, -20), Buffer.alloc(0), Buffer.alloc(5000), undefined])
        expect(await renderBeside(address, body, since)).toBe(whole);
    }
  });
});
