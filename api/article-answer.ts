import { z } from '@hono/zod-openapi';
import { type Article, type ArticleSummary, STATUSES } from '../data/articles.ts';
import { LANGUAGES } from '../data/languages.ts';
import { articlePageUrl } from './page-address.ts';

const time = (description: string) => z.string().openapi({ format: 'date-time', description });

const summaryFields = {
  id: z.string().openapi({ format: 'uuid' }),
  slug: z.string(),
  lang: z.enum(LANGUAGES),
  title: z.string(),
  summary: z.string(),
  category: z.string(),
  status: z.enum(STATUSES),
  tags: z.array(z.string()),
  author: z.string(),
  source_url: z.string().nullable(),
  thumbnail_url: z.string().nullable(),
  translation_of: z.string().nullable(),
  url: z.string().nullable().openapi({ format: 'uri', description: 'The page; null while not public.' }),
  views: z.int().min(0),
  reactions: z
    .object({
      like: z.int().min(0),
      fire: z.int().min(0),
      mindblown: z.int().min(0),
      heart: z.int().min(0),
    })
    .openapi('ReactionCounts'),
  created_at: time('When it was created.'),
  updated_at: time('When it was last edited.'),
  published_at: z
    .string()
    .nullable()
    .openapi({ format: 'date-time', description: 'When it became public, or is to become so.' }),
};

const contentField = { content: z.string().openapi({ description: 'Sanitised HTML.' }) };

/** An article in a list. */
export const ArticleListItem = z
  .object({ ...summaryFields, content: contentField.content.optional() })
  .openapi('ArticleListItem');
export type ArticleListItem = z.infer<typeof ArticleListItem>;

/** One article. */
export const ArticleAnswer = z.object({ ...summaryFields, ...contentField }).openapi('Article');
export type ArticleAnswer = z.infer<typeof ArticleAnswer>;

/** One article after a write. */
export const WrittenArticle = z
  .object({
    ...summaryFields,
    ...contentField,
    warnings: z.array(z.string()).openapi({
      description: 'Fields that are not known, and what was removed from the content.',
    }),
  })
  .openapi('WrittenArticle');
export type WrittenArticle = z.infer<typeof WrittenArticle>;

/** One article as the API answers it. */
export function toArticleAnswer(article: Article, siteUrl: string): ArticleAnswer {
  return { ...toListItem(article, siteUrl), content: article.content };
}

/** An article of a list as the API answers it, with its content when it has been read. */
export function toListItem(article: ArticleSummary & { content?: string }, siteUrl: string): ArticleListItem {
  const { content } = article;
  return {
    id: article.id,
    slug: article.slug,
    lang: article.lang,
    title: article.title,
    ...(content === undefined ? {} : { content }),
    summary: article.summary,
    category: article.category,
    status: article.status,
    tags: article.tags,
    author: article.author,
    source_url: article.sourceUrl,
    thumbnail_url: article.thumbnailUrl,
    translation_of: article.translationOf,
    url: publicUrl(article, siteUrl),
    views: article.views,
    reactions: article.reactions,
    created_at: article.createdAt,
    updated_at: article.updatedAt,
    published_at: article.publishedAt,
  };
}

/** The absolute address of an article's page; null while it has none. */
export function publicUrl(article: ArticleSummary, siteUrl: string): string | null {
  return article.status === 'published' ? articlePageUrl(siteUrl, article) : null;
}

/** An article for the document's examples. */
export const exampleArticle: ArticleAnswer = {
  id: '0198f6a2-7c1e-7d3a-9b57-0c8f2f6d1a10',
  slug: 'a-museum-of-salt',
  lang: 'en',
  title: 'A museum of salt',
  content: '<p>On the tidal flats there is a museum that melts a little every summer.</p>',
  summary: 'On the tidal flats there is a museum that melts a little every summer.',
  category: 'culture',
  status: 'published',
  tags: ['museums', 'salt'],
  author: 'Inkstone',
  source_url: null,
  thumbnail_url: '/uploads/5d41402abc4b2a76b9719d911017c592.jpg',
  translation_of: null,
  url: 'https://example.org/en/articles/a-museum-of-salt',
  views: 12,
  reactions: { like: 3, fire: 0, mindblown: 1, heart: 2 },
  created_at: '2026-11-21T09:00:00.000Z',
  updated_at: '2026-11-21T09:00:00.000Z',
  published_at: '2026-11-21T09:00:00.000Z',
};

/** The `ETag` header of an article's answer. */
export const etagHeader = {
  ETag: {
    description: 'For `If-Match` and `If-None-Match`.',
    required: true,
    schema: { type: 'string' },
  },
} as const;

/** The `Location` header of an article. */
export const locationHeader = {
  Location: { description: 'Where the article is.', required: true, schema: { type: 'string' } },
} as const;
