import { describe, expect, it } from 'vitest';
import { breakable } from '../../../site/social/breakable.ts';

const pieces = (text: string, lang: 'en' | 'ko' | 'ja') =>
  breakable(text, lang)
    .split(/(?<!\u2060)(?!\u2060)/u)
    .map((piece) => piece.replaceAll('\u2060', ''));

describe('where a title may break', () => {
  it('is between words in Korean', () => {
    expect(pieces('종이가 지나온 길', 'ko')).toEqual(['종이가', ' ', '지나온', ' ', '길']);
  });

  it('is where a phrase begins in Japanese', () => {
    expect(pieces('海をはさんだ二枚の紙', 'ja')).toEqual(['海をはさんだ', '二枚の', '紙']);
    expect(pieces('ハングルを組む', 'ja')).toEqual(['ハングルを', '組む']);
  });

  it('is left to the rules of Unicode in English', () => {
    expect(breakable('Salt and ink', 'en')).toBe('Salt and ink');
  });
});
