import { describe, expect, it } from 'vitest';
import { anArticle, openTestStore, publishMany } from '../store/test-store.ts';

describe('the results page', () => {
  it('lists titles first, then what is above the text, then texts', async () => {
    const test = openTestStore();
    await publishMany(test, [
      anArticle('Kiln notes'),
      anArticle('A summer', { summary: 'All about a kiln.' }),
      anArticle('A winter', { content: '<p>By then the kiln was cold.</p>', summary: 'Cold.' }),
      anArticle('A spring', { tags: ['kiln'] }),
    ]);
    const { total, results } = await test.store.search.results({ q: 'kiln', page: 1, limit: 10 });
    expect(total).toBe(4);
    expect(results.map(({ title }) => title)).toEqual(['Kiln notes', 'A spring', 'A summer', 'A winter']);
    expect(results[3]?.snippetHtml).toContain('the <mark>kiln</mark> was cold');
  });

  it('finds titles by their readings, and keeps to filters', async () => {
    const { store } = openTestStore();
    await store.articles.createMany([
      anArticle('墨の匂い', { lang: 'ja', category: 'c++' }),
      anArticle('墨の色', { lang: 'ja', category: 'culture' }),
    ]);
    const find = async (fields: object) =>
      (await store.search.results({ q: 'すみ', page: 1, limit: 10, ...fields })).results.map(
        ({ title }) => title,
      );
    expect(await find({})).toHaveLength(2);
    expect(await find({ category: 'c++' })).toEqual(['墨の匂い']);
    expect(await find({ lang: 'ko' })).toEqual([]);
  });

  it.each([
    ['c++', ['C++ at night']],
    ['.net', ['What .NET is']],
    ['"night', ['C++ at night']],
    ['night AND', ['C++ at night']],
    ['NOT night', []],
    ['c++ night', ['C++ at night']],
    ['C#', []],
    ['"what is"', ['What .NET is']],
    ['night*', ['C++ at night']],
    ['title:night', []],
    ['.', []],
    ['(((', []],
  ])('is sensible for %s', async (q, titles) => {
    const { store } = openTestStore();
    await store.articles.createMany([anArticle('C++ at night'), anArticle('What .NET is')]);
    const { results } = await store.search.results({ q, page: 1, limit: 10 });
    expect(results.map(({ title }) => title)).toEqual(titles);
  });

  it('finds Korean in a text whatever particle follows', async () => {
    const { store } = openTestStore();
    await store.articles.create(
      anArticle('밤', { lang: 'ko', content: '<p>벼루는 인공지능이 고른다.</p>', summary: '밤' }),
    );
    expect((await store.search.results({ q: '인공지능', page: 1, limit: 10 })).total).toBe(1);
  });

  it.each([
    ['墨', 'ja', '<p>古い墨、新しい紙。</p>'],
    ['墨', 'ja', '<p>紙と墨</p>'],
    ['책', 'ko', '<p>오래된 책을 읽는다.</p>'],
  ] as const)('finds the single character %s (%s) in a text: %s', async (q, lang, content) => {
    const { store } = openTestStore();
    await store.articles.create(anArticle('夜', { lang, content, summary: '夜' }));
    const { results } = await store.search.results({ q, page: 1, limit: 10 });
    expect(results.map(({ snippetHtml }) => snippetHtml.includes(`<mark>${q}</mark>`))).toEqual([true]);
  });

  it.each([
    ['"kiln"', 'The <mark>kiln</mark> was cold'],
    ['.net', '.<mark>NET</mark> was new'],
    ["o'neill", '<mark>O’Neill</mark> and'],
    ['ｶﾒﾗ', '<mark>カメラ</mark>'],
    ['かめら', '<mark>カメラ</mark>'],
  ])('shows where a word stands however it is spelled: %s', async (q, shown) => {
    const { store } = openTestStore();
    const content = `<p>${'Nets, networks and old looms. '.repeat(20)}</p><p>The kiln was cold, .NET was new, O’Neill and カメラ.</p>`;
    await store.articles.create(anArticle('Long', { content, summary: 'Long.' }));
    const { results } = await store.search.results({ q, page: 1, limit: 10 });
    expect(results[0]?.snippetHtml).toContain(shown);
  });

  it.each([
    ['日本 の 森', '日本の人と森'],
    ['水 の 茶', 'お茶の水の歴史'],
    ['a t rust', 'A tale of rust'],
    ['木 人', '人と木の本'],
    ['vitamins a c', 'Vitamins A and C for skin'],
  ])('finds by single letters, kana and kanji among many newer titles: %s', async (q, title) => {
    const { store } = openTestStore();
    const newer = ['日本経済の話', '洗う水の話', 'Rust', '人の話', '木の話', 'Vitamins for all'];
    await store.articles.createMany([
      anArticle(title),
      ...Array.from({ length: 300 }, (_, n) => anArticle(`${newer[n % newer.length]} ${n}`)),
    ]);
    const { results } = await store.search.results({ q, page: 1, limit: 100 });
    expect(results.map((result) => result.title)).toContain(title);
    const suggested = await store.search.suggest({ q, limit: 5 });
    expect(suggested.map((suggestion) => suggestion.title)).toContain(title);
  });

  it('counts all titles that fit, and finds beginnings of words in texts as well', async () => {
    const { store } = openTestStore();
    await store.articles.createMany([
      ...Array.from({ length: 120 }, (_, n) => anArticle(`Ink ${n} a b`)),
      anArticle('One', { content: '<p>To elect a mayor.</p>' }),
      anArticle('Two', { content: '<p>The election of a mayor.</p>' }),
    ]);
    const total = async (q: string) => (await store.search.results({ q, page: 1, limit: 10 })).total;
    expect(await total('i a b')).toBe(120);
    expect(await total('elect')).toBe(2);
  });

  it('shows the beginning of an enormous text that has the word far from there', async () => {
    const { store } = openTestStore();
    const content = `<p>Ink dries.</p>${'<p>Paper waits for the ink.</p>'.repeat(10_000)}<p>Then a kiln.</p>`;
    await store.articles.create(anArticle('Long', { content, summary: 'Long.' }));
    const { total, results } = await store.search.results({ q: 'kiln', page: 1, limit: 10 });
    expect(total).toBe(1);
    expect(results[0]?.snippetHtml).toMatch(/^Ink dries\. Paper .*…$/);
  });

  it.each([
    ['in one paragraph', `<p>Ink dries. ${'Paper waits. '.repeat(5000)}</p>`],
    ['at a tag', `<p>Ink dries.</p><p>${'x'.repeat(49_978)}</p><p class="a-x">Paper.</p>`],
  ])('shows the beginning of a text that is too long to be read whole, %s', async (_, content) => {
    const { store } = openTestStore();
    await store.articles.create(anArticle('Kiln', { content, summary: 'Long.' }));
    const { results } = await store.search.results({ q: 'kiln', page: 1, limit: 10 });
    expect(results[0]?.snippetHtml).toMatch(/^Ink dries\./);
  });

  it('shows lone jamo far into a text', async () => {
    const { store } = openTestStore();
    const content = `<p>${'종이는 먹을 기다린다. '.repeat(150)}</p><p>그리고 ㅋㅋㅋ 웃었다.</p>`;
    await store.articles.create(anArticle('ㅋㅋㅋ', { lang: 'ko', content, summary: '먹.' }));
    const { results } = await store.search.results({ q: 'ㅋㅋㅋ', page: 1, limit: 10 });
    expect(results[0]?.snippetHtml).toContain('<mark>ㅋㅋㅋ</mark> 웃었다');
  });

  it('offers what was probably meant only where that finds something', async () => {
    const { store } = openTestStore();
    await store.articles.create(anArticle('Artificial light'));
    const ask = (q: string) => store.search.results({ q, page: 1, limit: 10 });
    expect(await ask('artifical')).toMatchObject({ total: 0, didYouMean: 'artificial' });
    await store.articles.update('artificial-light', { status: 'archived' });
    expect((await ask('artifical')).didYouMean).toBeUndefined();
    expect((await ask('zzzzz')).didYouMean).toBeUndefined();
  });

  it.each(['plan b', 'b plan c', 'b c'])(
    'finds the oldest of many titles by single letters: %s',
    async (q) => {
      const { store } = openTestStore();
      await store.articles.createMany([
        anArticle('Plan B and plan C'),
        ...Array.from({ length: 60 }, (_, n) => anArticle(`Plan ${n}, because it is cheap`)),
      ]);
      const { results } = await store.search.results({ q, page: 1, limit: 100 });
      expect(results.map(({ title }) => title)).toContain('Plan B and plan C');
    },
  );

  it('keeps nothing in mind that has been written since, nor what only a category lacks', async () => {
    const { store } = openTestStore();
    const total = async (q: string, category?: string) =>
      (await store.search.results({ q, page: 1, limit: 10, ...(category && { category }) })).total;
    await store.articles.create(anArticle('Iron kettles', { category: 'culture' }));
    expect([await total('kettles', 'c++'), await total('kettles'), await total('iron pan')]).toEqual([
      0, 1, 0,
    ]);
    await store.articles.create(anArticle('Iron pans', { category: 'culture' }));
    expect(await total('iron pan')).toBe(1);
  });

  it('pages through all that was found, each once', async () => {
    const { store } = openTestStore();
    await store.articles.createMany(Array.from({ length: 25 }, (_, n) => anArticle(`Ink ${n}`)));
    const pages = await Promise.all(
      [1, 2, 3].map((page) => store.search.results({ q: 'ink', page, limit: 10 })),
    );
    expect(new Set(pages.flatMap(({ results }) => results.map(({ id }) => id))).size).toBe(25);
  });
});
