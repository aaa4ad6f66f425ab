import { OpenAPIHono, z } from '@hono/zod-openapi';
import { Problem } from '../../data/errors.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { networkOf } from '../http/client-address.ts';
import type { ApiEnv } from '../http/context.ts';
import { isCrawler } from '../http/crawlers.ts';
import { ArticleParameters, jsonAnswer, route } from '../http/route.ts';
import { createVisitors } from '../http/visitor.ts';

const View = z
  .object({
    views: z.int().min(0).openapi({ description: 'How often the article has been viewed.' }),
    counted: z.boolean().openapi({ description: 'Whether this request added one.' }),
  })
  .openapi('View');

const recordView = route({
  method: 'post',
  path: '/articles/{id}/view',
  operationId: 'recordView',
  tags: ['Views'],
  summary: 'Record a view',
  description:
    'Called by the article page in the reader’s browser. One view is counted per visitor, article and UTC day; known ' +
    'crawlers are not counted. A body is ignored.',
  access: 'site',
  request: { params: ArticleParameters },
  responses: { 200: jsonAnswer('The number of views', View, { views: 128, counted: true }) },
  errors: ['not-found'],
});

/** POST /articles/{id}/view (Spec 4). */
export function viewRoutes(deps: Pick<ApiDependencies, 'store' | 'config' | 'clock'>) {
  const { views } = deps.store;
  const visitors = createVisitors(deps);
  const answerCrawler = async (id: string) => {
    const current = await views.current(id);
    return current === undefined ? undefined : { views: current, counted: false };
  };

  return new OpenAPIHono<ApiEnv>().openapi(recordView, async (c) => {
    const { id } = c.req.valid('param');
    const byCrawler = isCrawler(c.req.header('user-agent') ?? '');
    const visitor = await visitors.identify(c.req.raw.headers, networkOf(c.get('clientAddress')));
    const view = byCrawler ? await answerCrawler(id) : await views.record(id, visitor.todaysReader);
    if (!view) throw new Problem('not-found', 'There is no such public article.');
    if (!byCrawler && !visitor.remembered) c.header('Set-Cookie', await visitors.remember());
    return c.json({ views: view.views, counted: view.counted }, 200);
  });
}
