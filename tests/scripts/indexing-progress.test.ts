import { expect, it } from 'vitest';
import { sayIndexing } from '../../scripts/indexing-progress.ts';

it('says at the beginning, every few seconds and at the end how many articles have been indexed', () => {
  const said: string[] = [];
  let now = 0;
  const hear = sayIndexing(
    (line) => said.push(line),
    () => now,
  );
  for (let done = 0; done <= 2000; done += 500) {
    hear(done, 2000);
    now += 3000;
  }
  expect(said.map((line) => line.match(/(\d+) of 2000/)?.[1])).toEqual(['0', '1000', '2000']);
});
