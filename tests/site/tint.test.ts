import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tintOf } from '../../site/tint.ts';

const css = readFileSync(new URL('../../site/styles/tints.css', import.meta.url), 'utf8');

test('a picture whose colour is not known has no tint', () => {
  expect([tintOf(undefined), tintOf(null), tintOf('')]).toEqual([undefined, undefined, undefined]);
});

test('greys have no hue', () => {
  expect([tintOf('#000000'), tintOf('#808080'), tintOf('#ffffff')]).toEqual([
    'tint l0',
    'tint l12',
    'tint l19',
  ]);
});

test('red, green and blue are told apart', () => {
  const hues = ['#c03020', '#208040', '#2040c0'].map((colour) => tintOf(colour)?.split(' ').at(-1));
  expect(hues).toEqual(['h2', 'h7', 'h13']);
});

test('every class has its rule', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (colour) => {
      const [tint, ...steps] = (tintOf(`#${colour.toString(16).padStart(6, '0')}`) ?? '').split(' ');
      expect(tint).toBe('tint');
      // The first steps are what the picture has without a rule.
      const needed = steps.filter((step) => step !== 'h0');
      expect(needed.filter((step) => !css.includes(`&.${step} {`))).toEqual([]);
    }),
  );
});
