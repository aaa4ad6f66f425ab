import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeKey } from '../../data/keys.ts';

describe('normalizeKey', () => {
  it.each([
    ['  Web Development ', 'web-development'],
    ['C++', 'c++'],
    ['c#', 'c#'],
    ['Node.js', 'node.js'],
    ['인공 지능', '인공-지능'],
    ['人工知能', '人工知能'],
    ['검색'.normalize('NFD'), '검색'],
    ['a \t\n b', 'a-b'],
    ['snake_case', 'snake_case'],
    ['हिन्दी', 'हिन्दी'],
    ['가'.repeat(64), '가'.repeat(64)],
    ['𠮷'.repeat(60), '𠮷'.repeat(60)],
  ])('%j becomes %j', (input, key) => {
    expect(normalizeKey(input)).toBe(key);
  });

  it.each([
    '',
    '   ',
    '..',
    '.',
    '-',
    '+',
    'a/b',
    'a\\b',
    'a%2fb',
    'a?b',
    'a,b',
    '<b>',
    '👍',
    '\u3164',
    'a\u200Db',
    '\u0301a',
    'a\u202Eb',
    '가'.repeat(65),
    '𠮷'.repeat(61),
    'x'.repeat(1_000_000),
  ])('%j is no key', (input) => {
    expect(normalizeKey(input)).toBeUndefined();
  });

  it('changes nothing when applied again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (input) => {
        const key = normalizeKey(input);
        if (key !== undefined) expect(normalizeKey(key)).toBe(key);
      }),
      { numRuns: 1000 },
    );
  });
});
