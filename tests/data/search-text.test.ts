import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, highlight, resultsQuery, snippet, suggestQuery, tokensOf } from '../../data/search-text.ts';

const UNICODE = fc.string({ unit: 'grapheme', maxLength: 40 });
const TYPED = fc.oneof(
  UNICODE,
  fc
    .array(
      fc.constantFrom(
        '"',
        '*',
        '(',
        ')',
        '^',
        ':',
        '-',
        '+',
        '#',
        ' ',
        'AND',
        'OR',
        'NOT',
        'NEAR',
        'title',
        '{',
        '}',
        ',',
        '\0',
        '가',
        'ㅋ',
        '漢',
        'a',
        '\u3164',
        '\u0301',
      ),
    )
    .map((parts) => parts.join('')),
);

function searchTable(...titles: string[]) {
  const database = new Database(':memory:');
  database.exec(
    `CREATE VIRTUAL TABLE search USING fts5 (title, summary, tags, body, content = '', contentless_delete = 1,
       tokenize = "unicode61 remove_diacritics 0 tokenchars '+#'", prefix = '1 2 3');
     CREATE VIRTUAL TABLE vocabulary USING fts5vocab (search, instance)`,
  );
  const insert = database.prepare(
    "INSERT INTO search (rowid, title, summary, tags, body) VALUES (?, ?, '', '', '')",
  );
  for (const [index, title] of titles.entries()) insert.run(index, tokensOf(title));
  const match = database.prepare('SELECT rowid FROM search WHERE search MATCH ? ORDER BY rowid').pluck();
  const vocabulary = database.prepare('SELECT term FROM vocabulary ORDER BY doc, offset').pluck();
  return {
    find: (query: string | undefined) => (query === undefined ? undefined : match.all(query)),
    tokens: () => vocabulary.all(),
  };
}

describe('fold', () => {
  it.each([
    ['ＡＢＣ', 'abc'],
    ['Café Ångström ΆΛΦΑ Ёлка', 'cafe angstrom αλφα елка'],
    ['ガイド ｶﾞｲﾄﾞ がいど', 'がいど がいど がいど'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['ㅅㅏ ㅋㅋ', 'ㅅㅏ ㅋㅋ'],
    ['검색'.normalize('NFD'), '검색'],
    ['ﬁ ㎏', 'fi kg'],
    ['𠮷', '𠮷'],
  ])('%s becomes %s', (text, folded) => {
    expect(fold(text).text).toBe(folded);
  });

  it('maps each unit to the whole character it came from', () => {
    const { text, map } = fold('xｶﾞ㎏');
    expect(text).toBe('xがkg');
    expect([...map]).toEqual([0, 1, 1, 3, 3, 4, 3, 4]);
  });

  it('maps into the original, in order, whatever the text', () => {
    fc.assert(
      fc.property(UNICODE, (original) => {
        const { text, map } = fold(original);
        expect(map.length).toBe(text.length * 2);
        for (let unit = 0; unit < text.length; unit += 1) {
          const [start = -1, end = -1, next = original.length] = [
            map[2 * unit],
            map[2 * unit + 1],
            map[2 * unit + 2],
          ];
          expect(0 <= start && start < end && end <= original.length && start <= next).toBe(true);
        }
      }),
    );
  });
});

describe('tokensOf', () => {
  it.each([
    ['React와 C++ 20', 'react 와 c++ 20'],
    ['검색 엔진ㅋㅋ', '검 색 엔 진 ㅋ ㅋ'],
    ['東京タワー、ヴァイオリン・々〇', '東 京 た わ ー ゔ ぁ い お り ん 々 〇'],
    ['#tag c# 1+1=2 foo+bar node.js', 'tag c# 1 1 2 foo bar node js'],
    ['𠮷野家', '𠮷 野 家'],
    ['👍 — !', ''],
  ])('%s is split into %s', (text, tokens) => {
    expect(tokensOf(text)).toBe(tokens);
  });

  it.each([
    '검색 엔진 ㅋㅋ React와 C++ c#',
    '東京タワー ヴァイオリン 々〇 𠮷野家 ｶﾞｲﾄﾞ ヷ',
    'Ελλάδα Ёлка naïve ½ ² x1 3월',
  ])('is split by the index exactly as here: %s', (text) => {
    expect(searchTable(text).tokens()).toEqual(tokensOf(text).split(' '));
  });
});

describe('suggestQuery', () => {
  it.each([
    ['검색 엔진', 'title : ("검 색" * AND "엔 진" *)'],
    ['검ㅅ', 'title : ("검" *)'],
    ['React와 ㅎ', 'title : ("react 와" *)'],
    ['ㅋㅋ', 'title : ("ㅋ ㅋ" *)'],
    ['foo" OR bar*', 'title : ("foo" * AND "or" * AND "bar" *)'],
  ])('%s asks for %s', (typed, query) => {
    expect(suggestQuery(typed)).toBe(query);
  });

  it.each(['', '   ', '!?', '""', '*', 'ㄱ', '👍', '\u3164'])(
    'looks for nothing when %j is typed',
    (typed) => {
      expect(suggestQuery(typed)).toBeUndefined();
    },
  );

  const titles = [
    '인공지능과 검색',
    '검색 엔진 만들기',
    'The C++ Standard',
    'ガイドブック',
    '検索とは何か',
    'Café culture',
    'C sharp',
  ];

  it.each([
    ['공지', [0]],
    ['검색', [0, 1]],
    ['만들 검색', [1]],
    ['검색엔', [1]],
    ['stan c++', [2]],
    ['ｶﾞｲﾄﾞ', [3]],
    ['ぶっく', [3]],
    ['検索', [4]],
    ['索', [4]],
    ['CAFE cul', [5]],
    ['afe', []],
    ['c', [2, 5, 6]],
    ['검색ㅇ', [0, 1]],
  ])('%s finds titles %j', (typed, found) => {
    expect(searchTable(...titles).find(suggestQuery(typed))).toEqual(found);
  });

  it('is an expression that the index understands, whatever is typed', () => {
    const table = searchTable(...titles);
    fc.assert(
      fc.property(TYPED, (typed) => {
        table.find(suggestQuery(typed));
        table.find(resultsQuery(typed));
      }),
      { numRuns: 2000 },
    );
  });

  it('finds the title that was typed, or any beginning of it that ends no syllable half', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z가-힣ぁ-ん一-龠 ]{1,30}$/), fc.nat(30), (title, length) => {
        const typed = title.slice(0, length);
        expect(searchTable(title).find(suggestQuery(typed)) ?? [0]).toEqual([0]);
      }),
    );
  });

  it('stays small however much is typed', () => {
    expect(suggestQuery('a '.repeat(100_000))?.length).toBeLessThan(1000);
  });
});

describe('highlight', () => {
  it.each([
    ['검색 엔진', '검색', '<mark>검색</mark> 엔진'],
    ['검색 엔진', '검색엔', '<mark>검색 엔</mark>진'],
    ['ガイドブック', 'ぶっく', 'ガイド<mark>ブック</mark>'],
    ['ｶﾞｲﾄﾞ', 'が', '<mark>ｶﾞ</mark>ｲﾄﾞ'],
    ['E\u0301CLAIR', 'ecl', '<mark>E\u0301CL</mark>AIR'],
    ['ﬁne', 'f', '<mark>ﬁ</mark>ne'],
    ['JavaScript script', 'script', 'JavaScript <mark>script</mark>'],
    ['a <b> & "c"', 'b', 'a &lt;<mark>b</mark>&gt; &amp; &quot;c&quot;'],
    ['nothing here', '검색', 'nothing here'],
    ['nothing here', '', 'nothing here'],
  ])('%s for %s is %s', (title, typed, html) => {
    expect(highlight(title, typed)).toBe(html);
  });

  it('escapes everything but the marks and loses no character', () => {
    fc.assert(
      fc.property(fc.oneof(UNICODE, TYPED), TYPED, (title, typed) => {
        const html = highlight(title, typed);
        const text = html.replaceAll(/<\/?mark>/g, '');
        expect(text).not.toMatch(/[<>"']/);
        expect(text.replace(/&(lt|gt|quot|amp|#39);/g, (_, name: string) => CHARACTERS[name] ?? '')).toBe(
          title,
        );
      }),
    );
  });
});

describe('the index and the marks', () => {
  it('agree on what matches', () => {
    const letters = fc.constantFrom(...('abcÉéßＡ검색인ㅋ検索がガｶﾞー々𠮷 +#-."'.match(/.\uFF9E?/gu) ?? []));
    const text = fc.array(letters, { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (title, typed) => {
        const found = searchTable(title).find(suggestQuery(typed)) ?? [];
        if (found.length > 0) expect(highlight(title, typed)).toContain('<mark>');
        else if (typed.trim() && !/\s/.test(typed.trim()))
          expect(highlight(title, typed)).not.toContain('<mark>');
      }),
      { numRuns: 300 },
    );
  });
});

const CHARACTERS: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" };

describe('snippet', () => {
  const long = `${'Lorem ipsum dolor. '.repeat(400)}Here is the <needle> at last. ${'And so on. '.repeat(400)}`;

  it('shows the surroundings of the first match', () => {
    const html = snippet(long, 'NEEDLE');
    expect(html).toContain('the &lt;<mark>needle</mark>&gt; at last');
    expect(html).toMatch(/^…\w.*\S…$/);
  });

  it('keeps to the length asked for', () => {
    const text = snippet(long, 'needle', 80)
      .replaceAll(/<\/?mark>|…/g, '')
      .replaceAll(/&[a-z]+;/g, '_');
    expect(text.length).toBeLessThanOrEqual(80);
    expect(text.length).toBeGreaterThan(50);
  });

  it('shows the beginning when only the title matched', () => {
    expect(snippet('A short\ntext.', 'other')).toBe('A short text.');
    expect(snippet(long, 'other')).toMatch(/^Lorem .*…$/);
  });

  it('finds its place in text without spaces', () => {
    const html = snippet(
      `${'日本語の文章です。'.repeat(100)}検索の話。${'続きます。'.repeat(100)}`,
      '検索',
      40,
    );
    expect(html).toContain('<mark>検索</mark>の話。');
  });

  it('is quick in a text of a million characters', () => {
    const started = performance.now();
    snippet('ㄱ가a漢'.repeat(250_000), 'zz');
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
