import { summarize, toSentences } from './article-html.ts';
import { type ArticleRow, toArticle } from './article-rows.ts';
import type { ArticlePatch, NewArticle, Status } from './articles.ts';
import type { Database } from './database.ts';
import { Problem } from './errors.ts';
import { detectLanguage } from './languages.ts';
import type { Indexed } from './search.ts';
import { toSlug, withSuffix } from './slugs.ts';

/** What writing articles needs: the database inside a transaction, and the time in milliseconds. */
export interface Room {
  database: Database;
  now: () => number;
  /** The plain text of an article's HTML; remembers the last one, since more than one asks for it. */
  textOf: (html: string) => string;
  /** What is to be indexed for search when everything else is written. */
  toIndex: Indexed[];
}

/** An article row with its long text. */
export type StoredRow = ArticleRow & { html: string };

/** The fields that callers decide on; the rest of a row follows from them. */
export type Decided = Pick<
  StoredRow,
  | 'slug'
  | 'lang'
  | 'status'
  | 'title'
  | 'summary'
  | 'category'
  | 'tags'
  | 'author'
  | 'source_url'
  | 'thumbnail_url'
  | 'translation_of'
  | 'published_at'
  | 'html'
>;

/** Gives every field its value: what is given, else its default. `self` is the article that is being changed. */
export function decide(room: Room, article: NewArticle, self: StoredRow | undefined): Decided {
  const text = room.textOf(article.content);
  const lang = article.lang ?? detectLanguage(article.title, text);
  const status = article.status ?? 'draft';
  return {
    slug: decideSlug(room.database, article, self),
    lang,
    status,
    title: article.title,
    summary: article.summary ?? summarize(toSentences(article.content), lang),
    category: article.category ?? 'general',
    tags: JSON.stringify([...new Set(article.tags ?? [])]),
    author: article.author ?? '',
    source_url: article.sourceUrl ?? null,
    thumbnail_url: article.thumbnailUrl ?? null,
    translation_of: decideTranslation(room.database, article.translationOf, self),
    published_at: decideDate(room, status, article.publishedAt),
    html: article.content,
  };
}

/** Moving to `published` sets the date once, unless it is given. */
function decideDate(room: Room, status: Status, given: string | null | undefined): number | null {
  if (given) return Date.parse(given);
  if (status === 'scheduled')
    throw new Problem('invalid', 'A scheduled article needs the time at which it is to be published.', [
      { path: 'published_at', message: 'is required when status is "scheduled"' },
    ]);
  return status === 'published' ? room.now() : null;
}

function decideSlug(database: Database, article: NewArticle, self: StoredRow | undefined): string {
  const isFree = (slug: string) => {
    const owner = database.get<{ row: number }>('SELECT row FROM articles WHERE slug = ?', slug);
    return !owner || owner.row === self?.row;
  };
  if (article.slug !== undefined) {
    if (isFree(article.slug)) return article.slug;
    throw new Problem('invalid', 'Another article has this slug.', [
      { path: 'slug', message: 'is taken by another article' },
    ]);
  }
  // An automatic slug also leaves the old addresses of renamed articles alone.
  const isUnused = (slug: string) =>
    isFree(slug) &&
    !database.get(
      'SELECT 1 FROM slug_redirects WHERE slug = ? AND article IS NOT ?',
      slug,
      self?.row ?? null,
    );
  const slug = toSlug(article.title);
  if (isUnused(slug)) return slug;
  for (let n = 2; n <= 20; n++) if (isUnused(withSuffix(slug, n))) return withSuffix(slug, n);
  for (;;) {
    const candidate = withSuffix(slug, 100_000 + Math.floor(Math.random() * 900_000));
    if (isUnused(candidate)) return candidate;
  }
}

/** A common table `below` of the ids of an article (the parameter) and of all that translate it, directly or not. */
export const TRANSLATIONS_BELOW =
  'WITH RECURSIVE below (id) AS (SELECT ? UNION SELECT a.id FROM articles a JOIN below b ON a.translation_of = b.id) ';

function decideTranslation(
  database: Database,
  id: string | null | undefined,
  self: StoredRow | undefined,
): string | null {
  if (!id) return null;
  const refuse = (message: string) =>
    new Problem('invalid', 'The article cannot be linked as a translation.', [
      { path: 'translation_of', message },
    ]);
  if (!groupOf(database, id)) throw refuse('names no article');
  if (self && database.get(`${TRANSLATIONS_BELOW} SELECT 1 FROM below WHERE id = ?`, self.id, id))
    throw refuse('names the article itself or one of its translations');
  return id;
}

/** The group of translations that an article is in. */
export function groupOf(database: Database, id: string | null): string | undefined {
  if (id === null) return undefined;
  return database.get<{ group_id: string }>('SELECT group_id FROM articles WHERE id = ?', id)?.group_id;
}

/** The article as it would be after a patch. */
export function amended(room: Room, before: StoredRow, patch: ArticlePatch): Decided {
  const article = toArticle(before);
  const merged = {
    ...article,
    ...Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)),
  };
  const withDefaults = Object.fromEntries(
    Object.entries(merged).map(([field, value]) => [field, value ?? undefined]),
  );
  return decide(room, withDefaults as unknown as NewArticle, before);
}
