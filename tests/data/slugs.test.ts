import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSlug, toSlug, withSuffix } from '../../data/slugs.ts';
import { characterCount } from '../../data/text.ts';

describe('toSlug', () => {
  it.each([
    ['Hello, World!', 'hello-world'],
    ['ＡＢＣ ｶﾞｲﾄﾞ', 'abc-ガイド'],
    ['C++ 20', 'c-20'],
    ['한국어 제목 ㅋㅋ', '한국어-제목-ㅋㅋ'],
    ['검색'.normalize('NFD'), '검색'],
    ['日本語の「題名」について', '日本語の-題名-について'],
    ['Über Ångström', 'über-ångström'],
    ["don't stop", 'don-t-stop'],
    ['../../etc/passwd', 'etc-passwd'],
    ['❤️ love', 'love'],
    ['soft\u00ADhyphen', 'softhyphen'],
    ['', 'article'],
    ['👩‍👩‍👧 !?', 'article'],
    ['\u3164\u115F', 'article'],
    ['\uD800', 'article'],
  ])('%j becomes %j', (title, slug) => {
    expect(toSlug(title)).toBe(slug);
  });

  it('cuts between words', () => {
    expect(toSlug('word '.repeat(40))).toBe(Array(16).fill('word').join('-'));
  });

  it.each([
    ['a word that ends where the limit is stays', [50, 29, 9], [50, 29]],
    ['a word that goes over the limit is left out', [50, 40], [50]],
    ['a word is cut when leaving it out would lose half the title', [40, 60], [40, 39]],
  ])('%s', (_, lengths, kept) => {
    const words = (of: number[]) => of.map((length) => 'x'.repeat(length));
    expect(toSlug(words(lengths).join(' '))).toBe(words(kept).join('-'));
  });

  it('cuts a text without spaces anywhere, but no grapheme', () => {
    expect(toSlug(`a ${'검'.repeat(200)}`)).toBe(`a-${'검'.repeat(78)}`);
    expect(toSlug('x\u0323'.repeat(100)).length).toBe(80);
  });

  it('is a slug that fits a file name, whatever the title', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (title) => {
        const slug = toSlug(title);
        expect(isSlug(slug)).toBe(true);
        expect(characterCount(slug)).toBeLessThanOrEqual(80);
        expect(Buffer.byteLength(slug)).toBeLessThanOrEqual(240);
        expect(slug).toMatch(/^[^\s/\\.%-][^\s/\\.%]*$/u);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('isSlug', () => {
  it.each(['hello-world', '한국어-제목', 'ガイド', 'c-20'])('%s is one', (value) => {
    expect(isSlug(value)).toBe(true);
  });

  it.each(['', 'Hello', 'a b', '-a', 'a-', 'a--b', 'a/b', '..', 'ＡＢＣ', 'a'.repeat(81), undefined, 5])(
    '%j is none',
    (value) => {
      expect(isSlug(value)).toBe(false);
    },
  );
});

describe('withSuffix', () => {
  it('puts a number behind, within the limits', () => {
    expect(withSuffix('hello', 2)).toBe('hello-2');
    const slug = withSuffix('검'.repeat(80), 12);
    expect(slug).toBe(`${'검'.repeat(77)}-12`);
    expect(isSlug(slug)).toBe(true);
  });

  it('keeps room for the number in bytes too', () => {
    // Each letter has four bytes, so sixty of them fill the name of a file.
    expect(withSuffix('𐌰'.repeat(60), 12)).toBe(`${'𐌰'.repeat(59)}-12`);
  });
});
