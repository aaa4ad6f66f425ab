import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toAtom } from '../../../site/feeds/atom.ts';
import type { FeedAddress } from '../../../site/feeds/feed.ts';
import { toJsonFeed } from '../../../site/feeds/json-feed.ts';
import { toRss } from '../../../site/feeds/rss.ts';
import { xmlCharacters } from '../../../site/feeds/xml.ts';
import { atomPath, jsonFeedPath, rssPath } from '../../../site/paths.ts';
import { hostileText } from '../arbitraries.ts';
import { article, exampleFeed } from './example.ts';
import { all, parseXml, textOf } from './well-formed.ts';

const english = (path: string): FeedAddress => ({ list: {}, lang: 'en', path });

describe('RSS', () => {
  it('holds the whole article, its language, translations, picture and a lasting id', async () => {
    const rss = await toRss(exampleFeed(english(rssPath({}, 'en'))));
    expect(rss).toBe(
      `<?xml version="1.0" encoding="UTF-8"?><?xml-stylesheet type="text/css" href="/feed.css"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/"><channel xml:lang="en">
<x:p xmlns:x="http://www.w3.org/1999/xhtml" xml:lang="en">This is a feed. Copy its address from the address bar into a feed reader, and new articles will come to you. <x:a href="https://example.org/en/feeds">All feeds</x:a></x:p>
<title>Ink &amp; Stone</title>
<description>New articles from Ink &amp; Stone</description>
<link>https://example.org/en/</link>
<atom:link href="https://example.org/feed/rss.xml?lang=en" rel="self" type="application/rss+xml"/>
<language>en</language>
<lastBuildDate>Sat, 03 Jan 2026 00:00:00 GMT</lastBuildDate>
<generator>Inkstone</generator>
<item xml:lang="en">
<title>C++ &amp; "ink" &lt;now&gt;</title>
<description>Ownership &amp;lt;b&amp;gt; &amp;amp; borrowing.</description>
<pubDate>Fri, 02 Jan 2026 00:00:00 GMT</pubDate>
<content:encoded>&lt;p&gt;See &lt;a href="https://example.org/en/articles/other"&gt;this&lt;/a&gt; &lt;img src="https://example.org/uploads/1f.jpg" alt="" /&gt;&lt;/p&gt;</content:encoded>
<category>Craft</category>
<category>c++</category>
<category>007</category>
<link>https://example.org/en/articles/c-plus-plus</link>
<guid isPermaLink="false">urn:uuid:01890a5d-ac96-774b-bcce-b302099a8057</guid>
<dc:creator>007</dc:creator>
<dc:language>en</dc:language>
<media:thumbnail url="https://example.org/uploads/1f.jpg" width="1200" height="800"/>
<atom:link rel="alternate" hreflang="ko" href="https://example.org/ko/articles/%EB%B2%BC%EB%A3%A8"/>
<enclosure url="https://example.org/uploads/1f.jpg" length="81920" type="image/jpeg"/>
</item>
</channel></rss>`.replaceAll('\n', ''),
    );
  });

  it('of a category links to the page of the category, just as it is written', async () => {
    const feed = exampleFeed({
      list: { tag: 'node.js' },
      lang: 'en',
      path: rssPath({ tag: 'node.js' }, 'en'),
    });
    const rss = parseXml(await toRss(feed));
    expect(all(rss, 'channel', 'link').map((link) => link.text)).toEqual([
      'https://example.org/en/tags/node.js',
    ]);
    const home = parseXml(await toRss(exampleFeed(english('/x'))));
    expect(textOf(home, 'channel', 'link')).toBe('https://example.org/en/');
  });

  it('of all languages says for each item in which it is written', async () => {
    const feed = exampleFeed({ list: {}, lang: undefined, path: rssPath() }, [
      article(),
      article({ lang: 'ko', title: '벼루' }),
    ]);
    const rss = parseXml(await toRss(feed));
    expect(all(rss, 'channel', 'language')).toEqual([]);
    const items = all(rss, 'channel', 'item');
    expect(items.map((item) => [item.attributes['xml:lang'], textOf(item, 'dc:language')])).toEqual([
      ['en', 'en'],
      ['ko', 'ko'],
    ]);
  });

  it('gives no enclosure whose length is unknown', async () => {
    const external = article({ thumbnailUrl: 'https://elsewhere.example/a.png?b=1&c=2' });
    const rss = parseXml(await toRss(exampleFeed(english('/x'), [external])));
    expect(all(rss, 'channel', 'item', 'enclosure')).toEqual([]);
    expect(all(rss, 'channel', 'item', 'media:thumbnail')[0]?.attributes).toEqual({
      url: 'https://elsewhere.example/a.png?b=1&c=2',
    });
  });
});

describe('Atom', () => {
  it('holds the whole article, its language, translations, picture and a lasting id', () => {
    expect(toAtom(exampleFeed(english(atomPath('en'))))).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<?xml-stylesheet type="text/css" href="/feed.css"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/" xml:lang="en">
<id>https://example.org/feed/atom.xml?lang=en</id>
<title>Ink &amp; Stone</title>
<subtitle>New articles from Ink &amp; Stone</subtitle>
<updated>2026-01-03T00:00:00.000Z</updated>
<link rel="self" type="application/atom+xml" href="https://example.org/feed/atom.xml?lang=en"/>
<link rel="alternate" type="text/html" href="https://example.org/en/"/>
<icon>https://example.org/apple-touch-icon.png</icon>
<generator>Inkstone</generator>
<x:p xmlns:x="http://www.w3.org/1999/xhtml" xml:lang="en">This is a feed. Copy its address from the address bar into a feed reader, and new articles will come to you. <x:a href="https://example.org/en/feeds">All feeds</x:a></x:p>
<entry xml:lang="en">
<id>urn:uuid:01890a5d-ac96-774b-bcce-b302099a8057</id>
<title>C++ &amp; "ink" &lt;now&gt;</title>
<link rel="alternate" type="text/html" hreflang="en" href="https://example.org/en/articles/c-plus-plus"/>
<link rel="alternate" type="text/html" hreflang="ko" href="https://example.org/ko/articles/%EB%B2%BC%EB%A3%A8"/>
<link rel="via" href="https://elsewhere.example/a?b=1&amp;c=2"/>
<link rel="enclosure" type="image/jpeg" length="81920" href="https://example.org/uploads/1f.jpg"/>
<media:thumbnail url="https://example.org/uploads/1f.jpg" width="1200" height="800"/>
<published>2026-01-02T00:00:00.000Z</published>
<updated>2026-01-03T00:00:00.000Z</updated>
<author>
<name>007</name>
</author>
<category term="Craft"/>
<category term="c++"/>
<category term="007"/>
<summary>Ownership &lt;b&gt; &amp; borrowing.</summary>
<content type="html">&lt;p&gt;See &lt;a href="https://example.org/en/articles/other"&gt;this&lt;/a&gt; &lt;img src="https://example.org/uploads/1f.jpg" alt="" /&gt;&lt;/p&gt;</content>
</entry>
</feed>
`);
  });
});

describe('JSON Feed', () => {
  it('holds the whole article, its language, translations, picture and a lasting id', () => {
    expect(JSON.parse(toJsonFeed(exampleFeed(english(jsonFeedPath({}, 'en')))))).toEqual({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Ink & Stone',
      description: 'New articles from Ink & Stone',
      home_page_url: 'https://example.org/en/',
      feed_url: 'https://example.org/feed.json?lang=en',
      icon: 'https://example.org/apple-touch-icon.png',
      language: 'en',
      items: [
        {
          id: 'urn:uuid:01890a5d-ac96-774b-bcce-b302099a8057',
          url: 'https://example.org/en/articles/c-plus-plus',
          title: 'C++ & "ink" <now>',
          summary: 'Ownership <b> & borrowing.',
          content_html:
            '<p>See <a href="https://example.org/en/articles/other">this</a> <img src="https://example.org/uploads/1f.jpg" alt="" /></p>',
          image: 'https://example.org/uploads/1f.jpg',
          date_published: '2026-01-02T00:00:00.000Z',
          date_modified: '2026-01-03T00:00:00.000Z',
          authors: [{ name: '007' }],
          tags: ['Craft', 'c++', '007'],
          language: 'en',
          _translations: [{ language: 'ko', url: 'https://example.org/ko/articles/%EB%B2%BC%EB%A3%A8' }],
        },
      ],
    });
  });
});

describe('every format', () => {
  it('is valid for a site without articles', async () => {
    const feed = exampleFeed({ list: {}, lang: undefined, path: rssPath() }, []);
    expect(all(parseXml(await toRss(feed)), 'channel').length).toBe(1);
    expect(textOf(parseXml(toAtom(feed)), 'updated')).toBe('1970-01-01T00:00:00.000Z');
    expect(JSON.parse(toJsonFeed(feed))).toMatchObject({ items: [], home_page_url: 'https://example.org/' });
  });

  it('carries any title, summary, author and content unharmed', async () => {
    const nonBlank = hostileText.filter((text) => xmlCharacters(text).trim() !== '');
    await fc.assert(
      fc.asyncProperty(
        nonBlank,
        nonBlank,
        hostileText,
        hostileText,
        async (title, author, summary, content) => {
          const feed = exampleFeed(english('/x'), [article({ title, author, summary, content })]);
          const entry = feed.entries[0];
          const rss = all(parseXml(await toRss(feed)), 'channel', 'item')[0];
          const atom = all(parseXml(toAtom(feed)), 'entry')[0];
          const json = JSON.parse(toJsonFeed(feed)).items[0];
          if (!rss || !atom || !entry) throw new Error('An entry is missing.');
          expect([
            textOf(rss, 'title'),
            textOf(rss, 'dc:creator'),
            textOf(rss, 'content:encoded') ?? '',
          ]).toEqual([entry.title, entry.author, entry.html]);
          expect([textOf(atom, 'title'), textOf(atom, 'author', 'name'), textOf(atom, 'summary')]).toEqual([
            entry.title,
            entry.author,
            entry.summary,
          ]);
          expect([textOf(atom, 'content'), json.content_html]).toEqual([entry.html, entry.html]);
          expect([json.title, json.authors[0].name, json.summary]).toEqual([
            entry.title,
            entry.author,
            entry.summary,
          ]);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('dates itself by its newest change and by nothing else', async () => {
    const feed = exampleFeed(english('/x'), [
      article({ updatedAt: '2026-02-01T00:00:00.000Z' }),
      article({ id: '01890a5d-ac96-774b-bcce-b302099a8059', updatedAt: '2026-03-01T00:00:00.000Z' }),
    ]);
    expect(feed.updated).toBe('2026-03-01T00:00:00.000Z');
    expect(textOf(parseXml(toAtom(feed)), 'updated')).toBe('2026-03-01T00:00:00.000Z');
    expect(textOf(parseXml(await toRss(feed)), 'channel', 'lastBuildDate')).toBe(
      'Sun, 01 Mar 2026 00:00:00 GMT',
    );
  });
});

describe('a feed', () => {
  it('is named and described in its language', () => {
    const korean = exampleFeed({ list: { category: 'craft' }, lang: 'ko', path: '/x' });
    expect([korean.title, korean.description]).toEqual(['공예 · Ink & Stone', 'Ink & Stone의 새 글: 공예']);
    const everyLanguage = exampleFeed({ list: { tag: 'c++' }, lang: undefined, path: '/x' });
    expect([everyLanguage.title, everyLanguage.lang]).toEqual(['c++ · Ink & Stone', undefined]);
  });

  it('leads to the page with the same list, or to the home page when that list has no page', () => {
    const homeOf = (address: FeedAddress, articles = [article()]) => exampleFeed(address, articles).homeUrl;
    const path = '/x';
    expect(homeOf({ list: { category: 'c++' }, lang: 'en', path })).toBe(
      'https://example.org/en/categories/c%2B%2B',
    );
    expect(homeOf({ list: { category: 'c++' }, lang: 'en', path }, [])).toBe('https://example.org/en/');
    expect(homeOf({ list: { category: 'c++' }, lang: undefined, path })).toBe(
      'https://example.org/categories',
    );
    expect(homeOf({ list: { tag: 'c++' }, lang: undefined, path })).toBe('https://example.org/');
  });
});
