import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../data/database.ts';
import { LANGUAGES } from '../../../data/languages.ts';
import { suggestTitles } from '../../../data/search/suggest.ts';
import { openStore } from '../../../data/store.ts';
import { keystrokesOf } from '../../../scripts/bench/keystrokes.ts';
import { querySet } from '../../search/query-set.ts';
import { anArticle, openTestStore, publishMany } from '../store/test-store.ts';

async function searchOver(...titles: string[]) {
  const test = openTestStore();
  await publishMany(
    test,
    titles.map((title) => anArticle(title)),
  );
  const suggest = (q: string) => test.store.search.suggest({ q, limit: 5 });
  return {
    ...test,
    titles: async (q: string) => (await suggest(q)).map(({ title }) => title),
    highlights: async (q: string) => (await suggest(q)).map(({ highlight }) => highlight),
  };
}

describe('the order of suggestions', () => {
  it('is whole title, word, inside', async () => {
    const { titles } = await searchOver('지능형 교통', '새 지능 지도', '인공지능');
    expect(await titles('지능')).toEqual(['지능형 교통', '새 지능 지도', '인공지능']);
  });

  it('is as written, as read aloud, as probably meant', async () => {
    const { titles } = await searchOver('Kyoto in winter', '京都の冬', 'Kyota Umeki, potter');
    expect(await titles('kyoto')).toEqual(['Kyoto in winter', '京都の冬', 'Kyota Umeki, potter']);
  });

  it('puts the reader’s language first among equals', async () => {
    const { store } = openTestStore();
    await store.articles.createMany([
      anArticle('AI入門', { lang: 'ja' }),
      anArticle('AI 입문', { lang: 'ko' }),
      anArticle('AI for all', { lang: 'en' }),
    ]);
    for (const reader of ['ja', 'ko', 'en'] as const)
      expect((await store.search.suggest({ q: 'ai', reader, limit: 5 }))[0]?.lang).toBe(reader);
  });

  it('puts the reader’s language first also where words are typed without the spaces between them', async () => {
    const { store } = openTestStore();
    await store.articles.createMany(
      (['ja', 'ko', 'en'] as const).map((lang) => anArticle(`A new day (${lang})`, { lang })),
    );
    for (const reader of ['ja', 'ko', 'en'] as const)
      expect((await store.search.suggest({ q: 'anewd', reader, limit: 5 }))[0]?.lang).toBe(reader);
  });

  it('puts the newer first, and what is read much more before it', async () => {
    const { store, titles } = await searchOver('Ink one', 'Ink two', 'Ink three');
    expect(await titles('ink')).toEqual(['Ink three', 'Ink two', 'Ink one']);
    for (let reader = 0; reader < 9; reader += 1) await store.views.record('ink-one', `reader ${reader}`);
    expect(await titles('ink')).toEqual(['Ink one', 'Ink three', 'Ink two']);
  });

  it('shows one of each translation group', async () => {
    const { store } = openTestStore();
    const { article } = await store.articles.create(anArticle('GPT diary'));
    await store.articles.create(anArticle('GPT 일기', { lang: 'ko', translationOf: article.id }));
    expect(await store.search.suggest({ q: 'gpt', limit: 5 })).toHaveLength(1);
    expect(await store.search.suggest({ q: 'gpt', reader: 'ko', limit: 5 })).toMatchObject([{ lang: 'ko' }]);
    expect(await store.search.suggest({ q: 'gpt', lang: 'en', limit: 5 })).toMatchObject([{ lang: 'en' }]);
  });

  it('finds old titles of the reader’s language behind many new ones of another', async () => {
    const { store } = openTestStore();
    await store.articles.createMany([
      anArticle('AI는 무엇인가', { lang: 'ko' }),
      ...Array.from({ length: 60 }, (_, n) => anArticle(`AI report ${n}`)),
    ]);
    expect((await store.search.suggest({ q: 'ai', reader: 'ko', limit: 5 }))[0]?.lang).toBe('ko');
    expect(await store.search.suggest({ q: 'ai', lang: 'ko', limit: 5 })).toHaveLength(1);
  });
});

describe('what is suggested', () => {
  it('is public, at once', async () => {
    const { store, titles } = await searchOver('Ink stays', 'Ink goes');
    await store.articles.update('ink-goes', { status: 'archived' });
    expect(await titles('ink')).toEqual(['Ink stays']);
    await store.articles.update('ink-goes', { status: 'published' });
    expect(await titles('ink')).toHaveLength(2);
    await store.articles.remove('ink-goes');
    expect(await titles('ink')).toEqual(['Ink stays']);
  });

  it('is public while people type and editors publish and archive, with every answer', async () => {
    const { store } = await searchOver('Ink zero');
    const { article } = await store.articles.create(anArticle('Ink of the day'));
    const typed = ['i', 'in', 'ink', 'ink o', 'day'];
    const all = () => Promise.all(typed.map((q) => store.search.suggest({ q, limit: 5 })));
    for (let round = 0; round < 40; round += 1) {
      const isPublic = round % 2 === 1;
      // Asked before, so that every answer could be a kept one.
      await all();
      await store.articles.update(article.id, { status: isPublic ? 'published' : 'archived' });
      for (const found of await all()) expect(found.some(({ id }) => id === article.id)).toBe(isPublic);
    }
  });

  it('is gone at once when another process has archived it', async () => {
    const { store, file, titles } = await searchOver('Ink stays', 'Ink goes');
    expect(await titles('ink')).toHaveLength(2);
    const other = openStore({ file });
    await other.articles.update('ink-goes', { status: 'archived' });
    expect(await titles('ink')).toEqual(['Ink stays']);
    await other.close();
    expect(await store.search.suggest({ q: 'goes', limit: 5 })).toEqual([]);
  });

  it('is found in its new language and under its new title', async () => {
    const { store } = await searchOver('Ink');
    await store.articles.update('ink', { lang: 'ja', title: '墨' });
    expect(await store.search.suggest({ q: 'すみ', lang: 'ja', limit: 5 })).toHaveLength(1);
    expect(await store.search.suggest({ q: 'ink', limit: 5 })).toEqual([]);
  });

  it('corrects one error only when exact matches leave places free', async () => {
    const exact = Array.from({ length: 5 }, (_, n) => `Planet ${n}`);
    const { titles } = await searchOver('Planes of old', ...exact);
    expect(await titles('planet')).not.toContain('Planes of old');
    expect(await titles('plenet')).toHaveLength(5);
  });
});

describe('what has been found out while somebody types', () => {
  it.each(LANGUAGES)('gives the answers that looking anew gives: %s', async (lang) => {
    const { expected, titles } = querySet(lang, 2);
    const { store, file } = openTestStore();
    await store.articles.createMany(
      titles.map((title, n) => anArticle(title, { lang: LANGUAGES[n % 2] === 'en' ? 'en' : lang })),
    );
    const database = openDatabase(file, { readonly: true });
    for (const { typed } of expected) {
      for (const q of keystrokesOf(typed)) {
        for (const query of [
          { q, limit: 5 },
          { q, lang, limit: 5 },
        ])
          expect(await store.search.suggest(query), q).toEqual(suggestTitles(database, query));
      }
    }
    database.close();
  });

  it('is forgotten as soon as there is a title that has it', async () => {
    const { store, titles } = await searchOver('Paper');
    for (const q of ['i', 'in', 'ink', 'ink o']) expect(await titles(q)).toEqual([]);
    await store.articles.create(anArticle('Ink on paper'));
    for (const q of ['i', 'in', 'ink', 'ink o']) expect(await titles(q)).toEqual(['Ink on paper']);
  });
});

describe('the marks', () => {
  it.each([
    ['검색 엔진', '검색엔', '<mark>검색 엔</mark>진'],
    ['인공지능과 검색', 'ㅇㄱㅈㄴ', '<mark>인공지능</mark>과 검색'],
    ['인공지능과 검색', '인ㄱ', '<mark>인공</mark>지능과 검색'],
    ['인공지능과 검색', 'dlsrhd', '<mark>인공</mark>지능과 검색'],
    ['인공지능과 검색', '인공지능은', '<mark>인공지능</mark>과 검색'],
    ['人工知能', 'じんこ', '<mark>人工</mark>知能'],
    ['人工知能', 'tino', '人工<mark>知能</mark>'],
    ['今日の料理', 'kyou', '<mark>今日</mark>の料理'],
    ['引っ越しの春', '引越し', '<mark>引っ越</mark>しの春'],
    ['仕込み水が戻る', '仕込水', '<mark>仕込み水</mark>が戻る'],
    ['4대강의 봄', '4eorkd', '<mark>4대강</mark>의 봄'],
    ['ガイドブック', 'ぶっく', 'ガイド<mark>ブック</mark>'],
    ['ガイドブック', 'gaid', '<mark>ガイド</mark>ブック'],
    ['コンピューターの夜', 'konpyuta', '<mark>コンピューター</mark>の夜'],
    ['JavaScript script', 'script', 'JavaScript <mark>script</mark>'],
    ['Artificial light', 'artifical', '<mark>Artificial</mark> light'],
    ['A new day', 'anewday', '<mark>A new day</mark>'],
    ['The year of a new day', 'anewd', 'The year of <mark>a new d</mark>ay'],
    ['地方新聞の一日', '新聞 ち', '<mark>地</mark>方<mark>新聞</mark>の一日'],
    ['木の家に住む', 'き 家', '<mark>木</mark>の<mark>家</mark>に住む'],
    ['新 i Pad Pro の使い方', '新ipad', '<mark>新 i Pad</mark> Pro の使い方'],
    ['米 Open AI 東京へ', '米opena', '<mark>米 Open A</mark>I 東京へ'],
    ['Don’t & won’t', 'dont', '<mark>Don’t</mark> &amp; won’t'],
    ['E\u0301CLAIR', 'ecl', '<mark>ÉCL</mark>AIR'],
    ['a <b> & "c"', 'b', 'a &lt;<mark>b</mark>&gt; &amp; &quot;c&quot;'],
  ])('%s for %s are %s', async (title, typed, html) => {
    const { highlights } = await searchOver(title.normalize('NFC'));
    expect(await highlights(typed)).toEqual([html]);
  });
});

describe('indexes of another format', () => {
  it('are filled anew when the store is opened', async () => {
    const test = openTestStore();
    await publishMany(test, [anArticle('墨の匂い', { lang: 'ja' }), anArticle('Draft', { status: 'draft' })]);
    const database = openDatabase(test.file);
    database.script(
      "INSERT INTO title_search (title_search) VALUES ('delete-all'); DELETE FROM title_readings; UPDATE search_format SET version = 0",
    );
    database.close();
    const heard: number[][] = [];
    const store = openStore({ file: test.file, onIndexing: (...progress) => heard.push(progress) });
    expect(await store.search.suggest({ q: 'すみ', limit: 5 })).toHaveLength(1);
    expect(await store.search.suggest({ q: 'draft', limit: 5 })).toEqual([]);
    expect(heard).toEqual([
      [0, 1],
      [1, 1],
    ]);
    await store.close();
  });

  it('are left as they are for who does not need them', async () => {
    const test = openTestStore();
    await publishMany(test, [anArticle('墨の匂い', { lang: 'ja' })]);
    const database = openDatabase(test.file);
    database.script('UPDATE search_format SET version = 0');
    const store = openStore({ file: test.file, leavesIndexes: true });
    expect(database.get('SELECT version FROM search_format')).toEqual({ version: 0 });
    await store.close();
    database.close();
  });
});

describe('arbitrary queries', () => {
  const pieces = [
    ...'"*()^:-+#.\'’<>&{},\0가ㅋㅏㄳ漢のンーｶﾞaé\u3164\u0301\u0345𠮷𰻝﷽½ '.split(''),
    ...[' AND ', ' OR ', ' NOT ', 'NEAR(', 'tokens', 'the', '\ud800', '👩‍👩‍👧'],
  ];
  const typed = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((parts) => parts.join('')),
  );

  it('raise no error and leave no markup unescaped', async () => {
    const { store } = await searchOver(
      '<b>Ink</b> & "the" 漢字の夜',
      '가나다 <i>ㅋㅋ</i>',
      'ガイド é 𠮷野家 ½',
    );
    await fc.assert(
      fc.asyncProperty(typed, async (q) => {
        const found = await store.search.suggest({ q, limit: 5 });
        const { results } = await store.search.results({ q, page: 1, limit: 5 });
        for (const html of [
          ...found.map(({ highlight }) => highlight),
          ...results.map(({ titleHtml }) => titleHtml),
        ])
          expect(html.replaceAll(/<\/?mark>/g, '')).not.toMatch(/[<>"']/);
      }),
      { numRuns: 1500 },
    );
  });

  it('find any title by itself', async () => {
    const letters = fc.constantFrom(...('abzÉßＡ검색인ㅋ検索がガっー々𠮷𰻝 +#-."’19'.match(/./gu) ?? []));
    const title = fc.array(letters, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(title, async (text) => {
        if (!/[a-zÉßＡ검색인検索がガ々𠮷𰻝19]/u.test(text)) return;
        const { store } = openTestStoreOnce();
        const { article } = await store.articles.create(anArticle(text));
        const found = await store.search.suggest({ q: text, limit: 1 });
        await store.articles.remove(article.id);
        expect(found).toHaveLength(1);
      }),
      { numRuns: 200 },
    );
  });
});

let once: ReturnType<typeof openTestStore> | undefined;

/** One store for all runs of a property. */
function openTestStoreOnce() {
  once ??= openTestStore();
  return once;
}
