import { v7 as uuid } from 'uuid';
import {
  amended,
  type Decided,
  decide,
  groupOf,
  type Room,
  type StoredRow,
  TRANSLATIONS_BELOW,
} from './article-fields.ts';
import { SANITIZER_VERSION, toPlainText, uploadsIn } from './article-html.ts';
import { listArticles } from './article-list.ts';
import { ARTICLE_COLUMNS, type ArticleRow, BY_ID_OR_SLUG, toArticle, toTime } from './article-rows.ts';
import { type Footprint, logChange } from './changes.ts';
import type { Database } from './database.ts';
import { Problem } from './errors.ts';
import type { Language } from './languages.ts';
import { footprintOf, relist, touchSitemap } from './lists.ts';
import type { ReactionCounts } from './reactions.ts';
import { relate } from './related.ts';
import { indexArticles, unindexArticle } from './search.ts';

/** Publication statuses; `published` is the one public value (Spec 3). */
export const STATUSES = ['draft', 'pending', 'scheduled', 'published', 'archived'] as const;

export type Status = (typeof STATUSES)[number];

/** An article without its long text. Times are RFC 3339 in UTC with milliseconds. */
export interface ArticleSummary {
  /** UUIDv7. */
  id: string;
  slug: string;
  lang: Language;
  title: string;
  summary: string;
  category: string;
  status: Status;
  tags: string[];
  author: string;
  sourceUrl: string | null;
  thumbnailUrl: string | null;
  translationOf: string | null;
  views: number;
  reactions: ReactionCounts;
  createdAt: string;
  updatedAt: string;
  publishedAt: string | null;
  /** Counts the edits, from 1; counters do not change it. */
  version: number;
}

export interface Article extends ArticleSummary {
  /** Sanitised HTML. */
  content: string;
}

/** An article to be stored. Everything is normalised, cleaned and within its limits already; what is absent gets its default. */
export interface NewArticle {
  title: string;
  /** Sanitised HTML. */
  content: string;
  slug?: string;
  lang?: Language;
  summary?: string;
  category?: string;
  status?: Status;
  tags?: string[];
  author?: string;
  sourceUrl?: string | null;
  thumbnailUrl?: string | null;
  translationOf?: string | null;
  publishedAt?: string | null;
}

/** The fields to change. `undefined` leaves a field as it is, null resets an optional field to its default. */
export type ArticlePatch = { [Field in keyof NewArticle]?: NewArticle[Field] | null };

/** A stored article, and the position in the change log at which the write is live on the site (0: nothing public changed). */
export interface Written {
  article: Article;
  seq: number;
}

/** Which articles a list shows, and in which order. Pages count from 1. */
export interface ArticleQuery {
  page: number;
  limit: number;
  status?: Status;
  category?: string;
  tag?: string;
  lang?: Language;
  sortBy: 'newest' | 'oldest' | 'views';
  withContent?: boolean;
}

/** Articles as operators see them: every status. `idOrSlug` takes either; a slug that has been renamed is not found. */
export interface Articles {
  /** @throws Problem `invalid` when translation_of names no article or a given slug is taken. */
  create(article: NewArticle): Promise<Written>;
  /**
   * Stores many in one transaction; each item stands alone: a Problem stands in the place of the one that failed. In the
   * archive they stand in the order of their dates.
   */
  createMany(articles: NewArticle[]): Promise<(Written | Problem)[]>;
  /** @throws Problem `not-found`; `precondition-failed` when the version is another; `invalid` as for create. */
  update(idOrSlug: string, patch: ArticlePatch, ifVersion?: number): Promise<Written>;
  /** @throws Problem `not-found`; `precondition-failed` when the version is another. */
  remove(idOrSlug: string, ifVersion?: number): Promise<{ seq: number }>;
  find(idOrSlug: string): Promise<Article | undefined>;
  /** The current slug of an article that used to have this one. */
  redirectOf(slug: string): Promise<string | undefined>;
  list(query: ArticleQuery): Promise<{ articles: (ArticleSummary & { content?: string })[]; total: number }>;
  /** Publishes scheduled articles whose time has come; `nextAt` is when the next one is due. */
  publishDue(): Promise<{ published: number; nextAt: string | null; seq: number }>;
}

/** The functions of articles over one database. */
export function createArticles(database: Database, now: () => number): Articles {
  const write = <T>(work: (room: Room) => T): Promise<T> =>
    database.write(() => {
      const room = openRoom(database, now());
      const result = work(room);
      // Last and together: between other writes, the full-text index would write a segment of its own for each article.
      indexArticles(database, room.toIndex);
      return result;
    });
  return {
    create: async (article) => write((room) => insert(room, article)),
    // No savepoints are needed: whatever is wrong with an article is found before its first row is written.
    createMany: async (articles) =>
      write((room) => inOrderOfDate(articles, (article) => orProblem(() => insert(room, article)))),
    update: async (idOrSlug, patch, ifVersion) =>
      write((room) => {
        const before = existing(database, idOrSlug, ifVersion);
        return amend(room, before, amended(room, before, patch));
      }),
    remove: async (idOrSlug, ifVersion) =>
      write((room) => ({ seq: erase(room, existing(database, idOrSlug, ifVersion)) })),
    find: async (idOrSlug) => {
      const row = findRow(database, idOrSlug);
      return row && toArticle(row);
    },
    redirectOf: async (slug) =>
      database.get<{ slug: string }>(
        'SELECT a.slug FROM slug_redirects r JOIN articles a ON a.row = r.article WHERE r.slug = ?',
        slug,
      )?.slug,
    list: async (query) => database.read(() => listArticles(database, query)),
    publishDue: async () => publishDue(database, now(), write),
  };
}

/** One piece of work happens at one moment: all its times are the same. */
function openRoom(database: Database, at: number): Room {
  let last = { html: '', text: '' };
  const textOf = (html: string) => {
    if (last.html !== html) last = { html, text: toPlainText(html) };
    return last.text;
  };
  return { database, now: () => at, textOf, toIndex: [] };
}

/** Archive pages fill in the order in which articles arrive: those that arrive together stand there by their dates. */
function inOrderOfDate<T>(articles: NewArticle[], take: (article: NewArticle) => T): T[] {
  const dateOf = ({ publishedAt }: NewArticle) => (publishedAt ? Date.parse(publishedAt) : Infinity);
  const results: T[] = new Array(articles.length);
  const order = articles.map((article, index) => ({ article, index, date: dateOf(article) }));
  for (const { article, index } of order.toSorted((a, b) => (a.date === b.date ? 0 : a.date - b.date)))
    results[index] = take(article);
  return results;
}

function orProblem<T>(work: () => T): T | Problem {
  try {
    return work();
  } catch (error) {
    if (error instanceof Problem && error.kind !== 'unavailable') return error;
    throw error;
  }
}

function findRow(database: Database, idOrSlug: string): StoredRow | undefined {
  return database.get<StoredRow>(
    `SELECT ${ARTICLE_COLUMNS}, c.html FROM articles a JOIN contents c ON c.article = a.row WHERE ${BY_ID_OR_SLUG}`,
    idOrSlug,
    idOrSlug,
  );
}

function existing(database: Database, idOrSlug: string, ifVersion: number | undefined): StoredRow {
  const row = findRow(database, idOrSlug);
  if (!row) throw new Problem('not-found', 'There is no such article.');
  if (ifVersion !== undefined && ifVersion !== row.version)
    throw new Problem(
      'precondition-failed',
      'The article has been changed since you read it. Read it again and repeat your change.',
    );
  return row;
}

/** What the schema gives a new row. */
const NEW_ROW = { views: 0, likes: 0, fires: 0, mindblowns: 0, hearts: 0, version: 1 };

function insert(room: Room, article: NewArticle): Written {
  const { database } = room;
  const at = room.now();
  const decided = decide(room, article, undefined);
  const id = uuid();
  const group = groupOf(database, decided.translation_of) ?? id;
  const { lastRow: row } = database.run(
    'INSERT INTO articles (id, slug, lang, status, title, summary, category, tags, author, source_url, thumbnail_url, ' +
      'translation_of, group_id, created_at, updated_at, published_at) ' +
      'VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    id,
    ...columnsOf(decided),
    group,
    at,
    at,
    decided.published_at,
  );
  database.run(
    'INSERT INTO contents (article, html, sanitizer_version) VALUES (?, ?, ?)',
    row,
    decided.html,
    SANITIZER_VERSION,
  );
  return settle(
    room,
    null,
    { ...NEW_ROW, ...decided, row, id, group_id: group, created_at: at, updated_at: at },
    at,
  );
}

function columnsOf(decided: Decided) {
  return [
    decided.slug,
    decided.lang,
    decided.status,
    decided.title,
    decided.summary,
    decided.category,
    decided.tags,
    decided.author,
    decided.source_url,
    decided.thumbnail_url,
    decided.translation_of,
  ] as const;
}

function amend(room: Room, before: StoredRow, decided: Decided): Written {
  const { database } = room;
  const isSame = Object.entries(decided).every(
    ([column, value]) => before[column as keyof Decided] === value,
  );
  if (isSame) return { article: toArticle(before), seq: 0 };
  // The clock may have been set back since; feeds and readers rely on later versions being newer.
  const at = Math.max(room.now(), before.updated_at);
  const beforePrint = footprintOf(database, before);
  const isRegrouped = before.translation_of !== decided.translation_of;
  const companions = isRegrouped ? companionsOf(database, before) : [];
  if (isRegrouped) regroup(database, before, decided.translation_of);
  database.run(
    'UPDATE articles SET slug = ?, lang = ?, status = ?, title = ?, summary = ?, category = ?, tags = ?, author = ?, ' +
      'source_url = ?, thumbnail_url = ?, translation_of = ?, updated_at = ?, published_at = ?, version = version + 1 WHERE row = ?',
    ...columnsOf(decided),
    at,
    decided.published_at,
    before.row,
  );
  if (before.html !== decided.html)
    database.run(
      'UPDATE contents SET html = ?, sanitizer_version = ? WHERE article = ?',
      decided.html,
      SANITIZER_VERSION,
      before.row,
    );
  if (before.slug !== decided.slug) redirect(database, before, decided.slug);
  const written = settle(
    room,
    { row: before, print: beforePrint },
    findRow(database, before.id) as StoredRow,
    at,
  );
  for (const companion of companions) written.seq = followChange(database, companion, at);
  return written;
}

interface Companion {
  row: ArticleRow;
  print: Footprint | null;
}

/** The public translations that an article takes along into another group, as they stand now. */
function companionsOf(database: Database, article: StoredRow): Companion[] {
  return database
    .all<ArticleRow>(
      `${TRANSLATIONS_BELOW} SELECT ${ARTICLE_COLUMNS} FROM articles a WHERE a.id IN (SELECT id FROM below) ` +
        "AND a.row <> ? AND a.status = 'published'",
      article.id,
      article.row,
    )
    .map((row) => ({ row, print: footprintOf(database, row) }));
}

/** Logs that the translations of an article are others now, though nothing of its own has changed. */
function followChange(database: Database, { row, print: before }: Companion, at: number): number {
  const moved = database.get<ArticleRow>(
    `SELECT ${ARTICLE_COLUMNS} FROM articles a WHERE a.row = ?`,
    row.row,
  );
  const after = moved ? footprintOf(database, moved) : null;
  touchSitemap(database, before, at);
  touchSitemap(database, after, at);
  return logChange(database, { articleId: row.id, before, after, at });
}

/** Moves an article and its own translations into the group of the article it now translates, or into one of their own. */
function regroup(database: Database, article: StoredRow, translationOf: string | null): void {
  database.run(
    `${TRANSLATIONS_BELOW} UPDATE articles SET group_id = ? WHERE id IN (SELECT id FROM below)`,
    article.id,
    groupOf(database, translationOf) ?? article.id,
  );
}

function redirect(database: Database, before: StoredRow, slug: string): void {
  database.run('DELETE FROM slug_redirects WHERE slug = ?', slug);
  database.run(
    'INSERT OR REPLACE INTO slug_redirects (slug, article) VALUES (?, ?)',
    before.slug,
    before.row,
  );
}

/** Brings everything that follows from an article's row up to date: tags, uploads, lists, search, sitemap, change log. */
function settle(
  room: Room,
  before: { row: StoredRow; print: ReturnType<typeof footprintOf> } | null,
  after: StoredRow,
  at: number,
): Written {
  const { database } = room;
  if (!before) database.run('DELETE FROM slug_redirects WHERE slug = ?', after.slug);
  retag(database, before?.row ?? null, after);
  relink(database, before?.row ?? null, after);
  relist(database, before?.row ?? null, after);
  relate(database, before?.row ?? null, after);
  reindex(room, before?.row ?? null, after);
  const print = { before: before?.print ?? null, after: footprintOf(database, after) };
  touchSitemap(database, print.before, at);
  touchSitemap(database, print.after, at);
  const isPublic = print.before !== null || print.after !== null;
  const seq = isPublic ? logChange(database, { articleId: after.id, ...print, at }) : 0;
  return { article: toArticle(after), seq };
}

function retag(database: Database, before: StoredRow | null, after: StoredRow): void {
  if (before?.tags === after.tags) return;
  if (before) database.run('DELETE FROM article_tags WHERE article = ?', after.row);
  for (const tag of JSON.parse(after.tags) as string[])
    database.run('INSERT INTO article_tags (tag, article) VALUES (?, ?)', tag, after.row);
}

function relink(database: Database, before: StoredRow | null, after: StoredRow): void {
  if (before?.html === after.html && before.thumbnail_url === after.thumbnail_url) return;
  if (before) database.run('DELETE FROM article_uploads WHERE article = ?', after.row);
  const urls = new Set(uploadsIn(after.html));
  if (after.thumbnail_url?.startsWith('/uploads/')) urls.add(after.thumbnail_url);
  for (const url of urls)
    database.run('INSERT INTO article_uploads (url, article) VALUES (?, ?)', url, after.row);
}

function reindex({ database, textOf, toIndex }: Room, before: StoredRow | null, after: StoredRow): void {
  const isFound = (row: StoredRow | null) => row?.status === 'published';
  const isSame =
    before &&
    isFound(before) === isFound(after) &&
    before.lang === after.lang &&
    before.category === after.category &&
    before.title === after.title &&
    before.summary === after.summary &&
    before.tags === after.tags &&
    before.html === after.html;
  if (isSame) return;
  if (isFound(before)) unindexArticle(database, after.row);
  if (isFound(after)) toIndex.push({ ...after, text: textOf(after.html) });
}

function erase({ database, now }: Room, article: StoredRow): number {
  const at = now();
  const before = footprintOf(database, article);
  relist(database, article, null);
  if (article.status === 'published') unindexArticle(database, article.row);
  database.run('DELETE FROM articles WHERE row = ?', article.row);
  touchSitemap(database, before, at);
  return before ? logChange(database, { articleId: article.id, before, after: null, at }) : 0;
}

async function publishDue(
  database: Database,
  at: number,
  write: <T>(work: (room: Room) => T) => Promise<T>,
): Promise<{ published: number; nextAt: string | null; seq: number }> {
  const due = () =>
    database.all<{ id: string }>(
      "SELECT id FROM articles WHERE status = 'scheduled' AND published_at <= ? ORDER BY published_at, row LIMIT 100",
      at,
    );
  // Looked up first without the write lock: nearly always nothing is due.
  const seqs = due().length === 0 ? [] : await write((room) => due().map(({ id }) => publish(room, id)));
  const next = database.get<{ at: number | null }>(
    "SELECT min(published_at) AS at FROM articles WHERE status = 'scheduled'",
  )?.at;
  return { published: seqs.length, nextAt: next == null ? null : toTime(next), seq: Math.max(0, ...seqs) };
}

function publish(room: Room, id: string): number {
  const before = existing(room.database, id, undefined);
  return amend(room, before, { ...before, status: 'published' }).seq;
}
