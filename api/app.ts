import { OpenAPIHono } from '@hono/zod-openapi';
import type { ApiDependencies } from './dependencies.ts';
import { identifyCaller, refuseWrongToken } from './http/access.ts';
import { assignRequestId, demandHttps, setAnswerHeaders } from './http/answer-headers.ts';
import { boundBodyMemory } from './http/body-memory.ts';
import { findClientAddress } from './http/client-address.ts';
import type { ApiEnv } from './http/context.ts';
import { answerFailure, refuseInvalid } from './http/errors.ts';
import { refuseLate } from './http/late-requests.ts';
import { logRequests } from './http/logging.ts';
import { answerUnrouted } from './http/methods.ts';
import { createRateLimit, limitRate } from './http/rate-limit.ts';
import { explainRefusedForms } from './http/refused-forms.ts';
import { createReplays, type Replays } from './http/replays.ts';
import { inOrder, type Step } from './http/steps.ts';
import { slowGuessing } from './http/token-guessing.ts';
import { describeApi, registerComponents } from './openapi.ts';
import { articleWriteRoutes } from './routes/article-writes.ts';
import { articleRoutes } from './routes/articles.ts';
import { bulkArticleRoutes } from './routes/bulk-articles.ts';
import { curationLogRoutes } from './routes/curation-log.ts';
import { discoveryRoutes } from './routes/discovery.ts';
import { healthRoutes } from './routes/health.ts';
import { reactionPageRoutes, reactionRoutes } from './routes/reactions.ts';
import { suggestRoutes } from './routes/suggest.ts';
import { uploadRoutes } from './routes/uploads.ts';
import { viewRoutes } from './routes/views.ts';

/** The API, and what answers for it when a request is like an earlier one. */
export interface Api {
  app: OpenAPIHono<ApiEnv>;
  replays: Pick<Replays, 'handle'>;
}

/** Builds the API: what happens to each request, in this order, and then one line per resource. */
export function createApi(deps: ApiDependencies): Api {
  const { store, config, log } = deps;
  const limit = createRateLimit(deps);
  const replays = createReplays(deps, limit);
  const app = new OpenAPIHono<ApiEnv>({ defaultHook: refuseInvalid });
  registerComponents(app.openAPIRegistry);
  const handOn: Step = (c) => {
    c.set('keptAnswers', store.idempotency);
    c.set('log', log);
  };
  app.onError(explainRefusedForms(deps, answerFailure(log)));
  app.notFound(answerUnrouted(app, deps.onDemand));

  app.use(
    inOrder(assignRequestId, demandHttps(config.siteUrl), findClientAddress(config.trustProxy), handOn),
  );
  app.use(logRequests(deps));
  app.use(
    '/api/*',
    inOrder(
      setAnswerHeaders,
      identifyCaller(deps, { tokenless: '/api/v1/health' }),
      slowGuessing(deps),
      limitRate(limit),
      refuseWrongToken,
    ),
  );
  app.use(refuseLate(deps.isLate));
  app.use('/api/*', boundBodyMemory());

  // The one page that asks the database for every reader.
  app.use('/search/*', inOrder(limitRate(createRateLimit(deps))));

  app.route('/api/v1', articleRoutes(deps));
  app.route('/api/v1', articleWriteRoutes(deps));
  app.route('/api/v1', bulkArticleRoutes(deps));
  app.route('/api/v1', suggestRoutes({ ...deps, replays }));
  app.route('/api/v1', reactionRoutes(deps));
  app.route('/api/v1', viewRoutes(deps));
  app.route('/api/v1', curationLogRoutes(deps));
  app.route('/api/v1', uploadRoutes(deps));
  app.route('/api/v1', healthRoutes(deps));
  app.route('/', reactionPageRoutes(deps));
  app.route(
    '/',
    discoveryRoutes(() => describeApi(app, config.siteUrl)),
  );
  return { app, replays };
}
