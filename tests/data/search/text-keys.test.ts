import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textExpression, textTokens } from '../../../data/search/text-keys.ts';

const wordsOf = (text: string) =>
  new Set(
    textTokens('', text)
      .split(' ')
      .filter((token) => token !== '')
      .map((token) => token.slice(1)),
  );

describe('the words of a text', () => {
  it.each([
    ['C++ and c#, 1+1 C++入門', ['c++', 'and', 'c#', '1', '入門', '入', '門']],
    ['검색 엔진', ['검', '검색', '엔', '엔진']],
    ['ガイド、がいど', ['がい', 'いど']],
    ['コンピューター', ['こん', 'んぴ', 'ぴゆ', 'ゆた']],
    ['Ｃａｆé', ['cafe']],
    ['墨。', ['墨']],
  ])('of %s are %j', (text, words) => {
    expect([...wordsOf(text)].sort()).toEqual([...words].sort());
  });

  it('are the same when a letter somewhere else makes the line harder to read', () => {
    const letters = [...'abzAZ09 +#.,-・ー、。검색인가あがンァッ々〇検索漢字「」…\t'];
    const text = fc.array(fc.constantFrom(...letters), { maxLength: 30 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (line) => {
        const harder = wordsOf(`${line} é`);
        harder.delete('e');
        expect([...harder].sort()).toEqual([...wordsOf(line)].filter((word) => word !== 'e').sort());
      }),
      { numRuns: 3000 },
    );
  });

  it('are asked for without what says nothing more', () => {
    expect(textExpression('墨と紙 the', 'b')).toBe('"b墨と" AND "bと紙" AND "bthe"');
    expect(textExpression('墨', 'b')).toBe('"b墨"');
    expect(textExpression('" ^ *', 'b')).toBeUndefined();
  });
});
