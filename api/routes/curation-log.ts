import { OpenAPIHono, z } from '@hono/zod-openapi';
import type { CurationRun } from '../../data/curation-log.ts';
import type { ApiDependencies } from '../dependencies.ts';
import type { ApiEnv } from '../http/context.ts';
import {
  linkHeader,
  Pagination,
  pageLinks,
  pageParameters,
  paginate,
  reachablePage,
} from '../http/pagination.ts';
import { jsonAnswer, jsonBody, route } from '../http/route.ts';

const MAX_ENTRY_BYTES = 256 * 1024;

const count = z.int().min(0).nullish();
const listOrCount = z.union([z.array(z.unknown()), z.int().min(0)], 'Must be a list or a count.').nullish();
const time = z.iso.datetime({ offset: true, error: 'Must be a time as RFC 3339 writes it.' }).nullish();

const CurationEntry = z
  .looseObject({
    run_id: z.string().min(1).max(255).nullish().openapi({
      description: 'The agent’s own name of the run; sent again, it updates the entry.',
    }),
    started_at: time,
    finished_at: time,
    status: z.enum(['success', 'partial', 'failure']).nullish(),
    sources: listOrCount,
    found: count,
    selected: count,
    published: count,
    article_ids: z.array(z.string()).nullish(),
    errors: listOrCount,
    model: z.string().nullish(),
    notes: z.string().nullish(),
  })
  .openapi('CurationEntry');

const StoredCurationEntry = z
  .looseObject({
    ...CurationEntry.shape,
    id: z.string(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .openapi('StoredCurationEntry');
type StoredCurationEntry = z.infer<typeof StoredCurationEntry>;

const CurationEntryPage = z
  .object({ data: z.array(StoredCurationEntry), pagination: Pagination })
  .openapi('CurationEntryPage');

const exampleEntry = {
  run_id: 'nightly-2026-11-21',
  started_at: '2026-11-21T03:00:00Z',
  finished_at: '2026-11-21T03:04:10Z',
  status: 'success' as const,
  sources: ['https://example.org/feed.xml'],
  found: 48,
  selected: 3,
  published: 3,
  article_ids: ['019aa3a4-6f5e-7c1d-8a52-3f0f6f7f9e10'],
  errors: [],
  model: 'curator-2',
  notes: 'A quiet night.',
};

const exampleStored = {
  ...exampleEntry,
  id: '019aa3a8-21b0-7e7a-b5c2-0a4c83a0d3f4',
  created_at: '2026-11-21T03:04:11.000Z',
  updated_at: '2026-11-21T03:04:11.000Z',
};

const recordRun = route({
  method: 'post',
  path: '/curation-log',
  operationId: 'recordCurationRun',
  tags: ['Curation log'],
  summary: 'Record a run of the curation pipeline',
  description:
    'Takes any JSON object of at most 256 KiB and keeps it as it was sent; the fields named here are checked when present. ' +
    'In answers, `id`, `created_at` and `updated_at` are the service’s own.',
  access: 'curation',
  maxBodyBytes: MAX_ENTRY_BYTES,
  idempotent: true,
  request: { body: jsonBody(CurationEntry, exampleEntry) },
  responses: {
    201: jsonAnswer('The stored entry', StoredCurationEntry, exampleStored),
    200: jsonAnswer('The entry of the same `run_id`, updated', StoredCurationEntry, exampleStored),
  },
});

const listRuns = route({
  method: 'get',
  path: '/curation-log',
  operationId: 'listCurationRuns',
  tags: ['Curation log'],
  summary: 'List the runs of the curation pipeline',
  description: 'Newest first.',
  access: 'curation',
  request: { query: z.object(pageParameters) },
  responses: {
    200: {
      ...jsonAnswer('A page of entries', CurationEntryPage, {
        data: [exampleStored],
        pagination: { page: 1, limit: 12, total: 1, pages: 1 },
      }),
      headers: linkHeader,
    },
  },
});

/** POST and GET /curation-log (Spec 4). */
export function curationLogRoutes({ store, config }: Pick<ApiDependencies, 'store' | 'config'>) {
  return new OpenAPIHono<ApiEnv>()
    .openapi(recordRun, async (c) => {
      // Not what the validator made of it: the entry is kept as it was sent.
      const { entry, created } = await store.curation.record(await c.req.json());
      return c.json(toAnswer(entry), created ? 201 : 200);
    })
    .openapi(listRuns, async (c) => {
      const { page, limit } = c.req.valid('query');
      const { runs, total } = await store.curation.list({ page: reachablePage(page), limit });
      const pagination = paginate({ page, limit }, total);
      c.header('Link', pageLinks(config.siteUrl, c.req.url, pagination));
      return c.json({ data: runs.map(toAnswer), pagination }, 200);
    });
}

function toAnswer({ id, entry, createdAt, updatedAt }: CurationRun): StoredCurationEntry {
  return { ...entry, id, created_at: createdAt, updated_at: updatedAt };
}
