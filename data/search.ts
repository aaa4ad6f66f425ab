import { toPlainText } from './article-html.ts';
import { ARTICLE_COLUMNS, type ArticleRow, toSummary } from './article-rows.ts';
import type { ArticleSummary } from './articles.ts';
import type { Database } from './database.ts';
import type { Language } from './languages.ts';
import { fold, highlight, resultsQuery, snippet, suggestQuery, tokensOf } from './search-text.ts';

/** A public article whose title matches. `highlight` is HTML in which all but `<mark>` is escaped. */
export interface Suggestion {
  id: string;
  title: string;
  highlight: string;
  slug: string;
  lang: Language;
}

/** A found article; `titleHtml` and `snippetHtml` are HTML in which all but `<mark>` is escaped. */
export type SearchResult = ArticleSummary & { titleHtml: string; snippetHtml: string };

/** Search over public articles. */
export interface Search {
  suggest(query: { q: string; lang?: Language; limit: number }): Promise<Suggestion[]>;
  results(query: {
    q: string;
    lang?: Language;
    category?: string;
    page: number;
    limit: number;
  }): Promise<{ total: number; results: SearchResult[] }>;
}

/** How many of the newest matches suggestions are chosen from. */
const CANDIDATES = 50;

/** Makes a public article findable. For use inside a transaction, on an article that is not in the index. */
export function indexArticle(
  database: Database,
  article: { row: number; title: string; summary: string; tags: string; text: string },
): void {
  database.run(
    'INSERT INTO search (rowid, title, summary, tags, body) VALUES (?, ?, ?, ?, ?)',
    article.row,
    tokensOf(article.title),
    tokensOf(article.summary),
    tokensOf((JSON.parse(article.tags) as string[]).join(' ')),
    tokensOf(article.text),
  );
}

/** Takes an article out of the index. For use inside a transaction. */
export function unindexArticle(database: Database, row: number): void {
  database.run('DELETE FROM search WHERE rowid = ?', row);
}

export function createSearch(database: Database): Search {
  return {
    suggest: async ({ q, lang, limit }) => suggest(database, { q, lang, limit }),
    results: async (query) => results(database, query),
  };
}

function suggest(
  database: Database,
  { q, lang, limit }: { q: string; lang?: Language; limit: number },
): Suggestion[] {
  const match = suggestQuery(q);
  if (match === undefined) return [];
  const candidates = database.all<Omit<Suggestion, 'highlight'>>(
    'SELECT a.id, a.title, a.slug, a.lang FROM search s JOIN articles a ON a.row = s.rowid ' +
      `WHERE search MATCH ? ${lang ? 'AND a.lang = ?' : ''} ORDER BY s.rowid DESC LIMIT ${CANDIDATES}`,
    match,
    ...(lang ? [lang] : []),
  );
  const typed = fold(q.trim()).text;
  const startsTitle = ({ title }: { title: string }) => (fold(title).text.startsWith(typed) ? 0 : 1);
  return candidates
    .map((candidate) => ({ candidate, order: startsTitle(candidate) }))
    .sort((a, b) => a.order - b.order)
    .slice(0, limit)
    .map(({ candidate: { id, title, slug, lang: language } }) => ({
      id,
      title,
      highlight: highlight(title, q),
      slug,
      lang: language,
    }));
}

function results(
  database: Database,
  { q, lang, category, page, limit }: Parameters<Search['results']>[0],
): { total: number; results: SearchResult[] } {
  const match = resultsQuery(q);
  if (match === undefined) return { total: 0, results: [] };
  const filters = `${lang ? 'AND a.lang = ?' : ''} ${category ? 'AND a.category = ?' : ''}`;
  const parameters = [match, ...(lang ? [lang] : []), ...(category ? [category] : [])];
  const source = `FROM search s JOIN articles a ON a.row = s.rowid WHERE search MATCH ? ${filters}`;
  return database.read(() => {
    const total = database.get<{ n: number }>(`SELECT count(*) AS n ${source}`, ...parameters)?.n ?? 0;
    const rows = database.all<ArticleRow & { html: string }>(
      `SELECT ${ARTICLE_COLUMNS}, (SELECT html FROM contents WHERE article = a.row) AS html ${source} ` +
        'ORDER BY bm25(search, 8.0, 3.0, 4.0, 1.0), a.row DESC LIMIT ? OFFSET ?',
      ...parameters,
      limit,
      (page - 1) * limit,
    );
    return { total, results: rows.map((row) => toResult(row, q)) };
  });
}

function toResult(row: ArticleRow & { html: string }, q: string): SearchResult {
  return {
    ...toSummary(row),
    titleHtml: highlight(row.title, q),
    snippetHtml: snippet(toPlainText(row.html), q),
  };
}
