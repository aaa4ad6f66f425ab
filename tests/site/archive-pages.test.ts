import { expect, it } from 'vitest';
import { shownPages } from '../../site/archive-pages.ts';

it('a small archive lists all its pages, newest first', () => {
  expect(shownPages(4)).toEqual([4, 3, 2, 1]);
  expect(shownPages(0)).toEqual([]);
  expect(shownPages(48)).toHaveLength(48);
});

it('a large archive lists as many pages as any other: the newest, and some down to the first', () => {
  for (const pages of [49, 100, 4167]) {
    const shown = shownPages(pages);
    expect(shown).toHaveLength(48);
    expect(new Set(shown).size).toBe(48);
    expect(shown).toEqual(shown.toSorted((a, b) => b - a));
    expect(shown[0]).toBe(pages);
    expect(shown.at(-1)).toBe(1);
  }
});
