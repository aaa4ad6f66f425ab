import { createHash } from 'node:crypto';
import { OpenAPIHono, z } from '@hono/zod-openapi';
import { LANGUAGES } from '../../data/languages.ts';
import { setAnswerHeaders } from '../http/answer-headers.ts';
import type { ApiEnv } from '../http/context.ts';
import { isNamedIn } from '../http/entity-tags.ts';
import { PROBLEMS, ProblemBody } from '../http/errors.ts';
import { inOrder } from '../http/steps.ts';

type RouteConfig = Parameters<OpenAPIHono['openAPIRegistry']['registerPath']>[0];

/**
 * The description of the API (Spec 4): `/openapi.json` and its well-known address. Unlike the API it is open to every
 * page (CORS), since tools in browsers read it.
 * @param describe makes the document; called once, at the first request.
 */
export function discoveryRoutes(describe: () => object): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  let document: { json: string; etag: string } | undefined;
  for (const route of describedRoutes) routes.openAPIRegistry.registerPath(route);

  routes.use('/openapi.json', inOrder(setAnswerHeaders));
  routes.use('/.well-known/openapi.json', inOrder(setAnswerHeaders));
  routes.get('/openapi.json', (c) => {
    document ??= toDocument(describe());
    c.header('ETag', document.etag);
    c.header('Cache-Control', 'no-cache');
    c.header('Access-Control-Allow-Origin', '*');
    if (isNamedIn(c.req.header('if-none-match'), document.etag)) return c.body(null, 304);
    return c.body(document.json, 200, { 'Content-Type': 'application/json' });
  });
  routes.get('/.well-known/openapi.json', (c) => {
    c.header('Cache-Control', 'public, max-age=3600');
    return c.redirect('/openapi.json', 301);
  });
  return routes;
}

function toDocument(description: object): { json: string; etag: string } {
  const json = JSON.stringify(description);
  const digest = createHash('sha256').update(json).digest('base64url');
  return { json, etag: `"${digest.slice(0, 22)}"` };
}

const FeedQuery = z.object({
  lang: z.enum(LANGUAGES).optional().openapi({ description: 'Only articles in this language.' }),
});

const keyParameter = (name: string) =>
  z.object({
    [name]: z
      .string()
      .openapi({ param: { name, in: 'path' }, description: `A ${name} key.`, example: 'culture' }),
  });

/** A file of the site that the document describes; it is served with the pages, not by the API. */
function file(
  path: string,
  {
    summary,
    type,
    parameter,
    tag = 'Feeds',
  }: { summary: string; type: string; parameter?: string; tag?: string },
): RouteConfig {
  const isFeed = tag === 'Feeds';
  const isJson = type.endsWith('json');
  return {
    method: 'get',
    path,
    operationId: toOperationId(path),
    tags: [tag],
    summary,
    security: [],
    request: {
      ...(isFeed ? { query: FeedQuery } : {}),
      ...(parameter ? { params: keyParameter(parameter) } : {}),
    },
    responses: {
      200: { description: summary, content: { [type]: { schema: { type: isJson ? 'object' : 'string' } } } },
      304: { description: 'Not changed' },
      ...(isFeed ? { 400: problem('malformed') } : {}),
      404: problem('not-found'),
    },
  };
}

function redirect(path: string, target: string): RouteConfig {
  return {
    method: 'get',
    path,
    operationId: toOperationId(path),
    tags: [target.startsWith('/feed') ? 'Feeds' : 'Discovery'],
    summary: `Redirects to ${target}`,
    security: [],
    responses: {
      301: {
        description: `Moved to ${target}`,
        headers: { Location: { required: true, schema: { type: 'string' } } },
      },
      404: problem('not-found'),
    },
  };
}

// The shared responses of the API carry the rate limit, which files know nothing of.
function problem(kind: 'malformed' | 'not-found') {
  return {
    description: PROBLEMS[kind].title,
    content: { 'application/problem+json': { schema: ProblemBody } },
  };
}

function toOperationId(path: string): string {
  const words = path.match(/[a-z]+/gi) ?? [];
  return `get${words.map((word) => (word[0] ?? '').toUpperCase() + word.slice(1)).join('')}`;
}

const RSS = 'application/rss+xml';
const JSON_FEED = 'application/feed+json';

/** The feed and discovery routes of Spec 4. */
const describedRoutes: RouteConfig[] = [
  file('/feed/rss.xml', { summary: 'RSS 2.0 feed of the newest articles', type: RSS }),
  file('/feed/atom.xml', { summary: 'Atom feed of the newest articles', type: 'application/atom+xml' }),
  file('/feed.json', { summary: 'JSON Feed of the newest articles', type: JSON_FEED }),
  file('/feed/category/{category}.xml', {
    summary: 'RSS feed of a category',
    type: RSS,
    parameter: 'category',
  }),
  file('/feed/category/{category}.json', {
    summary: 'JSON Feed of a category',
    type: JSON_FEED,
    parameter: 'category',
  }),
  file('/feed/tag/{tag}.xml', { summary: 'RSS feed of a tag', type: RSS, parameter: 'tag' }),
  file('/feed/tag/{tag}.json', { summary: 'JSON Feed of a tag', type: JSON_FEED, parameter: 'tag' }),
  redirect('/jsonfeed.json', '/feed.json'),
  redirect('/feed/feed.json', '/feed.json'),
  file('/categories', { summary: 'Category index and topic map', type: 'text/html', tag: 'Discovery' }),
  file('/opensearch.xml', {
    summary: 'OpenSearch description of the search',
    type: 'application/opensearchdescription+xml',
    tag: 'Discovery',
  }),
  file('/openapi.json', { summary: 'This document', type: 'application/json', tag: 'Discovery' }),
  redirect('/.well-known/openapi.json', '/openapi.json'),
];
