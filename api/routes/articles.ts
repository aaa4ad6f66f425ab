import { OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { type Article, STATUSES } from '../../data/articles.ts';
import { Problem } from '../../data/errors.ts';
import { normalizeKey } from '../../data/keys.ts';
import { LANGUAGES } from '../../data/languages.ts';
import type { Store } from '../../data/store.ts';
import {
  ArticleAnswer,
  ArticleListItem,
  etagHeader,
  exampleArticle,
  locationHeader,
  toArticleAnswer,
  toListItem,
} from '../article-answer.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { type Caller, hasScope, requireScope } from '../http/access.ts';
import type { ApiEnv } from '../http/context.ts';
import { articleEntityTag, isNamedIn } from '../http/entity-tags.ts';
import {
  linkHeader,
  Pagination,
  pageLinks,
  pageParameters,
  paginate,
  reachablePage,
} from '../http/pagination.ts';
import { ArticleParameters, jsonAnswer, route } from '../http/route.ts';

const keyFilter = (description: string) =>
  z
    .string()
    .transform((key, context) => {
      const normal = normalizeKey(key);
      if (normal === undefined) context.addIssue('Must be letters, digits and . _ + # -.');
      return normal ?? z.NEVER;
    })
    .optional()
    .openapi({ type: 'string', description });

const ListQuery = z.object({
  ...pageParameters,
  status: z.enum(STATUSES).optional().openapi({
    description: 'Other values than `published` need a token. With a token and without this, every status.',
  }),
  category: keyFilter('Articles of this category.'),
  tag: keyFilter('Articles with this tag.'),
  lang: z.enum(LANGUAGES).optional().openapi({ description: 'Articles in this language.' }),
  sortBy: z.enum(['newest', 'oldest', 'views']).default('newest'),
  include: z
    .literal('content')
    .optional()
    .openapi({ description: '`content` adds the HTML of each article; for a token with the scope `read`.' }),
});

const ArticleList = z
  .object({ data: z.array(ArticleListItem), pagination: Pagination })
  .openapi('ArticleList');

const { content: _content, ...exampleItem } = exampleArticle;
const listArticles = route({
  method: 'get',
  path: '/articles',
  operationId: 'listArticles',
  tags: ['Articles'],
  summary: 'List articles',
  description: 'Without a token, only published articles, and only for the pages of the site itself.',
  access: 'site',
  request: { query: ListQuery },
  responses: {
    200: {
      ...jsonAnswer('A page of the list', ArticleList, {
        data: [exampleItem],
        pagination: { page: 1, limit: 12, total: 1, pages: 1 },
      }),
      headers: linkHeader,
    },
  },
});

const getArticle = route({
  method: 'get',
  path: '/articles/{id}',
  operationId: 'getArticle',
  tags: ['Articles'],
  summary: 'Read an article',
  description: 'A published article is open to anyone; any other status needs a token with the scope `read`.',
  access: 'public',
  request: { params: ArticleParameters },
  responses: {
    200: { ...jsonAnswer('The article', ArticleAnswer, exampleArticle), headers: etagHeader },
    301: { description: 'The slug has been changed', headers: locationHeader },
    304: { description: 'Not changed since the answer that `If-None-Match` names', headers: etagHeader },
  },
  errors: ['forbidden', 'not-found'],
});

/** Reading articles (Spec 4). */
export function articleRoutes({ store, config: { siteUrl } }: ApiDependencies) {
  const routes = new OpenAPIHono<ApiEnv>();

  routes.openapi(listArticles, async (c) => {
    const { include, ...query } = c.req.valid('query');
    // No page of ours asks for it, and a hundred articles in full are too much to hand to anybody who says to be one.
    if (include) requireScope(c.get('caller'), 'read');
    const status = listedStatus(query.status, c.get('caller'));
    const { articles, total } = await store.articles.list({
      ...query,
      status,
      page: reachablePage(query.page),
      withContent: include === 'content',
    });
    const pagination = paginate(query, total);
    c.header('Link', pageLinks(siteUrl, c.req.url, pagination));
    return c.json({ data: articles.map((article) => toListItem(article, siteUrl)), pagination }, 200);
  });

  routes.openapi(getArticle, async (c) => {
    const { id } = c.req.valid('param');
    const article = await store.articles.find(id);
    if (!article) return c.redirect(await renamedAddress(c, id), 301);
    requireVisible(article, c.get('caller'));
    const tag = articleEntityTag(article);
    c.header('ETag', tag);
    c.header('Vary', 'Authorization');
    if (c.get('caller').kind !== 'token') c.header('Cache-Control', 'no-cache');
    if (isNamedIn(c.req.header('if-none-match'), tag)) return c.body(null, 304);
    return c.json(toArticleAnswer(article, siteUrl), 200);
  });

  /** The API's address of an article that used to have a slug. */
  async function renamedAddress(c: Context<ApiEnv>, oldSlug: string): Promise<string> {
    const slug = await store.articles.redirectOf(oldSlug);
    if (slug === undefined) throw noSuchArticle();
    requireVisible(await findArticle(store, slug), c.get('caller'));
    return `/api/v1/articles/${encodeURIComponent(slug)}${new URL(c.req.url).search}`;
  }

  return routes;
}

/** @throws Problem `not-found`. */
export async function findArticle(store: Store, idOrSlug: string): Promise<Article> {
  const article = await store.articles.find(idOrSlug);
  if (!article) throw noSuchArticle();
  return article;
}

function noSuchArticle(): Problem {
  return new Problem('not-found', 'There is no such article.');
}

function requireVisible(article: Article, caller: Caller): void {
  if (article.status !== 'published') requireScope(caller, 'read');
}

/** The status to list: the one asked for; without one, all of them for a token and the public one for pages. */
function listedStatus(asked: Article['status'] | undefined, caller: Caller): Article['status'] | undefined {
  if (asked === undefined) return hasScope(caller, 'read') ? undefined : 'published';
  if (asked !== 'published') requireScope(caller, 'read');
  return asked;
}
