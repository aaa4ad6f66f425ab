import { expect, test } from 'vitest';
import { isWhole } from '../../site/whole-page.ts';

test.each([
  ['en/index.html', '<html>x</html>', '<html>x</htm'],
  ['feed/rss.xml', '<rss><item>x</item></rss>\n', '<rss><item>x</item>\n'],
  ['feed/atom.xml', '<feed><entry/></feed>', '<feed><entry/>'],
  ['sitemap/1.xml', '<urlset><url/></urlset>', '<urlset><url/>'],
  ['sitemap.xml', '<sitemapindex><sitemap/></sitemapindex>', '<sitemapindex><sitemap/>'],
  [
    'en/opensearch.xml',
    '<OpenSearchDescription><Url/></OpenSearchDescription>',
    '<OpenSearchDescription><Url/>',
  ],
  ['feed.json', '{"items":[{},{}]}', '{"items":[{}'],
  ['manifest.webmanifest', '{}', '{'],
  ['en/articles/x.md', '# x', ''],
  ['robots.txt', 'User-agent: *\n', 'User-agent\0\0'],
])('%s is whole when it ends as all files of its kind do', (file, whole, damaged) => {
  expect(isWhole(file, Buffer.from(whole))).toBe(true);
  expect(isWhole(file, Buffer.from(damaged))).toBe(false);
  expect(isWhole(file, Buffer.alloc(100))).toBe(false);
});

test('of a file of another kind nobody can tell', () => {
  expect(isWhole('assets/page.css', Buffer.alloc(0))).toBe(true);
});
