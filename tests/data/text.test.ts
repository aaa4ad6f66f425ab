import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sanitizeArticleHtml, toPlainText } from '../../data/article-html.ts';
import { characterCount, cleanText, cutToFit } from '../../data/text.ts';

describe('cleanText', () => {
  it('replaces lone surrogates and keeps pairs', () => {
    expect(cleanText('a\uD800b \u{20BB7} \uDC00')).toBe('a\uFFFDb \u{20BB7} \uFFFD');
  });

  it('takes out what XML 1.0 forbids, but no tab or line break', () => {
    expect(cleanText('a\0b\u0008\u000B\u000C\u001F\uFFFE\uFFFFc\t\n\r')).toBe('abc\t\n\r');
  });

  it('is NFC of any letters of the three languages, also where it needs no second look', () => {
    const ranges = [
      '\u0020\u007E',
      '\u00A0\u0303',
      '\u1161\u1161',
      '\u11A8\u11A8',
      '\u2010\u2027',
      '\u3000\u30FF',
    ];
    const characters = fc.oneof(
      ...[...ranges, '\u4E00\u9FFF', '\uAC00\uD7A3', '\uFF01\uFF5E'].map((range) =>
        fc
          .integer({ min: range.charCodeAt(0), max: range.charCodeAt(1) })
          .map((code) => String.fromCharCode(code)),
      ),
    );
    fc.assert(
      fc.property(fc.string({ unit: characters, maxLength: 12 }), (text) => {
        expect(cleanText(text)).toBe(text.normalize('NFC'));
      }),
      { numRuns: 2000 },
    );
  });

  it('composes to NFC', () => {
    expect(cleanText(`${'검'.normalize('NFD')}e\u0301`)).toBe('검é');
  });

  it('keeps bidirectional controls and joiners', () => {
    const text = '\u202Eabc\u202C \u2066x\u2069 👩‍👩‍👧';
    expect(cleanText(text)).toBe(text);
  });

  it('keeps at most 30 marks on a letter', () => {
    expect(cleanText(`x${'\u0323'.repeat(50)}y`)).toBe(`x${'\u0323'.repeat(30)}y`);
    const falling = cleanText(`x${'\u0344'.repeat(30)}`);
    expect(cleanText(falling)).toBe(falling);
  });

  it('does not spend minutes on a megabyte of marks', { timeout: 60_000 }, () => {
    const marks = '\u0316\u0300'.repeat(2 ** 19);
    expect(cleanText(marks).length).toBe(30);
    expect(sanitizeArticleHtml(`<p title="${marks}">a${marks}</p>`).html.length).toBeLessThan(100);
    const apart = '\u0316<b>\u0300</b>'.repeat(2 ** 16);
    expect(toPlainText(sanitizeArticleHtml(apart).html).length).toBeLessThanOrEqual(30);
  });

  it('changes nothing when applied again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(cleanText(cleanText(text))).toBe(cleanText(text));
      }),
    );
  });
});

describe('cutToFit', () => {
  it('counts code points and bytes, and splits no grapheme', () => {
    expect(cutToFit('ab👩‍👩‍👧c', { characters: 6 })).toBe('ab');
    expect(cutToFit('ab👩‍👩‍👧c', { characters: 7 })).toBe('ab👩‍👩‍👧');
    expect(cutToFit('검색엔진', { characters: 10, bytes: 7 })).toBe('검색');
  });
});

describe('characterCount', () => {
  it('counts a pair of surrogates as one', () => {
    expect(characterCount('a𠮷')).toBe(2);
  });
});

describe('at its limits cutToFit', () => {
  it.each([
    ['검색어', { characters: 3, bytes: 9 }, '검색어'],
    ['검색어', { characters: 3, bytes: 8 }, '검색'],
    ['검색어', { characters: 2, bytes: 9 }, '검색'],
    ['abc', { characters: 0 }, ''],
    ['👩‍👩‍👧x', { characters: 4 }, ''],
    ['👩‍👩‍👧x', { characters: 5 }, '👩‍👩‍👧'],
  ])('keeps of %j within %o what fits whole', (text, limits, kept) => {
    expect(cutToFit(text, limits)).toBe(kept);
  });
});
