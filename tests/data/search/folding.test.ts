import { describe, expect, it } from 'vitest';
import { foldText, hangulTypedAs, initialOf, isSyllable, keysOf } from '../../../data/search/folding.ts';
import { keyOf, unitsOf, withFinalDetached } from '../../../data/search/units.ts';

describe('folding', () => {
  it.each([
    ['ＡＢＣ', 'abc'],
    ['Café Ångström ΆΛΦΑ Ёлка', 'cafe angstrom αλφα елка'],
    ['ガイド ｶﾞｲﾄﾞ がいど', 'がいど がいど がいど'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['Việt Nấm', 'viet nam'],
    ['ㅅㅏ ㅋㅋ', 'ㅅㅏ ㅋㅋ'],
    ['검색'.normalize('NFD'), '검색'],
    ['ﬁ ㎏', 'fi kg'],
    ['𠮷', '𠮷'],
  ])('%s becomes %s', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it.each([
    ['값', 'ㄱㅏㅂㅅ'],
    ['과', 'ㄱㅗㅏ'],
    ['ㄳ', 'ㄱㅅ'],
    ['ゃ', 'や'],
    ['ー', ''],
    ['漢', '漢'],
    ['가', 'ㄱㅏ'],
    ['힣', 'ㅎㅣㅎ'],
    ['ぁ', 'あ'],
    ['👍', '👍'],
  ])('%s is compared by %s', (letter, keys) => {
    expect(keysOf(letter)).toBe(keys);
  });

  it.each([
    ['dlsrhd', '인공'],
    ['Ejrqhr', '떡복'],
    ['rkqt', '값'],
    ['rkr', '각'],
    ['rks', '간'],
    ['rkskek', '가나다'],
    ['dlsr', '인ㄱ'],
    ['the', '솓'],
    ['-dlsrhd', undefined],
    ['apple', undefined],
    ['iphone', undefined],
  ])('the keys %s type %s', (letters, korean) => {
    expect(hangulTypedAs(letters)).toBe(korean);
  });
});

describe('a Korean syllable', () => {
  it.each([
    ['가', true],
    ['힣', true],
    ['ㄱ', false],
    ['꯿', false],
    ['ힰ', false],
    ['👍', false],
  ])('is told from other letters: %s', (letter, expected) => {
    expect(isSyllable(letter)).toBe(expected);
  });

  it.each([
    ['가', 'ㄱ'],
    ['인', 'ㅇ'],
    ['힣', 'ㅎ'],
  ])('%s begins with %s', (syllable, initial) => {
    expect(initialOf(syllable)).toBe(initial);
  });
});

describe('units', () => {
  it.each([
    ['GPT-5와 React入門', ['gpt', '5', 'ㅇㅗㅏ', 'react', '入', '門']],
    ['C++ c# 1+1 #tag', ['c++', 'c#', '1+', '1', 'tag']],
    ['iPhone17’s', ['iphone', '17', 's']],
    ['コンピューター', ['こ', 'ん', 'ぴ', 'ゆ', 'た']],
    ['½ ㎏ ﬁ', ['1', '2', 'kg', 'fi']],
    ['👍 — !', []],
  ])('%s is made of %j', (text, keys) => {
    expect(unitsOf(text).map((unit) => unit.keys)).toEqual(keys);
  });

  it('know the places of whole letters, composed or not', () => {
    expect(unitsOf('ink')).toMatchObject([{ keys: 'ink', starts: [0, 1, 2], ends: [1, 2, 3] }]);
    const [unit] = unitsOf('E\u0301t');
    expect(unit).toMatchObject({ keys: 'et', starts: [0, 2], ends: [2, 3] });
    const [syllable] = unitsOf('검'.normalize('NFD'));
    expect(syllable).toMatchObject({ keys: 'ㄱㅓㅁ', ends: [3, 3, 3] });
  });

  it('give a syllable’s end to the next, as an input method shows it', () => {
    const detached = withFinalDetached(unitsOf('인공진'));
    expect(detached?.map(({ keys }) => keys)).toEqual(['ㅇㅣㄴ', 'ㄱㅗㅇ', 'ㅈㅣ', 'ㄴ']);
    expect(keyOf(detached ?? [])).toBe('ㅇㅣㄴㄱㅗㅇㅈㅣㄴ');
    expect(withFinalDetached(unitsOf('인고'))).toBeUndefined();
  });
});
