import { describe, expect, it } from 'vitest';
import { toLlms } from '../../../site/feeds/llms.ts';
import { toOpenSearch } from '../../../site/feeds/open-search.ts';
import { toRobots } from '../../../site/feeds/robots.ts';
import { article, site } from './example.ts';
import { all, attributesOf, parseXml, textOf } from './well-formed.ts';

describe('the OpenSearch description', () => {
  it('names the search page, the suggestions and itself, localized when asked', () => {
    const urls = attributesOf(all(parseXml(toOpenSearch(site, 'ko')), 'Url'), 'rel', 'type', 'template');
    expect(urls).toEqual([
      ['results', 'text/html', 'https://example.org/search?q={searchTerms}&lang=ko'],
      [
        'suggestions',
        'application/json',
        'https://example.org/api/v1/search/suggest?q={searchTerms}&lang=ko',
      ],
      ['self', 'application/opensearchdescription+xml', 'https://example.org/opensearch.xml?lang=ko'],
    ]);
    expect(textOf(parseXml(toOpenSearch(site, 'ko')), 'Language')).toBe('ko');
    expect(textOf(parseXml(toOpenSearch(site)), 'Language')).toBe('*');
  });

  it('keeps the names within the lengths of the format', () => {
    const name = 'The Very Long-Winded Chronicle of Ink, Paper and Stone';
    const description = parseXml(toOpenSearch({ ...site, name }));
    expect(textOf(description, 'ShortName')).toBe('The Very Long-Wi');
    expect(textOf(description, 'LongName')).toBe('The Very Long-Winded Chronicle of Ink, Paper and');
  });
});

it('robots.txt names the sitemap and keeps crawlers from what is made for one reader', () => {
  expect(toRobots(site.url)).toBe(
    'User-agent: *\nDisallow: /api/\nDisallow: /search\n\nSitemap: https://example.org/sitemap.xml\n',
  );
});

describe('llms.txt', () => {
  it('says what the site is, its sections, feeds and newest articles', () => {
    const text = toLlms(site, {
      categories: { en: [{ key: 'craft', count: 1 }], ko: [], ja: [] },
      newest: [article({ summary: 'Two\nlines [with] *marks*' })],
    });
    expect(text).toMatch(
      /^# Ink & Stone\n\n> Articles in English, Korean \(한국어\), Japanese \(日本語\)\.\n\nEvery article is also there as Markdown: add \.md to the address of its page\.\n\n## Sections\n/,
    );
    expect(text).toContain('- [Craft](https://example.org/en/categories/craft): English');
    expect(text).toContain('- [RSS](https://example.org/feed/rss.xml)');
    expect(text).toContain(
      '- [C++ & "ink" \\<now\\>](https://example.org/en/articles/c-plus-plus.md): Two lines \\[with\\] \\*marks\\*\n',
    );
  });

  it('leaves out the sections that would be empty', () => {
    expect(toLlms(site, { categories: { en: [], ko: [], ja: [] }, newest: [] })).not.toContain('Newest');
  });
});
