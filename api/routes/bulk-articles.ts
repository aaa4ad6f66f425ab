import { setImmediate as nextTurn } from 'node:timers/promises';
import { OpenAPIHono, z } from '@hono/zod-openapi';
import type { NewArticle, Written } from '../../data/articles.ts';
import { Problem } from '../../data/errors.ts';
import { exampleArticle, publicUrl } from '../article-answer.ts';
import { type Accepted, acceptArticle, checkArticle, dateWarnings } from '../article-input.ts';
import type { ApiDependencies } from '../dependencies.ts';
import type { ApiEnv } from '../http/context.ts';
import { PROBLEMS, ProblemBody, problemBody } from '../http/errors.ts';
import { publishWrite } from '../http/preferences.ts';
import { jsonAnswer, jsonBody, route } from '../http/route.ts';

const MAX_ARTICLES = 1000;
const MAX_BODY_BYTES = 16 * 1024 * 1024;

// Items are checked one by one, so that a bad one does not cost the others; the document still says what they are.
const BulkInput = z
  .array(z.unknown(), 'Must be a list of articles.')
  .min(1, 'Must have at least one article.')
  .max(MAX_ARTICLES, `Must have at most ${MAX_ARTICLES} articles.`)
  .openapi({ type: 'array', items: { $ref: '#/components/schemas/ArticleInput' } });

const BulkResult = z
  .object({
    created: z.int().min(0),
    failed: z.int().min(0),
    results: z.array(
      z.union([
        z.object({
          index: z.int().min(0).openapi({ description: 'The place of the article in the request, from 0.' }),
          status: z.literal(201),
          id: z.string().openapi({ format: 'uuid' }),
          url: z
            .string()
            .nullable()
            .openapi({ format: 'uri', description: 'The page; null while not public.' }),
          warnings: z.array(z.string()),
        }),
        z.object({ index: z.int().min(0), status: z.int().min(400), error: ProblemBody }),
      ]),
    ),
  })
  .openapi('BulkResult');
type BulkResult = z.infer<typeof BulkResult>;

const exampleCreated = {
  index: 0,
  status: 201,
  id: exampleArticle.id,
  url: exampleArticle.url,
  warnings: [],
};
const exampleFailed = {
  index: 1,
  status: 422,
  error: {
    type: 'about:blank',
    title: 'Unprocessable Content',
    status: 422,
    detail: 'The article breaks these rules.',
    instance: 'urn:uuid:5f0c2ad1-93f8-4a52-a1b4-0c6c0bd7e0f6',
    errors: [{ path: 'title', message: 'Must not be blank.' }],
  },
};

const noneCreated = jsonAnswer('No article was created', BulkResult, {
  created: 0,
  failed: 1,
  results: [{ ...exampleFailed, index: 0 }],
});

const createArticles = route({
  method: 'post',
  path: '/articles/bulk',
  operationId: 'createArticles',
  tags: ['Articles'],
  summary: `Create up to ${MAX_ARTICLES} articles`,
  description: 'Each article stands alone: a bad one does not keep the others from being created.',
  access: 'write',
  idempotent: true,
  waits: true,
  maxBodyBytes: MAX_BODY_BYTES,
  request: {
    body: jsonBody(BulkInput, [
      { title: 'A museum of salt', content: '<p>On the tidal flats…</p>', status: 'published' },
      { title: 'Night radio', content: '<p>After midnight…</p>' },
    ]),
  },
  responses: {
    201: jsonAnswer('All were created', BulkResult, { created: 1, failed: 0, results: [exampleCreated] }),
    207: jsonAnswer('Some were created', BulkResult, {
      created: 1,
      failed: 1,
      results: [exampleCreated, exampleFailed],
    }),
    422: {
      description: 'None was created, or the body is no list of 1 to 1,000 articles',
      content: {
        ...noneCreated.content,
        'application/problem+json': { schema: ProblemBody, example: exampleFailed.error },
      },
    },
  },
});

/** POST /articles/bulk (Spec 4). */
export function bulkArticleRoutes({ store, publication, config, clock }: ApiDependencies) {
  return new OpenAPIHono<ApiEnv>().openapi(createArticles, async (c) => {
    const accepted = await acceptAll(c.req.valid('json'), config.siteName);
    const sound = accepted.filter((item): item is Accepted<NewArticle> => !(item instanceof Problem));
    const written = await store.articles.createMany(sound.map(({ fields }) => fields));
    await publishWrite(c, publication, lastPosition(written));

    let next = 0;
    const results = accepted.map((item, index) => {
      const outcome = item instanceof Problem ? item : (written[next++] as Written | Problem);
      if (outcome instanceof Problem) return toFailure(outcome, index, c.get('requestId'));
      const warnings = item instanceof Problem ? [] : item.warnings;
      const { article } = outcome;
      return {
        index,
        status: 201 as const,
        id: article.id,
        url: publicUrl(article, config.siteUrl),
        warnings: [...warnings, ...dateWarnings(article, clock())],
      };
    });
    const result = countResults(results);
    return c.json(result, result.failed === 0 ? 201 : result.created === 0 ? 422 : 207);
  });
}

/** Checks and cleans each article. Other requests get their turn in between, since sanitising takes a while. */
async function acceptAll(items: unknown[], siteName: string): Promise<(Accepted<NewArticle> | Problem)[]> {
  const accepted: (Accepted<NewArticle> | Problem)[] = [];
  for (const raw of items) {
    accepted.push(acceptItem(raw, siteName));
    await nextTurn();
  }
  return accepted;
}

function acceptItem(raw: unknown, siteName: string): Accepted<NewArticle> | Problem {
  const input = checkArticle(raw);
  return input instanceof Problem ? input : acceptArticle(input, raw, siteName);
}

function lastPosition(written: (Written | Problem)[]): number {
  return Math.max(0, ...written.map((item) => (item instanceof Problem ? 0 : item.seq)));
}

function toFailure(problem: Problem, index: number, requestId: string) {
  return { index, status: PROBLEMS[problem.kind].status, error: problemBody(problem, requestId) };
}

function countResults(results: BulkResult['results']): BulkResult {
  const created = results.filter((result) => result.status === 201).length;
  return { created, failed: results.length - created, results };
}
