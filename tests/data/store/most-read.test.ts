import { expect, test } from 'vitest';
import { anArticle, openTestStore, publishMany, type TestStore } from './test-store.ts';

async function read({ store }: TestStore, slug: string, readers: number): Promise<void> {
  for (let reader = 0; reader < readers; reader++) await store.views.record(slug, `reader ${reader}`);
}

async function named({ store }: TestStore, lang: 'en' | 'ko'): Promise<string[]> {
  return (await store.site.mostRead(lang)).map(({ slug }) => slug);
}

test('the order is taken down when asked, and kept until the next time', async () => {
  const room = openTestStore();
  await publishMany(room, [anArticle('One'), anArticle('Two'), anArticle('Unread')]);
  await read(room, 'one', 1);
  await read(room, 'two', 2);
  expect(await named(room, 'en')).toEqual([]);
  const seq = await room.store.changes.latest();
  expect(await room.store.mostRead.refresh()).toEqual({ seq: seq + 1 });
  expect(await room.store.changes.after(seq, 9)).toMatchObject([{ before: null, after: null, home: 'en' }]);
  expect(await named(room, 'en')).toEqual(['two', 'one']);
  await read(room, 'one', 5);
  expect(await named(room, 'en')).toEqual(['two', 'one']);
  await room.store.mostRead.refresh();
  expect(await named(room, 'en')).toEqual(['one', 'two']);
});

test('nothing is logged while the order is the same', async () => {
  const room = openTestStore();
  await publishMany(room, [anArticle('One'), anArticle('Two')]);
  await read(room, 'one', 1);
  await room.store.mostRead.refresh();
  await read(room, 'one', 3);
  expect(await room.store.mostRead.refresh()).toEqual({ seq: 0 });
});

test('each language has its own five, of what is public there', async () => {
  const room = openTestStore();
  await publishMany(
    room,
    Array.from({ length: 7 }, (_, n) => anArticle(`Number ${n}`, { slug: `n-${n}` })),
  );
  await publishMany(room, [anArticle('하나', { lang: 'ko', slug: 'hana' })]);
  for (let n = 0; n < 7; n++) await read(room, `n-${n}`, n + 1);
  await read(room, 'hana', 1);
  await room.store.mostRead.refresh();
  expect(await named(room, 'en')).toEqual(['n-6', 'n-5', 'n-4', 'n-3', 'n-2']);
  expect(await named(room, 'ko')).toEqual(['hana']);
  await room.store.articles.update('n-6', { status: 'archived' });
  await room.store.articles.update('n-5', { lang: 'ko' });
  await room.store.articles.remove('n-4');
  expect(await named(room, 'en')).toEqual(['n-3', 'n-2']);
});
