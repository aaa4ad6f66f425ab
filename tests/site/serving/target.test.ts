import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { articlePath, jsonFeedPath, rssPath, tagPath } from '../../../site/paths.ts';
import { candidatesFor } from '../../../site/serving/target.ts';

const all = (url: string) => [...candidatesFor(url)];
const filesFor = (url: string) => all(url).map(({ file }) => file);

describe('candidatesFor', () => {
  it.each([
    ['/', 'index.html'],
    ['/en/', 'en/index.html'],
    ['/en/articles/x', 'en/articles/x.html'],
    ['/en/articles/x?utm_source=feed', 'en/articles/x.html'],
    ['/en/articles/node.js', 'en/articles/node.js.html'],
    ['/categories', 'categories.html'],
    ['/sitemap.xml', 'sitemap.xml'],
    ['/assets/page.Bx3.css', 'assets/page.Bx3.css'],
    ['/uploads/0a1b.webp', 'uploads/0a1b.webp'],
    ['/feed/rss.xml', 'feed/rss.xml'],
    ['/feed/rss.xml?utm_source=x', 'feed/rss.xml'],
    ['/feed/rss.xml?lang=ko', 'ko/feed/rss.xml'],
    ['/feed/rss.xml?utm_source=x&lang=ko', 'ko/feed/rss.xml'],
    ['/feed.json?lang=ja', 'ja/feed.json'],
    ['/opensearch.xml?lang=ja', 'ja/opensearch.xml'],
    ['/feed/tag/.net.xml', 'feed/tag/.net.xml'],
    ['/en/tags/.net', 'en/tags/.net.html'],
    ['/en/tags/.net/archive/1', 'en/tags/.net/archive/1.html'],
    [articlePath('ko', '한글-조판'), 'ko/articles/한글-조판.html'],
    ['/en/tags/c++', 'en/tags/c++.html'],
    ['/en/tags/c%2b%2B', 'en/tags/c++.html'],
    ['/en/tags/index.html/archive/2', 'en/tags/index.html~/archive/2.html'],
    ['/.well-known/openapi.json', '.well-known/openapi.json'],
    ['http://example.org/en/', 'en/index.html'],
    ['/en/#top', 'en/index.html'],
    ['/en/articles/x?lang=ko', 'en/articles/x.html'],
    ['/feed/rss.xml?utm_source=a%20b', 'feed/rss.xml'],
    ['/feed/tag/.net.xml?lang=ko', 'ko/feed/tag/.net.xml'],
    ['/feed/tag/..net.json', 'feed/tag/..net.json'],
    ['/en/tags/..net', 'en/tags/..net.html'],
  ])('serves %s from %s', (url, file) => {
    expect(all(url)[0]).toEqual({ file });
  });

  it.each([
    ['/en', 'en/index.html', '/en/'],
    ['/en?a=b', 'en/index.html', '/en/?a=b'],
    ['/en?from=http://example.org', 'en/index.html', '/en/?from=http://example.org'],
    ['/en/articles/x/', 'en/articles/x.html', '/en/articles/x'],
    ['/en/articles/x.html', 'en/articles/x.html', '/en/articles/x'],
    ['/en/articles/x.html?a=b', 'en/articles/x.html', '/en/articles/x?a=b'],
    ['/categories.html', 'categories.html', '/categories'],
    ['/index.html', 'index.html', '/'],
    ['/ko/index.html', 'ko/index.html', '/ko/'],
    ['/sitemap.xml/', 'sitemap.xml', '/sitemap.xml'],
    ['/ko/feed/rss.xml', 'ko/feed/rss.xml', '/feed/rss.xml?lang=ko'],
    ['/ko/feed.json?a=b', 'ko/feed.json', '/feed.json?lang=ko'],
    [
      `/ko/articles/${encodeURIComponent('한글'.normalize('NFD'))}`,
      'ko/articles/한글.html',
      articlePath('ko', '한글'),
    ],
  ])('redirects %s to the address of %s', (url, file, redirectTo) => {
    expect(all(url)).toContainEqual({ file, redirectTo });
  });

  it('tries the page whose key ends in .html before the page that the name of the file means', () => {
    expect(all('/en/tags/index.html')).toEqual([
      { file: 'en/tags/index.html.html' },
      { file: 'en/tags/index.html', redirectTo: '/en/tags/index' },
    ]);
  });

  it.each([
    '/feed/rss.xml?lang=fr',
    '/feed/rss.xml?lang=',
    '/feed/rss.xml?lang=en&lang=ko',
    '/feed.json?l%61ng=de',
  ])('leaves the wrong language of %s to be explained', (url) => {
    expect(all(url)).toEqual([]);
  });

  it('never answers a localized feed with the global one', () => {
    expect(filesFor('/feed/tag/x.xml?lang=ko')).toEqual(['ko/feed/tag/x.xml']);
  });

  it.each([
    '/../secret',
    '/en/../../secret',
    '/%2e%2e/%2e%2e/secret',
    '/en/%2e%2e%2f%2e%2e%2fsecret',
    '/..%2f..%2fsecret.html',
    '/..\\..\\secret',
    '/%5c..%5c..%5csecret',
    '/en/articles/x%00.html',
    '/en%2farticles%2fx',
    '/%c0%ae%c0%ae/secret',
    '/%',
    '//etc/passwd',
    '//example.org/en/',
    'etc/passwd',
    '*',
    '',
    '/.env',
    '/.git/config',
    '/en/.hidden',
    '/en/articles/.x',
    '/uploads/.tmp-1.png',
    '/assets/.cache/x.js',
    '/feed/tag/.x.tmp',
    '/feed/.htaccess',
    '/feed/tag/.x.xml.tmp',
    '/assets/feed/tag/.x.xml',
    '/assets/tags/.x',
    '/assets/.well-known/x.js',
    '/.well-known/.x.json',
    '/./en/',
  ])('knows no file for %s', (url) => {
    expect(all(url)).toEqual([]);
  });

  it('takes what is encoded twice for an odd name, not for a way out', () => {
    expect(filesFor('/en/%252e%252e%252fsecret')).toEqual(['en/%2e%2e%2fsecret.html']);
  });

  it('never leaves the folder, whatever is asked', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '..',
        '.',
        '/',
        '%2e',
        '%2F',
        '%5c',
        '\\',
        '%00',
        '?',
        '#',
        'en',
        'feed',
        'x.html',
        '~',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        for (const { file, redirectTo = '/' } of all(`/${pieces.join('')}`)) {
          const names = file.split('/');
          expect(names).not.toContain('..');
          expect(names).not.toContain('');
          expect(file).not.toMatch(/[\\\p{Cc}]/u);
          expect(redirectTo).toMatch(/^\/(?!\/)[!-~\u0080-\u{10FFFF}]*$/u);
        }
      }),
    );
  });

  it('finds the file of every address that the site builds', () => {
    const key = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
      .map((text) => text.normalize('NFC').replace(/[^\p{L}\p{N}._+#-]/gu, 'x'));
    fc.assert(
      fc.property(key, (name) => {
        fc.pre(name !== '.' && name !== '..');
        expect(all(tagPath('ko', name))[0]).toEqual({ file: `ko/tags/${name}.html` });
        expect(all(rssPath({ tag: name }, 'ja'))[0]).toEqual({ file: `ja/feed/tag/${name}.xml` });
        expect(all(jsonFeedPath({ category: name }))[0]).toEqual({
          file: `feed/category/${name}.json`,
        });
      }),
    );
  });
});
