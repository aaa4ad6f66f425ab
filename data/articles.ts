import type { Problem } from './errors.ts';
import type { Language } from './languages.ts';
import type { ReactionCounts } from './reactions.ts';

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
  /** Stores many in one transaction; each item stands alone: a Problem stands in the place of the one that failed. */
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
