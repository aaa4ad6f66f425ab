import { OpenAPIHono } from '@hono/zod-openapi';
import {
  etagHeader,
  exampleArticle,
  locationHeader,
  toArticleAnswer,
  WrittenArticle,
} from '../article-answer.ts';
import {
  ArticleChanges,
  ArticleInput,
  acceptArticle,
  acceptChanges,
  dateWarnings,
} from '../article-input.ts';
import type { ApiDependencies } from '../dependencies.ts';
import type { ApiEnv } from '../http/context.ts';
import { articleEntityTag, versionToReplace } from '../http/entity-tags.ts';
import { publishWrite } from '../http/preferences.ts';
import { ArticleParameters, jsonAnswer, jsonBody, route } from '../http/route.ts';
import { findArticle } from './articles.ts';

const exampleWritten = { ...exampleArticle, warnings: ['Removed from content: <script> element.'] };
const exampleInput = {
  title: 'A museum of salt',
  content: '<p>On the tidal flats there is a museum that melts a little every summer.</p>',
  category: 'culture',
  tags: ['museums', 'salt'],
  status: 'published',
};

const createArticle = route({
  method: 'post',
  path: '/articles',
  operationId: 'createArticle',
  tags: ['Articles'],
  summary: 'Create an article',
  access: 'write',
  idempotent: true,
  waits: true,
  request: { body: jsonBody(ArticleInput, exampleInput) },
  responses: {
    201: {
      ...jsonAnswer('The article as it is stored', WrittenArticle, exampleWritten),
      headers: { ...etagHeader, ...locationHeader },
    },
  },
});

const changeArticle = route({
  method: 'patch',
  path: '/articles/{id}',
  operationId: 'changeArticle',
  tags: ['Articles'],
  summary: 'Change an article',
  description: 'What is absent stays as it is; null sets an optional field back to its default.',
  access: 'write',
  idempotent: true,
  waits: true,
  guarded: true,
  request: { params: ArticleParameters, body: jsonBody(ArticleChanges, { status: 'archived' }) },
  responses: {
    200: {
      ...jsonAnswer('The article as it is now', WrittenArticle, exampleWritten),
      headers: etagHeader,
    },
  },
  errors: ['not-found'],
});

const deleteArticle = route({
  method: 'delete',
  path: '/articles/{id}',
  operationId: 'deleteArticle',
  tags: ['Articles'],
  summary: 'Delete an article',
  access: 'write',
  idempotent: true,
  waits: true,
  guarded: true,
  request: { params: ArticleParameters },
  responses: { 204: { description: 'The article is gone' } },
  errors: ['not-found'],
});

/** Creating, changing and deleting one article (Spec 4). */
export function articleWriteRoutes({ store, publication, config, clock }: ApiDependencies) {
  const { siteUrl, siteName } = config;
  const routes = new OpenAPIHono<ApiEnv>();

  routes.openapi(createArticle, async (c) => {
    const { fields, warnings } = acceptArticle(c.req.valid('json'), await c.req.json(), siteName);
    const { article, seq } = await store.articles.create(fields);
    await publishWrite(c, publication, seq);
    c.header('Location', `/api/v1/articles/${article.id}`);
    c.header('ETag', articleEntityTag(article));
    return c.json(
      { ...toArticleAnswer(article, siteUrl), warnings: [...warnings, ...dateWarnings(article, clock())] },
      201,
    );
  });

  routes.openapi(changeArticle, async (c) => {
    const current = await findArticle(store, c.req.valid('param').id);
    const version = versionToReplace(c.req.header('if-match'), current);
    const { fields, warnings } = acceptChanges(c.req.valid('json'), await c.req.json(), siteName);
    const { article, seq } = await store.articles.update(current.id, fields, version);
    await publishWrite(c, publication, seq);
    c.header('ETag', articleEntityTag(article));
    return c.json(
      { ...toArticleAnswer(article, siteUrl), warnings: [...warnings, ...dateWarnings(article, clock())] },
      200,
    );
  });

  routes.openapi(deleteArticle, async (c) => {
    const current = await findArticle(store, c.req.valid('param').id);
    const version = versionToReplace(c.req.header('if-match'), current);
    const { seq } = await store.articles.remove(current.id, version);
    await publishWrite(c, publication, seq);
    return c.body(null, 204);
  });

  return routes;
}
