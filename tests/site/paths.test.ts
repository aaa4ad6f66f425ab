import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addressOf,
  archivePath,
  articlePath,
  atomPath,
  cardPath,
  categoriesPath,
  categoryPath,
  feedStylePath,
  feedsPath,
  fileFor,
  homePath,
  jsonFeedPath,
  llmsPath,
  manifestPath,
  markdownPath,
  openSearchPath,
  reactionsPath,
  reactPath,
  robotsPath,
  rssPath,
  searchPath,
  searchTemplatePath,
  sitemapPath,
  suggestTemplatePath,
  tagPath,
} from '../../site/paths.ts';
import { anyKey, anyLanguage, anySlug, hostileText } from './arbitraries.ts';

const page = fc.integer({ min: 1, max: 1_000_000 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const list = fc.oneof(
  fc.constant({}),
  anyKey.map((category) => ({ category })),
  anyKey.map((tag) => ({ tag })),
);

/** Every kind of address that has a file. */
const anyAddress = fc.oneof(
  maybe(anyLanguage).map(homePath),
  maybe(anyLanguage).map(categoriesPath),
  fc.tuple(anyLanguage, anySlug).map(([lang, slug]) => articlePath(lang, slug)),
  fc.tuple(anyLanguage, anySlug).map(([lang, slug]) => markdownPath(lang, slug)),
  fc.tuple(anyLanguage, maybe(anySlug)).map(([lang, slug]) => cardPath(lang, '0123456789abcdef', slug)),
  anyLanguage.map(feedsPath),
  fc.tuple(anyLanguage, maybe(page)).map(([lang, n]) => archivePath(lang, n)),
  fc.tuple(anyLanguage, anyKey, maybe(page)).map(([lang, key, n]) => categoryPath(lang, key, n)),
  fc.tuple(anyLanguage, anyKey, maybe(page)).map(([lang, key, n]) => tagPath(lang, key, n)),
  fc.tuple(list, maybe(anyLanguage)).map(([of, lang]) => rssPath(of, lang)),
  fc.tuple(list, maybe(anyLanguage)).map(([of, lang]) => jsonFeedPath(of, lang)),
  maybe(anyLanguage).map(atomPath),
  maybe(anyLanguage).map(openSearchPath),
  fc.oneof(fc.constant('pages' as const), maybe(page)).map(sitemapPath),
  fc.constantFrom(robotsPath(), llmsPath(), manifestPath()),
);

describe('addresses', () => {
  it('are those of the specification and of the site', () => {
    expect([homePath(), homePath('ko'), categoriesPath(), categoriesPath('ja')]).toEqual([
      '/',
      '/ko/',
      '/categories',
      '/ja/categories',
    ]);
    expect([articlePath('en', 'ink'), archivePath('en'), archivePath('en', 3)]).toEqual([
      '/en/articles/ink',
      '/en/archive',
      '/en/archive/3',
    ]);
    expect([
      markdownPath('en', 'ink'),
      feedsPath('ko'),
      cardPath('en', '0f', 'ink'),
      cardPath('ja', '0f'),
    ]).toEqual(['/en/articles/ink.md', '/ko/feeds', '/social/en/articles/ink/0f.jpg', '/social/ja/0f.jpg']);
    expect([reactionsPath('ja', 'ink'), reactPath('0189'), feedStylePath(), manifestPath()]).toEqual([
      '/ja/articles/ink/reactions',
      '/api/v1/articles/0189/reactions',
      '/feed.css',
      '/manifest.webmanifest',
    ]);
    expect([categoryPath('en', 'art'), categoryPath('en', 'art', 2), tagPath('ko', 'ink', 1)]).toEqual([
      '/en/categories/art',
      '/en/categories/art/archive/2',
      '/ko/tags/ink/archive/1',
    ]);
    expect([rssPath(), atomPath(), jsonFeedPath()]).toEqual([
      '/feed/rss.xml',
      '/feed/atom.xml',
      '/feed.json',
    ]);
    expect([rssPath({ category: 'art' }), jsonFeedPath({ tag: 'ink' }, 'ja')]).toEqual([
      '/feed/category/art.xml',
      '/feed/tag/ink.json?lang=ja',
    ]);
    expect([sitemapPath(), sitemapPath(2), sitemapPath('pages'), robotsPath(), llmsPath()]).toEqual([
      '/sitemap.xml',
      '/sitemap/2.xml',
      '/sitemap/pages.xml',
      '/robots.txt',
      '/llms.txt',
    ]);
  });

  it('percent-encode what a path cannot hold', () => {
    expect(tagPath('en', 'c++')).toBe('/en/tags/c%2B%2B');
    expect(rssPath({ tag: 'c#' })).toBe('/feed/tag/c%23.xml');
    expect(articlePath('ko', '벼루')).toBe('/ko/articles/%EB%B2%BC%EB%A3%A8');
  });

  it('of a search leave out what is not asked for', () => {
    expect(searchPath()).toBe('/search');
    expect(searchPath({ q: 'ink & stone', lang: 'en', page: 2 })).toBe(
      '/search?q=ink+%26+stone&lang=en&page=2',
    );
  });

  it('of OpenSearch templates keep the placeholder as it is', () => {
    expect(searchTemplatePath('ko')).toBe('/search?q={searchTerms}&lang=ko');
    expect(searchTemplatePath()).toBe('/search?q={searchTerms}');
    expect(suggestTemplatePath('ko')).toBe('/api/v1/search/suggest?q={searchTerms}&lang=ko');
    expect(suggestTemplatePath()).toBe('/api/v1/search/suggest?q={searchTerms}');
  });

  it('are written as a URL parser would write them', () => {
    fc.assert(
      fc.property(anyAddress, (address) => {
        const url = new URL(address, 'https://example.org');
        expect(url.pathname + url.search).toBe(address);
      }),
    );
  });
});

describe('files', () => {
  it.each([
    ['/', 'index.html'],
    ['/en/', 'en/index.html'],
    ['/categories', 'categories.html'],
    ['/en/articles/x', 'en/articles/x.html'],
    ['/en/articles/x.md', 'en/articles/x.md'],
    ['/en/tags/x.md', 'en/tags/x.md.html'],
    ['/en/tags/.md', 'en/tags/.md.html'],
    ['/en/archive', 'en/archive.html'],
    ['/en/archive/1', 'en/archive/1.html'],
    ['/ko/articles/%EB%B2%BC%EB%A3%A8', 'ko/articles/벼루.html'],
    ['/en/tags/c%2B%2B/archive/1', 'en/tags/c++/archive/1.html'],
    ['/en/tags/node.js', 'en/tags/node.js.html'],
    ['/en/tags/.net', 'en/tags/.net.html'],
    ['/en/tags/index.html', 'en/tags/index.html.html'],
    ['/en/tags/index.html/archive/1', 'en/tags/index.html~/archive/1.html'],
    ['/feed/rss.xml', 'feed/rss.xml'],
    ['/feed/rss.xml?lang=ko', 'ko/feed/rss.xml'],
    ['/feed.json?lang=ko', 'ko/feed.json'],
    ['/opensearch.xml?lang=ja', 'ja/opensearch.xml'],
    ['/sitemap.xml', 'sitemap.xml'],
    ['/sitemap/1.xml', 'sitemap/1.xml'],
    ['/robots.txt', 'robots.txt'],
  ])('hold %s in %s', (address, file) => {
    expect(fileFor(address)).toBe(file);
    expect(addressOf(file)).toBe(address);
  });

  it('give back the address that named them', () => {
    fc.assert(fc.property(anyAddress, (address) => void expect(addressOf(fileFor(address))).toBe(address)));
  });

  it('never hold two addresses, nor stand where another address needs a folder', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyAddress, { minLength: 2, maxLength: 30 }), (addresses) => {
        const files = addresses.map(fileFor);
        expect(new Set(files).size).toBe(addresses.length);
        const folders = new Set(files.flatMap(parentsOf));
        expect(files.filter((file) => folders.has(file))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('have names that every file system takes', () => {
    const longest = fileFor(tagPath('ko', '글'.repeat(80), 1));
    expect(Math.max(...longest.split('/').map((name) => Buffer.byteLength(name)))).toBeLessThanOrEqual(255);
  });

  it('are never outside the published folder, whatever is asked for', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '/',
        '//',
        '..',
        '.',
        '%2e%2e',
        '%2F',
        '%5c',
        '\\',
        '%00',
        '?lang=en',
        '?lang=..',
        '#',
        'en',
        '~',
        '%',
      ),
      hostileText,
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const address = `/${pieces.join('')}`;
        const file = attempt(() => fileFor(address));
        if (file === undefined) return;
        expect(path.posix.normalize(file)).toBe(file);
        expect(file).not.toMatch(/^\/|(^|\/)\.\.?(\/|$)|\\|\0/);
        expect(addressOf(file)).toBe(address);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    '',
    'en/',
    '//',
    '/en//',
    '/../x',
    '/en/%2e%2e/x',
    '/en/articles/%2e%2e',
    '/en/articles/a%2Fb',
    '/en/articles/%00',
    '/en/articles/벼루',
    '/en/articles/%eb%b2%bc',
    '/en/articles/%E0',
    '/en/articles/x?',
    '/en/articles/x?lang=en',
    '/feed/rss.xml?lang=',
    '/feed/rss.xml?lang=fr',
    '/feed/rss.xml?lang=en&lang=ko',
    '/feed/rss.xml#top',
    '/en/index',
    '/en/feed/rss.xml',
    '/en/articles/e%CC%81',
    '/en/tags/x.html~/archive/1',
    '/search?q=x',
  ])('do not exist for %j', (address) => {
    expect(() => fileFor(address)).toThrow(RangeError);
  });
});

function parentsOf(file: string): string[] {
  const names = file.split('/');
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join('/'));
}

/** The result, or undefined for a refusal; any other error is a failure of the test. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError);
    return undefined;
  }
}
