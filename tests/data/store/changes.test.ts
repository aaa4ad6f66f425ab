import { expect, test } from 'vitest';
import { anArticle, openTestStore, publishMany } from './test-store.ts';

test('what is not public leaves no change behind', async () => {
  const { store } = openTestStore();
  const { article, seq } = await store.articles.create(anArticle('Draft', { status: 'draft' }));
  await store.articles.update(article.id, { title: 'Still a draft' });
  await store.articles.remove(article.id);
  expect(seq).toBe(0);
  expect(await store.changes.latest()).toBe(0);
});

test('publishing tells where the article stands', async () => {
  const { store } = openTestStore();
  const { seq } = await store.articles.create(anArticle('First', { tags: ['ink', 'stone'] }));
  const [change] = await store.changes.after(0, 10);
  expect(change).toMatchObject({
    seq,
    before: null,
    after: {
      slug: 'first',
      lang: 'en',
      category: 'culture',
      tags: ['ink', 'stone'],
      alternates: [],
      neighbours: [],
      shelf: 1,
      categoryShelf: 1,
      tagShelves: { ink: 1, stone: 1 },
      sitemapShelf: 1,
    },
  });
});

test('a change of category tells both categories', async () => {
  const { store } = openTestStore();
  const { article, seq } = await store.articles.create(anArticle('Moves'));
  await store.articles.update(article.id, { category: 'craft' });
  const [change] = await store.changes.after(seq, 10);
  expect([change?.before?.category, change?.after?.category]).toEqual(['culture', 'craft']);
});

test('archiving tells what was there before', async () => {
  const { store } = openTestStore();
  const { article, seq } = await store.articles.create(anArticle('Leaves'));
  await store.articles.update(article.id, { status: 'archived' });
  const [change] = await store.changes.after(seq, 10);
  expect([change?.before?.slug, change?.after]).toEqual(['leaves', null]);
});

test('neighbours are those of the same language', async () => {
  const room = openTestStore();
  const written = await publishMany(room, [
    anArticle('One'),
    anArticle('하나', { lang: 'ko' }),
    anArticle('Two'),
    anArticle('Three'),
  ]);
  const two = written[2]?.article.id as string;
  await room.store.articles.update(two, { title: 'Two again' });
  const change = (await room.store.changes.after(0, 10)).at(-1);
  expect(change?.after?.neighbours.toSorted()).toEqual(['one', 'three']);
});

test('a translation tells where its siblings stand', async () => {
  const { store } = openTestStore();
  const original = await store.articles.create(anArticle('Original', { category: 'craft', tags: ['ink'] }));
  await store.articles.create(anArticle('번역', { lang: 'ko', translationOf: original.article.id }));
  const change = (await store.changes.after(0, 10)).at(-1);
  expect(change?.after?.alternates).toEqual([
    { slug: 'original', lang: 'en', category: 'craft', tags: ['ink'], sitemapShelf: 1 },
  ]);
});

test('variants of a picture let the pages that show it be rendered again', async () => {
  const { store } = openTestStore();
  const url = '/uploads/0123.png';
  await store.uploads.add({ url, type: 'image/png', width: 9, height: 9, bytes: 99, animated: false });
  await store.articles.create(anArticle('Shows it', { content: `<p><img src="${url}" alt=""></p>` }));
  await store.articles.create(anArticle('Has it as thumbnail', { thumbnailUrl: url }));
  const { seq } = await store.articles.create(anArticle('Does not'));
  const variants = [{ url: '/uploads/0123-9.webp', width: 9, type: 'image/webp' as const }];
  await store.uploads.setVariants(url, variants, '#807060');
  const changes = await store.changes.after(seq, 10);
  expect(changes.map(({ after }) => after?.slug).toSorted()).toEqual(['has-it-as-thumbnail', 'shows-it']);
  expect(await store.uploads.find(url)).toMatchObject({ variants, colour: '#807060' });
});
