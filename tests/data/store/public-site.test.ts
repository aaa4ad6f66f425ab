import { describe, expect, test } from 'vitest';
import { ARCHIVE_PAGE_SIZE } from '../../../data/public-site.ts';
import { anArticle, openTestStore, publishMany } from './test-store.ts';

const many = (count: number, fields = {}) =>
  Array.from({ length: count }, (_, n) => anArticle(`Number ${n + 1}`, fields));

describe('archive pages', () => {
  test('are numbered from the oldest, and a full one never changes', async () => {
    const room = openTestStore();
    await publishMany(room, many(ARCHIVE_PAGE_SIZE));
    const before = await room.store.site.archivePage({ lang: 'en', page: 1 });
    await publishMany(room, many(3));
    const after = await room.store.site.archivePage({ lang: 'en', page: 1 });
    expect(after?.articles).toEqual(before?.articles);
    expect(after?.articles[0]?.title).toBe(`Number ${ARCHIVE_PAGE_SIZE}`);
    expect((await room.store.site.archivePage({ lang: 'en', page: 2 }))?.articles).toHaveLength(3);
  });

  test('keep their places when an article in their midst leaves', async () => {
    const room = openTestStore();
    const written = await publishMany(room, many(ARCHIVE_PAGE_SIZE + 2));
    await room.store.articles.update(written[4]?.article.id as string, { status: 'archived' });
    expect((await room.store.site.archivePage({ lang: 'en', page: 1 }))?.articles).toHaveLength(
      ARCHIVE_PAGE_SIZE - 1,
    );
    expect((await room.store.site.archivePage({ lang: 'en', page: 2 }))?.articles).toHaveLength(2);
  });

  test('hold what arrives together in the order of its dates', async () => {
    const { store } = openTestStore();
    const dates = Array.from(
      { length: ARCHIVE_PAGE_SIZE * 2 },
      (_, n) => 2000 + ((n * 29) % (ARCHIVE_PAGE_SIZE * 2)),
    );
    await store.articles.createMany(
      dates.map((year) => anArticle(`Of ${year}`, { publishedAt: `${year}-01-01T00:00:00Z` })),
    );
    const first = await store.site.archivePage({ lang: 'en', page: 1 });
    expect(first?.articles[0]?.title).toBe(`Of ${2000 + ARCHIVE_PAGE_SIZE - 1}`);
    expect(first?.articles.at(-1)?.title).toBe('Of 2000');
  });

  test('are missing outside their range', async () => {
    const room = openTestStore();
    await publishMany(room, many(2));
    for (const page of [0, -1, 2, 1.5, Number.NaN])
      expect(await room.store.site.archivePage({ lang: 'en', page })).toBeUndefined();
  });
});

describe('lists', () => {
  test('name the keys in use in the order in which they came up, however many articles they get', async () => {
    const room = openTestStore();
    const { store } = room;
    const [first] = await publishMany(room, [
      anArticle('One', { tags: ['ink'], category: 'craft' }),
      anArticle('Two', { tags: ['stone'], category: 'art' }),
      anArticle('Three', { tags: ['stone', 'brush'], category: 'art' }),
      anArticle('넷', { lang: 'ko', tags: ['paper', 'stone'] }),
    ]);
    const tags = (limit?: number) => store.site.keysInUse({ kind: 'tag', lang: 'en', limit });
    expect(await tags()).toEqual(['ink', 'stone', 'brush']);
    expect(await tags(2)).toEqual(['ink', 'stone']);
    expect(await store.site.keysInUse({ kind: 'category', lang: 'en' })).toEqual(['craft', 'art']);
    await store.articles.remove(first?.article.id as string);
    expect(await tags()).toEqual(['stone', 'brush']);
    await store.articles.create(anArticle('Five', { tags: ['ink'] }));
    expect(await tags()).toEqual(['ink', 'stone', 'brush']);
  });

  test('tell in which languages tags have articles', async () => {
    const room = openTestStore();
    await publishMany(room, [
      anArticle('일', { lang: 'ko', tags: ['ink'] }),
      anArticle('Two', { tags: ['ink', 'stone'] }),
    ]);
    const languages = await room.store.site.languagesOfTags(['stone', 'ink', 'dust']);
    expect([...languages]).toEqual([
      ['stone', ['en']],
      ['ink', ['en', 'ko']],
      ['dust', []],
    ]);
  });

  test('count by language, category and tag, and follow every change', async () => {
    const room = openTestStore();
    const { store } = room;
    const [first] = await publishMany(room, [
      anArticle('One', { tags: ['ink'] }),
      anArticle('둘', { lang: 'ko', tags: ['ink', 'stone'] }),
      anArticle('Three', { category: 'craft', tags: ['ink'] }),
    ]);
    const counts = async () => ({
      all: (await store.site.lists({})).total,
      english: (await store.site.lists({ lang: 'en' })).total,
      categories: await store.site.categories(),
      tags: await store.site.tags({}),
      within: await store.site.tags({ category: 'culture', lang: 'en' }),
    });
    expect(await counts()).toEqual({
      all: 3,
      english: 2,
      categories: [
        { key: 'culture', count: 2 },
        { key: 'craft', count: 1 },
      ],
      tags: [
        { key: 'ink', count: 3 },
        { key: 'stone', count: 1 },
      ],
      within: [{ key: 'ink', count: 1 }],
    });
    await store.articles.update(first?.article.id as string, {
      category: 'craft',
      lang: 'ja',
      tags: ['stone'],
    });
    expect(await counts()).toEqual({
      all: 3,
      english: 1,
      categories: [
        { key: 'craft', count: 2 },
        { key: 'culture', count: 1 },
      ],
      tags: [
        { key: 'ink', count: 2 },
        { key: 'stone', count: 2 },
      ],
      within: [],
    });
  });

  test('show the newest by date of publication', async () => {
    const room = openTestStore();
    await publishMany(room, [
      anArticle('Second'),
      anArticle('First', { publishedAt: '2020-01-01T00:00:00Z' }),
      anArticle('Third'),
    ]);
    const titles = async () =>
      (await room.store.site.newest({ lang: 'en', limit: 9 })).map(({ title }) => title);
    expect(await titles()).toEqual(['Third', 'Second', 'First']);
    await room.store.articles.update('second', { publishedAt: '2030-01-01T00:00:00Z' });
    expect(await titles()).toEqual(['Second', 'Third', 'First']);
  });
});

test('neighbours are those published just before and after, whenever they were accepted', async () => {
  const room = openTestStore();
  const [first, second, between] = await publishMany(room, [
    anArticle('First', { publishedAt: '2020-01-01T00:00:00Z' }),
    anArticle('Second', { publishedAt: '2022-01-01T00:00:00Z' }),
    anArticle('Between', { publishedAt: '2021-01-01T00:00:00Z' }),
  ]);
  const neighboursOf = async (written: typeof first) => {
    const { previous, next } = await room.store.site.neighbours(written?.article.id ?? '');
    return [previous?.title, next?.title];
  };
  expect(await neighboursOf(first)).toEqual([undefined, 'Between']);
  expect(await neighboursOf(between)).toEqual(['First', 'Second']);
  expect(await neighboursOf(second)).toEqual(['Between', undefined]);
});

describe('translations', () => {
  test('are found from each member of the group, public ones only', async () => {
    const { store } = openTestStore();
    const en = (await store.articles.create(anArticle('Original'))).article;
    const ko = (await store.articles.create(anArticle('번역', { lang: 'ko', translationOf: en.id }))).article;
    const ja = (await store.articles.create(anArticle('翻訳', { lang: 'ja', translationOf: ko.id }))).article;
    await store.articles.create(anArticle('Draft', { status: 'draft', translationOf: en.id }));
    for (const { id } of [en, ko, ja])
      expect((await store.site.translations(id)).map(({ lang }) => lang)).toEqual(['en', 'ko', 'ja']);
  });

  test('move with the article that they translate', async () => {
    const { store } = openTestStore();
    const first = (await store.articles.create(anArticle('First'))).article;
    const second = (await store.articles.create(anArticle('Second', { lang: 'ja' }))).article;
    const ko = (await store.articles.create(anArticle('번역', { lang: 'ko', translationOf: second.id })))
      .article;
    await store.articles.update(second.id, { translationOf: first.id });
    expect((await store.site.translations(ko.id)).map(({ lang }) => lang)).toEqual(['en', 'ko', 'ja']);
    await store.articles.update(second.id, { translationOf: null });
    expect((await store.site.translations(first.id)).map(({ lang }) => lang)).toEqual(['en']);
    expect((await store.site.translations(ko.id)).map(({ lang }) => lang)).toEqual(['ko', 'ja']);
  });

  test('cannot go in a circle', async () => {
    const { store } = openTestStore();
    const en = (await store.articles.create(anArticle('Original'))).article;
    const ko = (await store.articles.create(anArticle('번역', { lang: 'ko', translationOf: en.id }))).article;
    await expect(store.articles.update(en.id, { translationOf: ko.id })).rejects.toMatchObject({
      errors: [{ path: 'translation_of' }],
    });
  });
});

test('the topic map tells which categories share tags', async () => {
  const room = openTestStore();
  await publishMany(room, [
    anArticle('One', { category: 'craft', tags: ['ink', 'stone'] }),
    anArticle('Two', { category: 'science', tags: ['ink'] }),
    anArticle('Three', { category: 'cities', tags: ['rain'] }),
  ]);
  const map = await room.store.site.topicMap();
  expect(map.overlaps).toEqual([{ a: 'craft', b: 'science', shared: ['ink'], weight: 1 }]);
  expect(map.categories.find(({ key }) => key === 'craft')).toMatchObject({
    count: 1,
    tags: [
      { key: 'ink', count: 1 },
      { key: 'stone', count: 1 },
    ],
    newest: [{ title: 'One' }],
  });
});

test('the sitemap knows translations and when its files changed', async () => {
  const { store, time } = openTestStore();
  const en = (await store.articles.create(anArticle('Original'))).article;
  time.now = new Date('2026-03-02T00:00:00Z');
  await store.articles.create(anArticle('번역', { lang: 'ko', translationOf: en.id }));
  const both = [
    { lang: 'en', slug: 'original' },
    { lang: 'ko', slug: '번역' },
  ];
  expect(await store.site.sitemapPage(1)).toMatchObject([
    { slug: 'original', translations: both },
    { slug: '번역', translations: both },
  ]);
  expect(await store.site.sitemapPages()).toEqual([{ page: 1, updatedAt: '2026-03-02T00:00:00.000Z' }]);
  expect(await store.site.sitemapPage(2)).toBeUndefined();
});

test('the keys name every page', async () => {
  const room = openTestStore();
  await publishMany(room, many(ARCHIVE_PAGE_SIZE + 1, { tags: ['ink'] }));
  const { articles, ...keys } = await room.store.site.keys();
  expect([...articles]).toHaveLength(ARCHIVE_PAGE_SIZE + 1);
  expect(keys).toEqual({
    archivePages: { en: 2, ko: 0, ja: 0 },
    categories: [{ lang: 'en', key: 'culture', pages: 2 }],
    tags: [{ lang: 'en', key: 'ink', pages: 2 }],
    allCategories: ['culture'],
    allTags: ['ink'],
    sitemapPages: 1,
  });
});
