import { expect, test } from 'vitest';
import { anArticle, openTestStore, publishMany, type TestStore } from './test-store.ts';

async function recommended({ store }: TestStore, slug: string): Promise<string[]> {
  const article = await store.site.article(slug);
  return (await store.site.related(article?.id ?? '')).map((other) => other.slug);
}

test('articles that share a tag recommend each other', async () => {
  const room = openTestStore();
  await publishMany(room, [
    anArticle('Ink', { tags: ['ink'], category: 'craft' }),
    anArticle('Bees', { tags: ['bees'], category: 'cities' }),
    anArticle('Soot', { tags: ['ink'], category: 'science' }),
  ]);
  expect(await recommended(room, 'soot')).toEqual(['ink']);
  expect(await recommended(room, 'ink')).toEqual(['soot']);
  expect(await recommended(room, 'bees')).toEqual([]);
});

test('a rare tag says more than a common one, and like words more than none', async () => {
  const room = openTestStore();
  await publishMany(room, [
    anArticle('Rare', { tags: ['rare'], category: 'a' }),
    anArticle('Grinding the ink of the scribes', { tags: ['common'], category: 'b' }),
    ...Array.from({ length: 5 }, (_, n) => anArticle(`Common ${n}`, { tags: ['common'], category: `c${n}` })),
    anArticle('Grinding ink', { tags: ['common', 'rare'], category: 'd' }),
  ]);
  const [first, second] = await recommended(room, 'grinding-ink');
  expect(new Set([first, second])).toEqual(new Set(['rare', 'grinding-the-ink-of-the-scribes']));
});

test('words are compared in scripts without spaces too', async () => {
  const room = openTestStore();
  await publishMany(room, [
    anArticle('墨を磨る石', { lang: 'ja', tags: ['x'], category: 'a', slug: 'stone' }),
    ...Array.from({ length: 4 }, (_, n) =>
      anArticle(`終電 ${n}`, { lang: 'ja', tags: ['x'], category: 'a', slug: `train-${n}` }),
    ),
    anArticle('墨を磨る人', { lang: 'ja', tags: ['x'], category: 'a', slug: 'scribe' }),
  ]);
  expect((await recommended(room, 'scribe'))[0]).toBe('stone');
});

test('at most three are recommended, and a better one takes the place of another', async () => {
  const room = openTestStore();
  await publishMany(room, [
    anArticle('First', { tags: ['a', 'b'], category: 'x' }),
    ...Array.from({ length: 6 }, (_, n) => anArticle(`Other ${n}`, { tags: ['a'], category: `y${n}` })),
    anArticle('Twin', { tags: ['a', 'b'], category: 'x' }),
  ]);
  const first = await recommended(room, 'first');
  expect(first).toHaveLength(3);
  expect(first).toContain('twin');
});

test('translations and articles of other languages are not recommended', async () => {
  const room = openTestStore();
  const [original] = await publishMany(room, [anArticle('Stone', { tags: ['ink'] })]);
  await publishMany(room, [
    anArticle('Stein', { tags: ['ink'], lang: 'ko', translationOf: original?.article.id ?? null }),
    anArticle('Stone, a second version', { tags: ['ink'], translationOf: original?.article.id ?? null }),
  ]);
  expect(await recommended(room, 'stone')).toEqual([]);
});

test('what is withdrawn, deleted or moved to other topics is no longer recommended, and the log names the pages', async () => {
  const room = openTestStore();
  const { store } = room;
  const written = await publishMany(room, [
    anArticle('Ink', { tags: ['ink'] }),
    anArticle('Soot', { tags: ['ink'] }),
    anArticle('Glue', { tags: ['ink'] }),
  ]);
  const seq = await store.changes.latest();
  await store.articles.update('soot', { status: 'archived' });
  const [withdrawn] = await store.changes.after(seq, 1);
  expect(withdrawn?.before?.recommenders.sort()).toEqual(['glue', 'ink']);
  expect(await recommended(room, 'ink')).toEqual(['glue']);
  await store.articles.update('glue', { tags: ['wood'], category: 'forest' });
  expect(await recommended(room, 'ink')).toEqual([]);
  await store.articles.remove(written[0]?.article.id ?? '');
  expect(await recommended(room, 'glue')).toEqual([]);
});

test('a new title is shown by the pages that recommend it, and the choice stays', async () => {
  const room = openTestStore();
  const { store } = room;
  await publishMany(room, [anArticle('Ink', { tags: ['ink'] }), anArticle('Soot', { tags: ['ink'] })]);
  const { seq } = await store.articles.update('ink', { title: 'Soot and glue', slug: 'soot-and-glue' });
  const [change] = await store.changes.after(seq - 1, 1);
  expect(change?.after?.recommenders).toEqual(['soot']);
  expect(await recommended(room, 'soot')).toEqual(['soot-and-glue']);
});
