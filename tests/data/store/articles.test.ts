import { describe, expect, test } from 'vitest';
import type { NewArticle } from '../../../data/articles.ts';
import { Problem } from '../../../data/errors.ts';
import { anArticle, openTestStore, publishMany } from './test-store.ts';

const MINIMAL = { title: 'A stone', content: '<p>It is grey. It is old.</p>' };

describe('creating', () => {
  test('gives what is absent its default', async () => {
    const { store } = openTestStore();
    const { article } = await store.articles.create(MINIMAL);
    expect(article).toMatchObject({
      slug: 'a-stone',
      lang: 'en',
      status: 'draft',
      category: 'general',
      tags: [],
      summary: 'It is grey. It is old.',
      publishedAt: null,
      version: 1,
      views: 0,
      reactions: { like: 0, fire: 0, mindblown: 0, heart: 0 },
    });
  });

  test('finds the language by the script', async () => {
    const { store } = openTestStore();
    const { article } = await store.articles.create({ title: '벼루를 깎다', content: '<p>돌을 고른다.</p>' });
    expect([article.lang, article.slug]).toEqual(['ko', '벼루를-깎다']);
  });

  test('gives ids that sort by time', async () => {
    const { store } = openTestStore();
    const written = await store.articles.createMany([MINIMAL, MINIMAL, MINIMAL]);
    const ids = written.map((item) => (item instanceof Problem ? '' : item.article.id));
    expect(ids).toEqual([...ids].sort());
  });

  test('adds a number to a slug that is taken', async () => {
    const { store } = openTestStore();
    const slugs: string[] = [];
    for (let n = 0; n < 23; n++) slugs.push((await store.articles.create(MINIMAL)).article.slug);
    expect(slugs.slice(0, 3)).toEqual(['a-stone', 'a-stone-2', 'a-stone-3']);
    expect(new Set(slugs).size).toBe(23);
  });

  test('refuses a given slug that is taken, and names the field', async () => {
    const { store } = openTestStore();
    await store.articles.create({ ...MINIMAL, slug: 'mine' });
    await expect(store.articles.create({ ...MINIMAL, slug: 'mine' })).rejects.toMatchObject({
      kind: 'invalid',
      errors: [{ path: 'slug' }],
    });
  });

  test('refuses a scheduled article without a time', async () => {
    const { store } = openTestStore();
    await expect(store.articles.create({ ...MINIMAL, status: 'scheduled' })).rejects.toMatchObject({
      errors: [{ path: 'published_at' }],
    });
  });

  test('keeps the good ones of many and says what is wrong with the others', async () => {
    const { store } = openTestStore();
    const written = await store.articles.createMany([
      MINIMAL,
      { ...MINIMAL, translationOf: 'no-such-id' },
      { ...MINIMAL, title: 'Another stone' },
    ]);
    expect(written.map((item) => item instanceof Problem)).toEqual([false, true, false]);
    expect((await store.articles.list({ page: 1, limit: 10, sortBy: 'newest' })).total).toBe(2);
  });
});

describe('changing', () => {
  test('keeps the slug when the title changes', async () => {
    const { store } = openTestStore();
    const { article } = await store.articles.create(MINIMAL);
    const changed = await store.articles.update(article.id, { title: 'A pebble' });
    expect(changed.article).toMatchObject({ title: 'A pebble', slug: 'a-stone', version: 2 });
  });

  test('leaves a redirect behind when the slug changes', async () => {
    const { store } = openTestStore();
    const { article } = await store.articles.create(MINIMAL);
    await store.articles.update(article.id, { slug: 'pebble' });
    await store.articles.update(article.id, { slug: 'gravel' });
    expect(await store.articles.redirectOf('a-stone')).toBe('gravel');
    expect(await store.articles.redirectOf('pebble')).toBe('gravel');
    expect(await store.articles.find('a-stone')).toBeUndefined();
  });

  test('takes an old slug back without leaving a circle', async () => {
    const { store } = openTestStore();
    const { article } = await store.articles.create(MINIMAL);
    await store.articles.update(article.id, { slug: 'pebble' });
    await store.articles.update(article.id, { slug: 'a-stone' });
    expect(await store.articles.redirectOf('a-stone')).toBeUndefined();
    expect(await store.articles.redirectOf('pebble')).toBe('a-stone');
  });

  test('sets the date of publication once', async () => {
    const { store, time } = openTestStore();
    const { article } = await store.articles.create(MINIMAL);
    const published = await store.articles.update(article.id, { status: 'published' });
    time.now = new Date('2026-04-01T00:00:00Z');
    await store.articles.update(article.id, { status: 'archived' });
    const again = await store.articles.update(article.id, { status: 'published' });
    expect(again.article.publishedAt).toBe('2026-03-01T12:00:00.000Z');
    expect(again.article.publishedAt).toBe(published.article.publishedAt);
  });

  test('does nothing when nothing is different', async () => {
    const { store } = openTestStore();
    const { article } = await store.articles.create(anArticle('Same'));
    const same = await store.articles.update(article.id, { title: 'Same', tags: [] });
    expect(same).toEqual({ article, seq: 0 });
  });

  test('resets an optional field that is set to null', async () => {
    const { store } = openTestStore();
    const { article } = await store.articles.create({
      ...MINIMAL,
      summary: 'Mine',
      category: 'craft',
      tags: ['ink'],
    });
    const reset = await store.articles.update(article.id, { summary: null, category: null, tags: null });
    expect(reset.article).toMatchObject({ summary: 'It is grey. It is old.', category: 'general', tags: [] });
  });

  test('refuses a change made from an older version', async () => {
    const { store } = openTestStore();
    const { article } = await store.articles.create(MINIMAL);
    await store.articles.update(article.id, { title: 'First' }, 1);
    await expect(store.articles.update(article.id, { title: 'Second' }, 1)).rejects.toMatchObject({
      kind: 'precondition-failed',
    });
    expect((await store.articles.find(article.id))?.title).toBe('First');
  });
});

describe('removing', () => {
  test('takes the article and everything of it away', async () => {
    const { store } = openTestStore();
    const { article } = await store.articles.create(anArticle('Gone', { tags: ['x'] }));
    await store.views.record(article.id, 'visitor');
    await store.reactions.toggle(article.id, 'visitor', 'like');
    await store.articles.remove(article.id);
    expect(await store.articles.find(article.id)).toBeUndefined();
    expect(await store.search.suggest({ q: 'gone', limit: 5 })).toEqual([]);
    expect(await store.site.tags({})).toEqual([]);
    await expect(store.articles.remove(article.id)).rejects.toMatchObject({ kind: 'not-found' });
  });
});

/** The same ones for the same numbers, in all combinations of what lists are made by. */
function variedArticle(n: number): NewArticle {
  return anArticle(`Article ${n}`, {
    lang: n % 3 === 0 ? 'ko' : 'en',
    category: n % 2 === 0 ? 'craft' : 'culture',
    tags: n % 5 === 0 ? ['five'] : ['other'],
    publishedAt:
      n % 4 === 0 ? new Date(1_700_000_000_000 + ((n * 7919) % 11) * 1000).toISOString() : undefined,
  });
}

describe('listing', () => {
  test('gives the same answers from the kept lists as from the articles themselves', async () => {
    const room = openTestStore();
    await publishMany(
      room,
      Array.from({ length: 40 }, (_, n) => variedArticle(n)),
    );
    const filters = [{}, { lang: 'ko' as const }, { category: 'craft' }, { tag: 'five' }];
    for (const filter of [...filters, { tag: 'five', lang: 'en' as const }])
      for (const sortBy of ['newest', 'oldest'] as const) {
        const query = { page: 2, limit: 3, sortBy, ...filter };
        const kept = await room.store.articles.list({ ...query, status: 'published' });
        expect(kept).toEqual(await room.store.articles.list(query));
      }
  });

  test('sorts by views', async () => {
    const { store } = openTestStore();
    await store.articles.create(anArticle('Unread'));
    const { article } = await store.articles.create(anArticle('Read'));
    await store.articles.create(anArticle('Also unread'));
    await store.views.record(article.id, 'somebody');
    const { articles } = await store.articles.list({
      page: 1,
      limit: 1,
      sortBy: 'views',
      status: 'published',
    });
    expect(articles[0]?.title).toBe('Read');
  });

  test('answers an empty page past the end', async () => {
    const { store } = openTestStore();
    await store.articles.create(anArticle('Only one'));
    const list = await store.articles.list({
      page: 1_000_000_000,
      limit: 100,
      sortBy: 'newest',
      status: 'published',
    });
    expect(list).toEqual({ articles: [], total: 1 });
  });
});

describe('scheduling', () => {
  test('publishes an article when its time has come, not before', async () => {
    const { store, time } = openTestStore();
    const at = '2026-03-01T13:00:00.000Z';
    const { article } = await store.articles.create(
      anArticle('Later', { status: 'scheduled', publishedAt: at }),
    );
    expect(await store.articles.publishDue()).toEqual({ published: 0, nextAt: at, seq: 0 });
    time.now = new Date(at);
    expect(await store.articles.publishDue()).toMatchObject({ published: 1, nextAt: null });
    expect(await store.site.article(article.slug)).toMatchObject({ status: 'published', publishedAt: at });
  });
});
