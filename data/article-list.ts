import { ARTICLE_COLUMNS, type ArticleRow, toSummary } from './article-rows.ts';
import type { ArticleQuery, ArticleSummary } from './articles.ts';
import type { Database } from './database.ts';

type Listed = ArticleSummary & { content?: string };

/** How a list is read: along one index, which gives its order, and of which all filters can be told without the row. */
interface Plan {
  /** The column that names an article's row. */
  key: string;
  /** FROM and WHERE. */
  source: string;
  parameters: (string | number)[];
  /** The columns of the order; all of them go down, or all up. */
  order: string[];
  isDescending: boolean;
  total: number;
}

/** One page of a list, and how many articles the whole list has. */
export function listArticles(database: Database, query: ArticleQuery): { articles: Listed[]; total: number } {
  const plan = planFromShelves(database, query) ?? planFromArticles(database, query);
  const { page, limit, withContent } = query;
  const offset = (page - 1) * limit;
  if (offset >= plan.total) return { articles: [], total: plan.total };
  const content = withContent ? ', (SELECT html FROM contents WHERE article = a.row) AS html' : '';
  const rows = rowsOf<ArticleRow & { html?: string }>(database, plan, {
    columns: `${ARTICLE_COLUMNS}${content}`,
    offset,
    limit: Math.min(limit, plan.total - offset),
  });
  return {
    articles: rows.map((row) => ({ ...toSummary(row), ...(withContent && { content: row.html }) })),
    total: plan.total,
  };
}

/**
 * The rows of a page, counted from the nearer end of the list: pages far down cost no more than the middle. Their keys come
 * first, so that no row is looked up only to be passed over.
 */
function rowsOf<Row extends { row: number }>(
  database: Database,
  { key, source, parameters, order, isDescending, total }: Plan,
  { columns, offset, limit }: { columns: string; offset: number; limit: number },
): Row[] {
  const behind = total - offset - limit;
  const isFromEnd = behind < offset;
  const direction = isDescending === isFromEnd ? '' : ' DESC';
  const keys = database.all<{ row: number }>(
    `SELECT ${key} AS row ${source} ORDER BY ${order.map((column) => column + direction).join(', ')} LIMIT ? OFFSET ?`,
    ...parameters,
    limit,
    isFromEnd ? behind : offset,
  );
  if (isFromEnd) keys.reverse();
  const rows = database.all<Row>(
    `SELECT ${columns} FROM json_each(?) asked CROSS JOIN articles a ON a.row = asked.value`,
    JSON.stringify(keys.map(({ row }) => row)),
  );
  const byKey = new Map(rows.map((row) => [row.row, row]));
  return keys.map(({ row }) => byKey.get(row) as Row);
}

/** Public articles by date: of all, of a category, or with a tag; the total is kept. */
function planFromShelves(database: Database, query: ArticleQuery): Plan | undefined {
  const { status, sortBy, category, tag, lang } = query;
  if (status !== 'published' || sortBy === 'views') return undefined;
  const kind = tag ? 'tag' : category ? 'category' : 'all';
  const list = database.get<{ list: number; count: number }>(
    'SELECT list, count FROM lists WHERE kind = ? AND key = ? AND lang = ?',
    kind,
    tag ?? category ?? '',
    lang ?? '',
  );
  const isWithin = tag !== undefined && category !== undefined;
  const articles = 'JOIN articles a ON a.row = s.article AND a.category = ?';
  return {
    key: 's.article',
    source: `FROM shelves s ${isWithin ? articles : ''} WHERE s.list = ?`,
    parameters: [...(isWithin ? [category] : []), list?.list ?? 0],
    order: ['s.published_at', 's.article'],
    isDescending: sortBy === 'newest',
    total: isWithin ? countWithin(database, { tag, category, lang }) : (list?.count ?? 0),
  };
}

function countWithin(
  database: Database,
  { tag, category, lang }: { tag: string; category: string; lang?: string | undefined },
): number {
  const counted = database.get<{ count: number }>(
    'SELECT count FROM category_tags WHERE lang = ? AND category = ? AND tag = ?',
    lang ?? '',
    category,
    tag,
  );
  return counted?.count ?? 0;
}

/** Below it, sorting what an index finds is faster than walking the whole list in order and skipping. */
const FEW = 2000;

function planFromArticles(database: Database, query: ArticleQuery): Plan {
  const { status, category, lang, tag, sortBy } = query;
  const columns = { status, category, lang };
  const given = Object.entries(columns).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const conditions = given.map(([column]) => `${column} = ?`);
  const parameters = given.map(([, value]) => value);
  const where = (all: string[]) => (all.length > 0 ? `WHERE ${all.join(' AND ')}` : '');
  const order = [...(sortBy === 'views' ? ['a.views'] : []), 'a.published_at', 'a.row'];
  const isDescending = sortBy !== 'oldest';
  if (tag !== undefined) {
    const source = `FROM article_tags t CROSS JOIN articles a ON a.row = t.article ${where(['t.tag = ?', ...conditions])}`;
    const total = database.get<{ n: number }>(`SELECT count(*) AS n ${source}`, tag, ...parameters)?.n ?? 0;
    return { key: 't.article', source, parameters: [tag, ...parameters], order, isDescending, total };
  }
  const counted = database.get<{ n: number | null }>(
    `SELECT sum(count) AS n FROM article_counts ${where(conditions)}`,
    ...parameters,
  );
  const total = counted?.n ?? 0;
  return {
    key: 'a.row',
    source: `FROM articles a INDEXED BY ${indexFor(query, total)} ${where(conditions)}`,
    ...{ parameters, order, isDescending, total },
  };
}

function indexFor({ status, category, sortBy }: ArticleQuery, total: number): string {
  if (sortBy === 'views' && total > FEW) return 'articles_by_views';
  if (category !== undefined) return 'articles_by_category';
  if (status !== undefined) return 'articles_by_status';
  return sortBy === 'views' ? 'articles_by_views' : 'articles_by_date';
}
