import { describe, expect, it } from 'vitest';
import { toKey, toPageNumber } from '../../site/parameters.ts';

describe('the number of a page', () => {
  it('is written in one way only', () => {
    expect([toPageNumber('7'), toPageNumber('12'), toPageNumber('999999999')]).toEqual([7, 12, 999_999_999]);
    for (const text of ['0', '01', '-1', '1.5', '1e3', ' 1', '９', '1'.repeat(12), '', undefined, null])
      expect(toPageNumber(text)).toBeUndefined();
  });
});

describe('the key in an address', () => {
  it('may hold every character that keys have', () => {
    expect(toKey('c%2B%2B')).toBe('c++');
    expect(toKey('c%23')).toBe('c#');
    expect(toKey('.net')).toBe('.net');
    expect(toKey('한글')).toBe('한글');
  });

  it('counts only in its normal form', () => {
    for (const text of ['C++', ' a', 'a b', '%', '%E0%A4', '', undefined])
      expect(toKey(text)).toBeUndefined();
  });
});
