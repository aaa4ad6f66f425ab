import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { articlePath } from '../../../site/paths.ts';
import { articleCard, siteCard } from '../../../site/social/card.ts';
import { type Cards, openCards } from '../../../site/social/cards.ts';
import { anArticle, openTestStore } from '../../data/store/test-store.ts';
import { drawJpeg } from '../../support/test-pictures.ts';

// The text engine reads its list of fonts once in a process.
const fonts = mkdtempSync(join(tmpdir(), 'inkstone-fonts-'));
afterAll(() => rmSync(fonts, { recursive: true }));

const site = { url: 'https://news.example', name: 'The Inkstone', defaultLang: 'en' as const };

function openTestCards(options: { drawnAtOnce?: number } = {}) {
  const { store } = openTestStore();
  const folder = mkdtempSync(join(tmpdir(), 'inkstone-cards-'));
  const place = (name: string) => join(folder, name);
  mkdirSync(place('uploads'));
  const failures: unknown[] = [];
  const cards: Cards = openCards({
    folder: place('social'),
    uploads: place('uploads'),
    fonts,
    store,
    site,
    onFailure: (_, error) => failures.push(error),
    ...options,
  });
  onTestFinished(async () => {
    await cards.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const files = () => globSync('social/**/*.jpg', { cwd: folder }).sort();
  return { store, cards, files, failures, place };
}

describe('the card of an article', () => {
  const article = anArticle('Salt and ink') as Parameters<typeof articleCard>[1];

  it('has another address whenever it shows something else, and the same otherwise', () => {
    const { path } = articleCard(site, { ...article, slug: 'salt' });
    expect(path).toMatch(/^\/social\/en\/articles\/salt\/[0-9a-f]{16}\.jpg$/);
    expect(articleCard(site, { ...article, slug: 'salt' }).path).toBe(path);
    expect(articleCard(site, { ...article, slug: 'salt', title: 'Salt, ink' }).path).not.toBe(path);
    expect(articleCard({ ...site, name: 'Other' }, { ...article, slug: 'salt' }).path).not.toBe(path);
  });

  it('shows uploads only: nothing is fetched from elsewhere', () => {
    const withPicture = (thumbnailUrl: string) => articleCard(site, { ...article, slug: 'a', thumbnailUrl });
    expect(withPicture('https://elsewhere.example/a.png').picture).toBeUndefined();
    expect(withPicture('/uploads/a.png').picture).toBe('/uploads/a.png');
  });
});

describe('cards', () => {
  it.each([
    ['en', 'The road that paper took & “quiet” <machines> 😀'],
    ['ko', '종이가 지나온 길: 조용한 기계'],
    ['ja', '紙が旅した道――静かな機械'],
  ] as const)('are pictures of 1200 by 630 pixels with a title in %s', async (lang, title) => {
    const { store, cards, files } = openTestCards();
    const { article } = await store.articles.create(anArticle(title, { lang }));
    const answer = await cards.answer(articleCard(site, article).path);
    expect(answer?.headers.get('Content-Type')).toBe('image/jpeg');
    const bytes = Buffer.from((await answer?.arrayBuffer()) ?? new ArrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' });
    expect(files()).toHaveLength(1);
  });

  it('hold the longest title and the longest names without failing', async () => {
    const { store, cards } = openTestCards();
    const { article } = await store.articles.create(
      anArticle('W'.repeat(300), { author: '長い'.repeat(60), category: 'k'.repeat(64) }),
    );
    expect((await cards.answer(articleCard(site, article).path))?.status).toBe(200);
  });

  it.each([' \u200b', '😀', '㐂\u{20b9f}'])(
    'have room for a title that shows nothing, such as %j',
    async (title) => {
      const { store, cards } = openTestCards();
      const { article } = await store.articles.create(anArticle('x', { slug: 'x' }));
      await store.articles.update(article.id, { title });
      expect((await cards.answer(articleCard(site, { ...article, title }).path))?.status).toBe(200);
    },
  );

  it('show the article’s picture, and do without one that cannot be read', async () => {
    const { store, cards, place } = openTestCards();
    writeFileSync(place('uploads/good.jpg'), await drawJpeg());
    writeFileSync(place('uploads/bad.jpg'), 'no picture');
    for (const name of ['good', 'bad']) {
      const { article } = await store.articles.create(
        anArticle(name, { thumbnailUrl: `/uploads/${name}.jpg` }),
      );
      expect((await cards.answer(articleCard(site, article).path))?.status).toBe(200);
    }
  });

  it('of a large import are drawn for the last articles; others when they are asked for, and gone when they should be', async () => {
    const { store, cards, files, failures } = openTestCards({ drawnAtOnce: 2 });
    const written = await Promise.all(
      ['one', 'two', 'three', 'four'].map((title) => store.articles.create(anArticle(title))),
    );
    const [one, two] = written.map(({ article }) => article);
    if (!one || !two) throw new Error('Nothing was written.');
    await cards.answer(articleCard(site, two).path);
    await store.articles.update(two.id, { status: 'archived' });
    cards.refresh(written.map(({ article }) => articlePath('en', article.slug)));
    await cards.idle();
    expect(files().map((file) => file.split('/')[3])).toEqual(['four', 'three']);
    expect((await cards.answer(articleCard(site, one).path))?.status).toBe(200);
    expect(files()).toHaveLength(3);
    expect(failures).toEqual([]);
  });

  it('are drawn after an article is live, replaced with its title, and gone with the article', async () => {
    const { store, cards, files, failures } = openTestCards();
    const { article } = await store.articles.create(anArticle('Salt and ink'));
    const page = articlePath('en', article.slug);
    cards.refresh([page, '/en/', '/feed/rss.xml']);
    await cards.idle();
    const first = files();
    expect(first).toHaveLength(1);
    await store.articles.update(article.id, { title: 'Ink and salt' });
    cards.refresh([page]);
    await cards.idle();
    expect(files()).toHaveLength(1);
    expect(files()).not.toEqual(first);
    await store.articles.update(article.id, { status: 'archived' });
    cards.refresh([page]);
    await cards.idle();
    expect(files()).toEqual([]);
    expect(failures).toEqual([]);
  });

  it('redirect from what an article showed before to what it shows now', async () => {
    const { store, cards } = openTestCards();
    const { article } = await store.articles.create(anArticle('Salt and ink'));
    const { path } = articleCard(site, article);
    const moved = await cards.answer(path.replace(/[0-9a-f]+\.jpg$/, '00.jpg'));
    expect([moved?.status, moved?.headers.get('Location')]).toEqual([302, path]);
  });

  it('are for the public: none of a draft, of another language or of anything else', async () => {
    const { store, cards, place } = openTestCards();
    const { article } = await store.articles.create(anArticle('Not yet', { status: 'draft' }));
    const { path } = articleCard(site, article);
    const others = [
      path,
      '/social/ko/articles/x/00.jpg',
      '/social/en/articles/%/00.jpg',
      '/social/xx/00.jpg',
      '/en/',
    ];
    for (const other of others) expect(await cards.answer(other)).toBeUndefined();
    expect(existsSync(place('social'))).toBe(false);
  });

  it('stand for the pages that are no articles, one a language', async () => {
    const { cards } = openTestCards();
    expect((await cards.answer(siteCard(site, 'ko').path))?.status).toBe(200);
  });
});
