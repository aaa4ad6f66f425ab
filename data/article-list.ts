import { ARTICLE_COLUMNS, type ArticleRow, toSummary } from './article-rows.ts';
import type { ArticleQuery, ArticleSummary } from './articles.ts';
import type { Database } from './database.ts';

type Listed = ArticleSummary & { content?: string };

interface Plan {
  /** FROM and WHERE, with the articles as `a`. */
  source: string;
  parameters: (string | number)[];
  order: Record<ArticleQuery['sortBy'], string>;
  total: () => number;
}

/** One page of a list, and how many articles the whole list has. */
export function listArticles(database: Database, query: ArticleQuery): { articles: Listed[]; total: number } {
  const plan = planFromShelves(database, query) ?? planFromArticles(database, query);
  const total = plan.total();
  const offset = (query.page - 1) * query.limit;
  if (offset >= total) return { articles: [], total };
  const content = query.withContent ? ', (SELECT html FROM contents WHERE article = a.row) AS html' : '';
  const rows = database.all<ArticleRow & { html?: string }>(
    `SELECT ${ARTICLE_COLUMNS}${content} ${plan.source} ORDER BY ${plan.order[query.sortBy]} LIMIT ? OFFSET ?`,
    ...plan.parameters,
    query.limit,
    offset,
  );
  return {
    articles: rows.map((row) => ({ ...toSummary(row), ...(query.withContent && { content: row.html }) })),
    total,
  };
}

/** Public articles with at most one of category and tag, by date: an index gives the order, and the total is kept. */
function planFromShelves(database: Database, query: ArticleQuery): Plan | undefined {
  if (query.status !== 'published' || query.sortBy === 'views' || (query.category && query.tag))
    return undefined;
  const kind = query.category ? 'category' : query.tag ? 'tag' : 'all';
  const list = database.get<{ list: number; count: number }>(
    'SELECT list, count FROM lists WHERE kind = ? AND key = ? AND lang = ?',
    kind,
    query.category ?? query.tag ?? '',
    query.lang ?? '',
  );
  return {
    source: 'FROM shelves s JOIN articles a ON a.row = s.article WHERE s.list = ?',
    parameters: [list?.list ?? 0],
    order: {
      newest: 's.published_at DESC, s.article DESC',
      oldest: 's.published_at, s.article',
      views: '',
    },
    total: () => list?.count ?? 0,
  };
}

function planFromArticles(database: Database, query: ArticleQuery): Plan {
  const filters = [
    { given: query.status, sql: 'a.status = ?' },
    { given: query.category, sql: 'a.category = ?' },
    { given: query.lang, sql: 'a.lang = ?' },
    { given: query.tag, sql: 'a.row IN (SELECT article FROM article_tags WHERE tag = ?)' },
  ].filter(
    (filter): filter is { given: NonNullable<typeof filter.given>; sql: string } =>
      filter.given !== undefined,
  );
  const where = filters.length > 0 ? `WHERE ${filters.map(({ sql }) => sql).join(' AND ')}` : '';
  const parameters = filters.map(({ given }) => given);
  return {
    source: `FROM articles a ${where}`,
    parameters,
    order: {
      newest: 'a.published_at DESC, a.row DESC',
      oldest: 'a.published_at, a.row',
      views: 'a.views DESC, a.published_at DESC, a.row DESC',
    },
    total: () =>
      database.get<{ n: number }>(`SELECT count(*) AS n FROM articles a ${where}`, ...parameters)?.n ?? 0,
  };
}
