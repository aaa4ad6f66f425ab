import { OpenAPIHono, z } from '@hono/zod-openapi';
import packageJson from '../../package.json' with { type: 'json' };
import type { ApiDependencies } from '../dependencies.ts';
import type { ApiEnv } from '../http/context.ts';
import { jsonAnswer, route } from '../http/route.ts';

const MAX_FAILING_SHOWN = 20;

const Health = z
  .object({
    status: z.enum(['ok', 'unavailable']),
    version: z.string(),
    publisher: z.object({
      lag: z.int().min(0).openapi({ description: 'How many changes are not live on the site yet.' }),
      failing: z.array(z.string()).openapi({
        description: 'Paths whose pages cannot be made at the moment; their last good version stands.',
      }),
    }),
  })
  .openapi('Health');

const healthy = { status: 'ok', version: packageJson.version, publisher: { lag: 0, failing: [] } };

const checkHealth = route({
  method: 'get',
  path: '/health',
  operationId: 'checkHealth',
  tags: ['Health'],
  summary: 'Whether the service works',
  description: 'A token is neither needed nor looked at.',
  access: 'public',
  request: {},
  responses: {
    200: jsonAnswer('The service works', Health, healthy),
    503: jsonAnswer('The database cannot be written', Health, { ...healthy, status: 'unavailable' }),
  },
});

/** GET /health (Spec 4): proves that the database takes writes and says how far the publisher is. */
export function healthRoutes({ store, publication, log }: ApiDependencies) {
  return new OpenAPIHono<ApiEnv>().openapi(checkHealth, async (c) => {
    const { lag, failing } = await publication.status();
    const rest = {
      version: packageJson.version,
      publisher: { lag, failing: failing.slice(0, MAX_FAILING_SHOWN) },
    };
    const failure = await store.check().catch((error: unknown) => error ?? new Error('unknown'));
    if (failure === undefined) return c.json({ status: 'ok' as const, ...rest }, 200);
    log.error({ err: failure }, 'the database cannot be written');
    return c.json({ status: 'unavailable' as const, ...rest }, 503);
  });
}
