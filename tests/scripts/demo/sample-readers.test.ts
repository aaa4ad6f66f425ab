import { expect, test } from 'vitest';
import { readSamples } from '../../../scripts/demo/sample-readers.ts';
import { anArticle, openTestStore, publishMany } from '../../data/store/test-store.ts';

test('the samples are read, some more than others, and the home page can say which most', async () => {
  const room = openTestStore();
  await publishMany(room, [anArticle('One'), anArticle('Two'), anArticle('Three')]);
  await readSamples(room.store);
  const ranked = await room.store.site.mostRead('en');
  expect(ranked.map(({ views }) => views)).toEqual([103, 66, 20]);
  expect(Object.values(ranked[0]?.reactions ?? {}).every((count) => count > 0)).toBe(true);
});
