import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ArticleQuery,
  type ArticleSummary,
  type Articles,
  createArticles,
  STATUSES,
} from '../../../data/articles.ts';
import { type Database, openDatabase } from '../../../data/database.ts';
import { LANGUAGES } from '../../../data/languages.ts';
import { migrate } from '../../../data/migrate.ts';
import { createPublicSite } from '../../../data/public-site.ts';
import { createViews } from '../../../data/views.ts';

const folder = mkdtempSync(join(tmpdir(), 'inkstone-lists-'));
let database: Database;
let articles: Articles;
let all: ArticleSummary[];

const CATEGORIES = ['craft', 'science', 'travel'];
const TAGS = ['ink', 'paper', 'stone'];

beforeAll(async () => {
  database = openDatabase(join(folder, 'test.db'));
  migrate(database);
  articles = createArticles(database, () => Date.UTC(2026, 0, 1));
  const views = createViews(database, () => Date.UTC(2026, 0, 1));
  await articles.createMany(Array.from({ length: 240 }, (_, n) => draft(n)));
  for (let n = 0; n < 40; n++) await views.record(`article-${(n * 7) % 240}`, `visitor ${n}`);
  await articles.update('article-3', { category: 'travel', lang: 'ja' });
  await articles.update('article-4', { status: 'archived' });
  await articles.remove('article-5');
  all = (await articles.list({ page: 1, limit: 300, sortBy: 'newest' })).articles;
});

afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

function draft(n: number) {
  const status = STATUSES[n % 7] ?? 'published';
  return {
    title: `Article ${n}`,
    slug: `article-${n}`,
    content: '<p>x</p>',
    status,
    lang: LANGUAGES[n % 3],
    category: CATEGORIES[(n >> 1) % 3],
    tags: TAGS.filter((_, index) => (n >> index) % 2 === 0),
    publishedAt:
      n % 11 === 0 && status === 'draft' ? null : new Date(Date.UTC(2026, 0, 1 + (n % 50))).toISOString(),
  };
}

type Filter = Pick<ArticleQuery, 'status' | 'category' | 'tag' | 'lang' | 'sortBy'>;

const FILTERS: Filter[] = (['newest', 'oldest', 'views'] as const).flatMap((sortBy) =>
  [undefined, 'published' as const, 'draft' as const].flatMap((status) =>
    [undefined, 'craft'].flatMap((category) =>
      [undefined, 'ink'].flatMap((tag) =>
        [undefined, 'ko' as const].map((lang) => ({ sortBy, status, category, tag, lang })),
      ),
    ),
  ),
);

function matches(article: ArticleSummary, { status, category, tag, lang }: Filter): boolean {
  return (
    (status === undefined || article.status === status) &&
    (category === undefined || article.category === category) &&
    (tag === undefined || article.tags.includes(tag)) &&
    (lang === undefined || article.lang === lang)
  );
}

/** The same list, worked out from all articles. */
function expected(filter: Filter): string[] {
  const time = ({ publishedAt }: ArticleSummary) => (publishedAt === null ? -1 : Date.parse(publishedAt));
  const newest = all.filter((article) => matches(article, filter));
  if (filter.sortBy === 'oldest') newest.reverse();
  if (filter.sortBy === 'views') newest.sort((a, b) => b.views - a.views || time(b) - time(a));
  return newest.map(({ id }) => id);
}

describe('a list of articles', () => {
  it('has all articles that match, in order, whatever page they are on', async () => {
    expect(all).toHaveLength(239);
    for (const filter of FILTERS) {
      const ids: string[] = [];
      let total = 0;
      for (let page = 1; page === 1 || ids.length < total; page++) {
        const got = await articles.list({ ...filter, page, limit: 7 });
        expect(got.articles.length).toBe(Math.min(7, got.total - ids.length));
        total = got.total;
        ids.push(...got.articles.map(({ id }) => id));
      }
      expect(ids, JSON.stringify(filter)).toEqual(expected(filter));
    }
  });

  it('is empty after its last page', async () => {
    const { articles: none, total } = await articles.list({ page: 36, limit: 7, sortBy: 'newest' });
    expect([none, total]).toEqual([[], 239]);
  });
});

/** How SQLite answers every query that work sends. */
async function plansOf(work: (recorded: Database) => Promise<unknown>): Promise<string[]> {
  const plans: string[] = [];
  const explain = (sql: string, parameters: unknown[]) => {
    const steps = database.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...(parameters as string[]));
    plans.push(...steps.map(({ detail }) => detail));
  };
  await work({
    ...database,
    get: (sql, ...parameters) => {
      explain(sql, parameters);
      return database.get(sql, ...parameters);
    },
    all: (sql, ...parameters) => {
      explain(sql, parameters);
      return database.all(sql, ...parameters);
    },
  });
  return plans;
}

/**
 * Whole tables are read only where they are short: names and counts, what a query has been handed or has found already,
 * no articles. Walking an index in order is no scan.
 */
const SCANNED =
  /^SCAN (?!article_counts|lists|asked|near|json_each|\(subquery-|sitemap_pages|a USING (?:COVERING )?INDEX articles_by_(?:date|views))/;

describe('the queries of hot routes', () => {
  it('lists without a tag read no table from end to end and sort nothing', async () => {
    for (const filter of FILTERS.filter(({ tag, sortBy }) => tag === undefined && sortBy !== 'views')) {
      const plans = await plansOf((recorded) =>
        createArticles(recorded, Date.now).list({ ...filter, page: 2, limit: 5 }),
      );
      expect(plans.filter((step) => SCANNED.test(step) || /TEMP B-TREE/.test(step))).toEqual([]);
    }
  });

  it('lists with a tag read its articles only', async () => {
    for (const filter of FILTERS.filter(({ tag }) => tag !== undefined)) {
      const plans = await plansOf((recorded) =>
        createArticles(recorded, Date.now).list({ ...filter, page: 1, limit: 5 }),
      );
      expect(plans.filter((step) => SCANNED.test(step))).toEqual([]);
    }
  });

  it('pages and feeds find their articles by indexes', async () => {
    const [article] = all.filter(({ status }) => status === 'published');
    const { id, slug } = article as ArticleSummary;
    const plans = await plansOf(async (recorded) => {
      const site = createPublicSite(recorded);
      await site.article(slug);
      await site.newest({ lang: 'en', limit: 50, withContent: true });
      await site.newest({ tag: 'ink', limit: 50 });
      await site.archivePage({ lang: 'en', category: 'craft', page: 1 });
      await site.neighbours(id);
      await site.translations(id);
      await site.articlesById([id]);
      await site.feedPlaces({ tag: 'ink', limit: 50 });
      await site.keysInUse({ kind: 'tag', lang: 'en' });
      await site.languagesOfTags(['ink']);
      await site.sitemapPage(1);
      await site.topicMap();
      await articles.find(id);
    });
    expect(plans.filter((step) => SCANNED.test(step))).toEqual([]);
  });

  it('writing an article finds what it touches by indexes', async () => {
    const plans = await plansOf(async (recorded) => {
      const writing = createArticles(recorded, () => Date.UTC(2026, 0, 1));
      const { article } = await writing.create({ ...draft(1000), status: 'published', slug: 'one-thousand' });
      await writing.update(article.id, { title: 'Other', tags: ['ink'] });
      await writing.remove(article.id);
    });
    expect(plans.filter((step) => SCANNED.test(step))).toEqual([]);
  });
});
