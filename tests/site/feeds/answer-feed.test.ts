import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../../data/store.ts';
import { answerFeed, answerListFeed, answerMoved } from '../../../site/feeds/answer-feed.ts';
import { askedLanguage } from '../../../site/feeds/asked-language.ts';
import { findListPages } from '../../../site/feeds/page-sitemap.ts';
import { toArticleSitemap, toPageSitemap, toSitemapIndex } from '../../../site/feeds/sitemap.ts';
import { site, upload } from './example.ts';
import { all, attributesOf, parseXml, textOf } from './well-formed.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'inkstone-feeds-'));
let store: Store;

const asked = (address: string, from = store) => ({
  url: new URL(address, site.url),
  locals: { store: from, site },
});

beforeAll(async () => {
  store = openStore({ file: path.join(folder, 'full.sqlite') });
  await store.uploads.add(upload);
  const published = { content: '<p>Text</p>', status: 'published', category: 'craft', author: 'A' } as const;
  const english = await store.articles.create({
    ...published,
    title: 'English',
    slug: 'english',
    lang: 'en',
    tags: ['c++', 'node.js', 'only-english'],
    thumbnailUrl: upload.url,
  });
  await store.articles.create({
    ...published,
    title: '한국어',
    slug: '한국어',
    lang: 'ko',
    tags: ['c++'],
    translationOf: english.article.id,
  });
  await store.articles.create({
    ...published,
    title: 'Draft',
    status: 'draft',
    lang: 'en',
    category: 'secret',
  });
});

afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

async function titles(response: Response): Promise<(string | undefined)[]> {
  return all(parseXml(await response.text()), 'channel', 'item').map((item) => textOf(item, 'title'));
}

describe('a feed', () => {
  it('of all articles holds those of every language, newest first', async () => {
    const response = await answerFeed(asked('/feed/rss.xml'), 'rss');
    expect(response.headers.get('Content-Type')).toBe('application/rss+xml; charset=utf-8');
    expect(await titles(response)).toEqual(['한국어', 'English']);
  });

  it('with ?lang= holds that language only', async () => {
    expect(await titles(await answerFeed(asked('/feed/rss.xml?lang=en'), 'rss'))).toEqual(['English']);
  });

  it('links an article to its translations, and tells the true length of its picture', async () => {
    const atom = parseXml(await (await answerFeed(asked('/feed/atom.xml?lang=en'), 'atom')).text());
    const links = attributesOf(all(atom, 'entry', 'link'), 'rel', 'hreflang', 'length');
    expect(links).toEqual([
      ['alternate', 'en', undefined],
      ['alternate', 'ko', undefined],
      ['enclosure', undefined, '81920'],
    ]);
  });

  it('names itself as it was asked for', async () => {
    const feed = await answerListFeed(asked('/feed/tag/c%2B%2B.json?lang=ko'), 'json', 'tag');
    expect(await feed.json()).toMatchObject({
      feed_url: 'https://example.org/feed/tag/c%2B%2B.json?lang=ko',
    });
  });

  it.each(['fr', '', 'EN', 'en&lang=ko', 'en&lang=en'])(
    'in the language %j answers 400 and says why',
    async (lang) => {
      const response = await answerFeed(asked(`/feed/rss.xml?lang=${lang}`), 'rss');
      expect([response.status, response.headers.get('Content-Type')]).toEqual([
        400,
        'application/problem+json',
      ]);
      const message = 'must be one of en, ko, ja, given once';
      expect(await response.json()).toEqual({
        type: 'about:blank',
        title: 'Bad Request',
        status: 400,
        detail: `lang ${message}.`,
        errors: [{ path: 'lang', message }],
      });
    },
  );

  it('does not mind other parameters', async () => {
    expect((await answerFeed(asked('/feed/rss.xml?utm_source=x'), 'rss')).status).toBe(200);
  });
});

describe('the feed of a category or tag', () => {
  it.each([
    ['/feed/category/craft.xml', 'category'],
    ['/feed/tag/c%2B%2B.xml', 'tag'],
    ['/feed/tag/c++.xml', 'tag'],
    ['/feed/tag/node.js.xml', 'tag'],
  ] as const)('is found at %s', async (address, kind) => {
    expect(await titles(await answerListFeed(asked(address), 'rss', kind))).toContain('English');
  });

  it('is empty in a language in which nothing is there', async () => {
    const response = await answerListFeed(asked('/feed/tag/only-english.xml?lang=ja'), 'rss', 'tag');
    expect(await titles(response)).toEqual([]);
  });

  it('stays, empty, when its last article is withdrawn', async () => {
    const { article } = await store.articles.create({
      title: 'Passing',
      content: '<p>x</p>',
      status: 'published',
      category: 'passing',
    });
    await store.articles.update(article.id, { status: 'archived' });
    const response = await answerListFeed(asked('/feed/category/passing.xml'), 'rss', 'category');
    expect(await titles(response)).toEqual([]);
  });

  it.each([
    ['/feed/category/nothing.xml', 'category'],
    ['/feed/category/secret.xml', 'category'],
    ['/feed/category/c%2B%2B.xml', 'category'],
    ['/feed/tag/a%2Fb.xml', 'tag'],
    ['/feed/tag/%ff.xml', 'tag'],
    ['/feed/tag/%25.xml', 'tag'],
    ['/feed/tag/....xml', 'tag'],
  ] as const)('is not found at %s', async (address, kind) => {
    const response = await answerListFeed(asked(address), 'rss', kind);
    expect([response.status, response.headers.get('Content-Type')]).toEqual([
      404,
      'application/problem+json',
    ]);
  });

  it.each([
    ['/feed/tag/C%2B%2B.xml', '/feed/tag/c%2B%2B.xml'],
    ['/feed/tag/%20Node.js%20.xml?lang=en', '/feed/tag/node.js.xml?lang=en'],
    ['/feed/tag/Only%20English.xml?a=1&lang=en', '/feed/tag/only-english.xml?a=1&lang=en'],
  ])('redirects from another spelling of its key: %s', async (address, location) => {
    const response = await answerListFeed(asked(address), 'rss', 'tag');
    expect([response.status, response.headers.get('Location')]).toEqual([301, location]);
  });
});

it('an address that has moved keeps its query', () => {
  const response = answerMoved({ url: new URL('https://example.org/jsonfeed.json?lang=ko') }, '/feed.json');
  expect([response.status, response.headers.get('Location')]).toEqual([301, '/feed.json?lang=ko']);
});

it('a language is not asked for by an address without one', () => {
  expect(askedLanguage(new URL('https://example.org/opensearch.xml'))).toBeUndefined();
});

describe('the sitemap', () => {
  it('lists its files', async () => {
    const index = parseXml(toSitemapIndex(site.url, await store.site.sitemapPages()));
    expect(all(index, 'sitemap', 'loc').map(({ text }) => text)).toEqual([
      'https://example.org/sitemap/pages.xml',
      'https://example.org/sitemap/1.xml',
    ]);
  });

  it('holds every public article with its translations and its picture', async () => {
    const urls = all(parseXml(toArticleSitemap(site, (await store.site.sitemapPage(1)) ?? [])), 'url');
    expect(urls.map((url) => textOf(url, 'loc'))).toEqual([
      'https://example.org/en/articles/english',
      'https://example.org/ko/articles/%ED%95%9C%EA%B5%AD%EC%96%B4',
    ]);
    for (const url of urls)
      expect(attributesOf(all(url, 'xhtml:link'), 'hreflang').flat()).toEqual(['en', 'ko', 'x-default']);
    expect(urls.map((url) => textOf(url, 'image:image', 'image:loc'))).toEqual([
      'https://example.org/uploads/1f.jpg',
      undefined,
    ]);
  });

  it('holds the lists that have articles, in the languages in which they have them', async () => {
    const pages = parseXml(toPageSitemap(site, await findListPages(store.site)));
    const addresses = all(pages, 'url', 'loc').map(({ text }) => text.replace(site.url, ''));
    expect(addresses).toContain('/ko/categories/craft');
    expect(addresses).toContain('/en/tags/c%2B%2B');
    expect(addresses).not.toContain('/ja/categories/craft');
    expect(addresses.filter((address) => address.includes('secret'))).toEqual([]);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it('names the page for readers of any other language', async () => {
    const pages = all(parseXml(toPageSitemap(site, await findListPages(store.site))), 'url');
    const defaultOf = (path: string) =>
      attributesOf(
        pages
          .filter((page) => textOf(page, 'loc') === site.url + path)
          .flatMap((page) => all(page, 'xhtml:link')),
        'hreflang',
        'href',
      ).find(([hreflang]) => hreflang === 'x-default')?.[1];
    expect(defaultOf('/ko/')).toBe(`${site.url}/${site.defaultLang}/`);
    expect(defaultOf('/ko/categories')).toBe(`${site.url}/categories`);
    expect(defaultOf('/categories')).toBe(`${site.url}/categories`);
  });
});

describe('a site without articles', () => {
  it('has feeds and sitemaps', async () => {
    const empty = openStore({ file: path.join(folder, 'empty.sqlite') });
    try {
      for (const format of ['rss', 'atom', 'json'] as const)
        expect((await answerFeed(asked('/feed', empty), format)).status).toBe(200);
      expect(all(parseXml(toSitemapIndex(site.url, await empty.site.sitemapPages())), 'sitemap').length).toBe(
        1,
      );
      expect(all(parseXml(toPageSitemap(site, await findListPages(empty.site))), 'url').length).toBe(13);
    } finally {
      await empty.close();
    }
  });
});
