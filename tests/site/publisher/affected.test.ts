import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Alternate, Footprint } from '../../../data/changes.ts';
import type { Language } from '../../../data/languages.ts';
import type { SiteKeys } from '../../../data/public-site.ts';
import { fileFor } from '../../../site/paths.ts';
import {
  allPaths,
  pathsAffectedBy as pathsAffected,
  pathsChangedBy,
} from '../../../site/publisher/affected.ts';
import { anyKey, anyLanguage, anySlug } from '../arbitraries.ts';

/** An English article in the middle of everything. */
function footprint(fields: Partial<Footprint> = {}): Footprint {
  return {
    id: '01890a5d-ac96-774b-bcce-b302099a8057',
    slug: 'ink',
    lang: 'en',
    category: 'craft',
    tags: ['c++'],
    alternates: [],
    neighbours: ['older', 'newer'],
    recommenders: ['pen'],
    isAloneInCategory: false,
    aloneWithTags: [],
    shelf: 50,
    categoryShelf: 30,
    tagShelves: { 'c++': 5 },
    sitemapShelf: 1500,
    ...fields,
  };
}

/** On a site whose default language is English. */
const pathsAffectedBy = (before: Footprint | null, after: Footprint | null) =>
  pathsAffected(before, after, 'en');

const korean: Alternate = { lang: 'ko', slug: '먹', category: '공예', tags: ['먹'], sitemapShelf: 2 };
const koreanFeeds = [
  '/feed/rss.xml?lang=ko',
  '/feed/atom.xml?lang=ko',
  '/feed.json?lang=ko',
  '/feed/category/%EA%B3%B5%EC%98%88.xml',
  '/feed/category/%EA%B3%B5%EC%98%88.json?lang=ko',
  '/feed/tag/%EB%A8%B9.json',
  '/feed/tag/%EB%A8%B9.xml?lang=ko',
];

describe('publishing an article', () => {
  it('touches its page, its lists, its feeds, its sitemap and nothing else', () => {
    expect([...pathsAffectedBy(null, footprint())].sort()).toEqual(
      [
        '/en/articles/ink',
        '/en/articles/ink.md',
        '/en/articles/older',
        '/en/articles/newer',
        '/en/articles/pen',
        '/',
        '/en/',
        '/categories',
        '/en/categories',
        '/en/archive',
        '/en/archive/3',
        '/en/categories/craft',
        '/en/categories/craft/archive/2',
        '/en/tags/c%2B%2B',
        '/en/tags/c%2B%2B/archive/1',
        '/feed/rss.xml',
        '/feed/atom.xml',
        '/feed.json',
        '/feed/rss.xml?lang=en',
        '/feed/atom.xml?lang=en',
        '/feed.json?lang=en',
        '/feed/category/craft.xml',
        '/feed/category/craft.json',
        '/feed/category/craft.xml?lang=en',
        '/feed/category/craft.json?lang=en',
        '/feed/tag/c%2B%2B.xml',
        '/feed/tag/c%2B%2B.json',
        '/feed/tag/c%2B%2B.xml?lang=en',
        '/feed/tag/c%2B%2B.json?lang=en',
        '/sitemap.xml',
        '/sitemap/2.xml',
        '/llms.txt',
      ].sort(),
    );
  });

  it('touches the page before the one that it opens, which gets a link to it', () => {
    const paths = pathsAffectedBy(
      null,
      footprint({ shelf: 25, categoryShelf: 49, tagShelves: { 'c++': 1 } }),
    );
    expect(paths).toContain('/en/archive/1');
    expect(paths).toContain('/en/archive/2');
    expect(paths).toContain('/en/categories/craft/archive/2');
    expect(paths).toContain('/en/categories/craft/archive/3');
    expect(paths).not.toContain('/en/tags/c%2B%2B/archive/0');
  });

  it('touches a list in other languages when it is the first or the last of its own, for they link to each other', () => {
    const others = ['/ko/categories/craft', '/ja/categories/craft', '/ko/tags/c%2B%2B', '/ja/tags/c%2B%2B'];
    const alone = footprint({ isAloneInCategory: true, aloneWithTags: ['c++'] });
    for (const [before, after] of [
      [null, alone],
      [alone, null],
    ] as const)
      expect([...pathsAffectedBy(before, after)]).toEqual(expect.arrayContaining(others));
  });

  it('touches the list of feeds and the sitemap of lists only with the first or the last article of a list', () => {
    const listsOfLists = ['/en/feeds', '/sitemap/pages.xml'];
    for (const fields of [{ isAloneInCategory: true }, { aloneWithTags: ['c++'] }])
      expect([...pathsAffectedBy(null, footprint(fields))]).toEqual(expect.arrayContaining(listsOfLists));
    for (const path of listsOfLists) expect(pathsAffectedBy(null, footprint())).not.toContain(path);
  });

  it('leaves the home page at / alone when it is of another language', () => {
    expect(pathsAffected(null, footprint(), 'ko')).not.toContain('/');
    expect(pathsAffected(null, footprint(), 'ko')).toContain('/en/');
  });

  it('touches the feeds in other languages that come into being with the first article of a list', () => {
    const paths = pathsAffectedBy(null, footprint({ categoryShelf: 1, tagShelves: { 'c++': 2 } }));
    expect(paths).toContain('/feed/category/craft.xml?lang=ko');
    expect(paths).toContain('/feed/category/craft.json?lang=ja');
    expect(paths).not.toContain('/feed/tag/c%2B%2B.xml?lang=ko');
    const first = pathsAffectedBy(null, footprint({ tagShelves: { 'c++': 1 } }));
    expect(first).toContain('/feed/tag/c%2B%2B.xml?lang=ko');
    expect(first).not.toContain('/feed/category/craft.xml?lang=ko');
  });

  it('touches its translations, and what links them to it: their feeds and their sitemap', () => {
    const paths = pathsAffectedBy(null, footprint({ alternates: [korean] }));
    for (const path of ['/ko/articles/%EB%A8%B9', '/sitemap/1.xml', ...koreanFeeds])
      expect(paths).toContain(path);
    expect(paths).not.toContain('/ko/');
  });

  it('touches as many addresses in a large archive as in a small one', () => {
    const positions = fc.integer({ min: 26, max: 10_000_000 });
    fc.assert(
      fc.property(positions, positions, positions, positions, (shelf, categoryShelf, tag, sitemapShelf) => {
        const paths = pathsAffectedBy(
          null,
          footprint({ shelf, categoryShelf, tagShelves: { 'c++': tag }, sitemapShelf }),
        );
        expect(paths.size).toBeGreaterThanOrEqual(32);
        expect(paths.size).toBeLessThanOrEqual(37);
      }),
    );
  });
});

describe('changing an article', () => {
  it('touches the same when it is withdrawn as when it was published', () => {
    expect(pathsAffectedBy(footprint(), null)).toEqual(pathsAffectedBy(null, footprint()));
  });

  it('touches the lists that it leaves and those that it joins', () => {
    const moved = footprint({ category: 'art', categoryShelf: 1, tags: ['.net'], tagShelves: { '.net': 1 } });
    const paths = pathsAffectedBy(footprint(), moved);
    for (const list of ['/en/categories/craft', '/en/categories/art', '/en/tags/c%2B%2B', '/en/tags/.net'])
      expect(paths).toContain(list);
    for (const feed of ['/feed/category/craft.xml', '/feed/category/art.xml', '/feed/tag/.net.json?lang=en'])
      expect(paths).toContain(feed);
  });

  it('touches the old and the new address when it is renamed, and everything that links to it', () => {
    const paths = pathsAffectedBy(
      footprint({ alternates: [korean] }),
      footprint({ slug: 'new', alternates: [korean] }),
    );
    for (const path of ['/en/articles/ink', '/en/articles/new', '/sitemap/1.xml', ...koreanFeeds])
      expect(paths).toContain(path);
  });

  it('leaves the feeds of its translations alone when their links stay the same', () => {
    const paths = pathsAffectedBy(footprint({ alternates: [korean] }), footprint({ alternates: [korean] }));
    expect(paths).toContain('/ko/articles/%EB%A8%B9');
    expect(paths).not.toContain('/feed/rss.xml?lang=ko');
    expect(paths).not.toContain('/sitemap/1.xml');
  });

  it('leaves them alone as well when only the order of its translations is another', () => {
    const japanese: Alternate = { ...korean, lang: 'ja', slug: '墨' };
    const paths = pathsAffectedBy(
      footprint({ alternates: [korean, japanese] }),
      footprint({ alternates: [japanese, korean] }),
    );
    expect(paths).not.toContain('/feed/rss.xml?lang=ko');
  });

  it('touches the feeds of both translations when one takes the place of another', () => {
    const japanese: Alternate = { ...korean, lang: 'ja', slug: '墨' };
    const paths = pathsAffectedBy(footprint({ alternates: [korean] }), footprint({ alternates: [japanese] }));
    for (const path of [...koreanFeeds, '/feed/rss.xml?lang=ja']) expect(paths).toContain(path);
  });

  it('touches the feeds of a translation that joins or leaves', () => {
    const joined = pathsAffectedBy(footprint(), footprint({ alternates: [korean] }));
    const left = pathsAffectedBy(footprint({ alternates: [korean] }), footprint());
    for (const path of koreanFeeds) {
      expect(joined).toContain(path);
      expect(left).toContain(path);
    }
  });

  it('that never was public touches nothing', () => {
    expect(pathsAffectedBy(null, null).size).toBe(0);
  });
});

it('a change of a home page alone touches it and the first page of the site', () => {
  const changed = (home: Language) => [...pathsChangedBy({ before: null, after: null, home }, 'en')];
  expect(changed('en')).toEqual(['/', '/en/']);
  expect(changed('ko')).toEqual(['/ko/']);
});

describe('a full rebuild', () => {
  const keys: SiteKeys = {
    articles: [
      { slug: 'ink', lang: 'en' },
      { slug: 'older', lang: 'en' },
      { slug: 'newer', lang: 'en' },
      { slug: 'pen', lang: 'en' },
      { slug: '먹', lang: 'ko' },
    ],
    archivePages: { en: 3, ko: 1, ja: 0 },
    categories: [
      { lang: 'en', key: 'craft', pages: 2 },
      { lang: 'ko', key: '공예', pages: 1 },
    ],
    tags: [
      { lang: 'en', key: 'c++', pages: 1 },
      { lang: 'ko', key: '먹', pages: 1 },
    ],
    allCategories: ['craft', '공예'],
    allTags: ['c++', '먹'],
    sitemapPages: 2,
  };

  it('covers every address that a publication touches', () => {
    const all = new Set(allPaths(keys));
    const affected = pathsAffectedBy(null, footprint({ alternates: [korean] }));
    // Lists that never had an article in a language have no page there.
    const hasPage = (path: string) => !/^\/(?:ko|ja)\/(?:categories|tags)\/(?:craft|c%2B%2B)$/.test(path);
    for (const path of [...affected].filter(hasPage)) expect(all).toContain(path);
  });

  it('names every address once, and each has a file', () => {
    const all = [...allPaths(keys)];
    expect(new Set(all).size).toBe(all.length);
    expect(() => all.map(fileFor)).not.toThrow();
  });

  it('of an empty site still has home pages, archives, feeds and sitemaps', () => {
    const nothing = {
      ...keys,
      articles: [],
      archivePages: { en: 0, ko: 0, ja: 0 },
      categories: [],
      tags: [],
    };
    const all = [...allPaths({ ...nothing, allCategories: [], allTags: [], sitemapPages: 0 })];
    for (const path of [
      '/',
      '/ja/',
      '/ja/archive',
      '/categories',
      '/feed/rss.xml',
      '/opensearch.xml?lang=ko',
      '/robots.txt',
      '/sitemap/pages.xml',
    ])
      expect(all).toContain(path);
    expect(all.length).toBe(35);
  });

  it('reads 100,000 articles one at a time', () => {
    let read = 0;
    function* articles() {
      for (; read < 100_000; read += 1) yield { slug: `article-${read}`, lang: 'en' as const };
    }
    const paths = allPaths({ ...keys, articles: articles() });
    for (let path = paths.next(); !path.done && !path.value.includes('article-0'); path = paths.next());
    expect(read).toBeLessThan(2);
    let rest = 1;
    for (const _ of paths) rest += 1;
    expect(rest).toBe(200_000);
  });
});

it('every address that may be touched has a file, whatever the keys and slugs', () => {
  const shelf = fc.integer({ min: 1, max: 100_000 });
  const any = fc.record({ slug: anySlug, lang: anyLanguage, category: anyKey, tag: anyKey, shelf });
  fc.assert(
    fc.property(any, ({ tag, shelf: position, ...rest }) => {
      const after = footprint({ ...rest, tags: [tag], tagShelves: { [tag]: position }, shelf: position });
      expect(() => [...pathsAffectedBy(null, after)].map(fileFor)).not.toThrow();
    }),
  );
});
