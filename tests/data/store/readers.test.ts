import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../data/database.ts';
import { anArticle, openTestStore } from './test-store.ts';

describe('views', () => {
  test('count once per visitor, article and UTC day', async () => {
    const { store, time } = openTestStore();
    await store.articles.create(anArticle('Read'));
    expect(await store.views.record('read', 'ann')).toEqual({ views: 1, counted: true });
    expect(await store.views.record('read', 'ann')).toEqual({ views: 1, counted: false });
    expect(await store.views.record('read', 'ben')).toEqual({ views: 2, counted: true });
    time.now = new Date('2026-03-02T00:00:00Z');
    expect(await store.views.record('read', 'ann')).toEqual({ views: 3, counted: true });
  });

  test('keep their total when old visitors are forgotten', async () => {
    const { store, time } = openTestStore();
    await store.articles.create(anArticle('Read'));
    await store.views.record('read', 'ann');
    expect(await store.views.prune()).toBe(0);
    time.now = new Date('2026-03-02T00:00:00Z');
    expect(await store.views.prune()).toBe(1);
    expect(await store.views.current('read')).toBe(1);
  });

  test('are all counted when many come at once, each with its own answer', async () => {
    const { store } = openTestStore();
    await store.articles.create(anArticle('Read'));
    await store.articles.create(anArticle('Other'));
    const visits = Array.from({ length: 60 }, (_, n) =>
      store.views.record(n % 3 === 2 ? 'nothing' : n % 3 === 1 ? 'other' : 'read', `visitor ${n % 30}`),
    );
    const answers = await Promise.all(visits);
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(20);
    expect(answers.filter((answer) => answer?.counted)).toHaveLength(20);
    expect(answers[27]).toEqual({ views: 10, counted: true });
    expect(answers[30]).toEqual({ views: 10, counted: false });
    expect([await store.views.current('read'), await store.views.current('other')]).toEqual([10, 10]);
  });

  test('fail together when the disk refuses them, and are counted again afterwards', async () => {
    const { store, file } = openTestStore();
    await store.articles.create(anArticle('Read'));
    const other = openDatabase(file);
    onTestFinished(() => other.close());
    other.script(
      "CREATE TRIGGER refuse BEFORE INSERT ON view_visitors BEGIN SELECT raise(ABORT, 'full'); END",
    );
    const visits = ['ann', 'ben'].map((visitor) => store.views.record('read', visitor));
    const outcomes = await Promise.allSettled(visits);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    other.script('DROP TRIGGER refuse');
    expect(await store.views.record('read', 'ann')).toEqual({ views: 1, counted: true });
  });

  test('are not counted for what is not public', async () => {
    const { store } = openTestStore();
    await store.articles.create(anArticle('Draft', { status: 'draft' }));
    expect(await store.views.record('draft', 'ann')).toBeUndefined();
  });

  test('do not count as a change of the article', async () => {
    const { store } = openTestStore();
    const { article } = await store.articles.create(anArticle('Read'));
    await store.views.record('read', 'ann');
    expect(await store.articles.find('read')).toEqual({ ...article, views: 1 });
  });
});

describe('reactions', () => {
  test('toggle per type and visitor', async () => {
    const { store } = openTestStore();
    await store.articles.create(anArticle('Loved'));
    const none = { like: 0, fire: 0, mindblown: 0, heart: 0 };
    expect(await store.reactions.toggle('loved', 'ann', 'heart')).toEqual({
      counts: { ...none, heart: 1 },
      mine: ['heart'],
      active: true,
    });
    await store.reactions.toggle('loved', 'ann', 'like');
    await store.reactions.toggle('loved', 'ben', 'heart');
    expect(await store.reactions.get('loved', 'ann')).toEqual({
      counts: { ...none, like: 1, heart: 2 },
      mine: ['like', 'heart'],
    });
    expect(await store.reactions.toggle('loved', 'ann', 'heart')).toMatchObject({
      counts: { heart: 1 },
      active: false,
    });
  });

  test('are unknown for what is not public', async () => {
    const { store } = openTestStore();
    await store.articles.create(anArticle('Draft', { status: 'draft' }));
    expect(await store.reactions.get('draft', 'ann')).toBeUndefined();
    expect(await store.reactions.toggle('draft', 'ann', 'like')).toBeUndefined();
  });
});

describe('search', () => {
  test('suggests public titles, of one language when asked', async () => {
    const { store } = openTestStore();
    await store.articles.create(anArticle('Ink and stone'));
    await store.articles.create(anArticle('Ink in secret', { status: 'draft' }));
    await store.articles.create(anArticle('Ink 이야기', { lang: 'ko' }));
    const titles = async (lang?: 'ko') =>
      (await store.search.suggest({ q: 'ink', lang, limit: 5 })).map(({ title }) => title);
    expect((await titles()).toSorted()).toEqual(['Ink and stone', 'Ink 이야기']);
    expect(await titles('ko')).toEqual(['Ink 이야기']);
  });

  test('marks what was found', async () => {
    const { store } = openTestStore();
    await store.articles.create(anArticle('R&D: <Ink>'));
    expect(await store.search.suggest({ q: 'ink', limit: 5 })).toMatchObject([
      { highlight: 'R&amp;D: &lt;<mark>Ink</mark>&gt;' },
    ]);
  });

  test('puts titles that begin with the text first', async () => {
    const { store } = openTestStore();
    await store.articles.create(anArticle('Stone first'));
    await store.articles.create(anArticle('The stone comes later'));
    const [first] = await store.search.suggest({ q: 'stone', limit: 5 });
    expect(first?.title).toBe('Stone first');
  });

  test('forgets what is withdrawn and follows a new title', async () => {
    const { store } = openTestStore();
    const { article } = await store.articles.create(anArticle('Before'));
    await store.articles.update(article.id, { title: 'After' });
    expect(await store.search.suggest({ q: 'before', limit: 5 })).toEqual([]);
    expect(await store.search.suggest({ q: 'after', limit: 5 })).toHaveLength(1);
    await store.articles.update(article.id, { status: 'archived' });
    expect(await store.search.suggest({ q: 'after', limit: 5 })).toEqual([]);
  });

  test('finds Korean and Japanese from within a word', async () => {
    const { store } = openTestStore();
    await store.articles.create(anArticle('인공지능과 기사', { lang: 'ko' }));
    await store.articles.create(anArticle('東京の夜間ラジオ', { lang: 'ja' }));
    expect(await store.search.suggest({ q: '지능', limit: 5 })).toHaveLength(1);
    expect(await store.search.suggest({ q: 'らじ', limit: 5 })).toHaveLength(1);
    expect(await store.search.suggest({ q: '京', limit: 5 })).toHaveLength(1);
  });

  test('finds texts by category, with the total', async () => {
    const { store } = openTestStore();
    for (const category of ['craft', 'craft', 'science'])
      await store.articles.create(anArticle('Soot', { category, content: '<p>Pine soot and glue.</p>' }));
    const found = await store.search.results({ q: 'glue', category: 'craft', page: 1, limit: 1 });
    expect(found.total).toBe(2);
    expect(found.results[0]?.snippetHtml).toContain('<mark>glue</mark>');
  });
});
