import type { Database } from './database.ts';
import type { Language } from './languages.ts';

/** All that the public paths of an article depend on, at one moment at which it was public. */
export interface Footprint {
  id: string;
  slug: string;
  lang: Language;
  category: string;
  tags: string[];
  /** Its public translations, without itself, and where they stand: sitemap and feeds link them to this article. */
  alternates: Alternate[];
  /** Slugs of the previous and the next public article of the language. */
  neighbours: string[];
  /** Slugs of the articles of the language whose pages recommend it. */
  recommenders: string[];
  /** Whether no other public article of its language is in its category. */
  isAloneInCategory: boolean;
  /** Tags that no other public article of its language has. */
  aloneWithTags: string[];
  /** Position in the archive of its language, from 1. */
  shelf: number;
  /** Position in the archive of its category in its language. */
  categoryShelf: number;
  /** Position in the archive of each of its tags in its language. */
  tagShelves: Record<string, number>;
  /** Position among all articles of all languages. */
  sitemapShelf: number;
}

/** A public translation of the article that changed. */
export interface Alternate {
  slug: string;
  lang: Language;
  category: string;
  tags: string[];
  sitemapShelf: number;
}

/** One row of the change log: what happened to the public site. null: not public before, or not after. */
export interface Change {
  seq: number;
  /** Empty when no article has changed. */
  articleId: string;
  before: Footprint | null;
  after: Footprint | null;
  /** The language whose home page has changed by itself. */
  home: Language | null;
}

interface ChangeRow {
  seq: number;
  article_id: string;
  before: string | null;
  after: string | null;
  home: Language | null;
}

/** Reading the change log. Rows are never taken away: each publisher keeps its own cursor. */
export interface Changes {
  /** The newest position, 0 for an empty log. */
  latest(): Promise<number>;
  /** The rows after a position, oldest first. */
  after(seq: number, limit: number): Promise<Change[]>;
}

export function createChanges(database: Database): Changes {
  return {
    latest: async () => latestChange(database),
    after: async (seq, limit) =>
      database
        .all<ChangeRow>(
          'SELECT seq, article_id, before, after, home FROM changes WHERE seq > ? ORDER BY seq LIMIT ?',
          seq,
          limit,
        )
        .map(toChange),
  };
}

function toChange(row: ChangeRow): Change {
  return {
    seq: row.seq,
    articleId: row.article_id,
    before: toFootprint(row.before),
    after: toFootprint(row.after),
    home: row.home,
  };
}

function toFootprint(json: string | null): Footprint | null {
  if (json === null) return null;
  // Rows written by an earlier Inkstone lack some of it: then more is rendered than needed.
  const footprint = JSON.parse(json) as Footprint;
  const { recommenders = [], isAloneInCategory = true, aloneWithTags = footprint.tags } = footprint;
  return { ...footprint, recommenders, isAloneInCategory, aloneWithTags };
}

/** The newest position of the change log; for use inside a transaction. */
export function latestChange(database: Database): number {
  return database.get<{ seq: number | null }>('SELECT max(seq) AS seq FROM changes')?.seq ?? 0;
}

/** Appends to the change log inside the caller's transaction and answers the position. */
export function logChange(
  database: Database,
  change: { articleId: string; before: Footprint | null; after: Footprint | null; at: number },
): number {
  return database.run(
    'INSERT INTO changes (article_id, before, after, changed_at) VALUES (?, ?, ?, ?)',
    change.articleId,
    change.before && JSON.stringify(change.before),
    change.after && JSON.stringify(change.after),
    change.at,
  ).lastRow;
}

/** Appends that a home page has changed by itself; inside the caller's transaction. */
export function logHomeChange(database: Database, home: Language, at: number): void {
  database.run("INSERT INTO changes (article_id, home, changed_at) VALUES ('', ?, ?)", home, at);
}
