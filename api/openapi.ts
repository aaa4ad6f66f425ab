import type { OpenAPIHono } from '@hono/zod-openapi';
import packageJson from '../package.json' with { type: 'json' };
import type { ApiEnv } from './http/context.ts';
import { PROBLEMS, ProblemBody } from './http/errors.ts';

type Registry = OpenAPIHono<ApiEnv>['openAPIRegistry'];

/** The OpenAPI 3.1 description of all routes that an app has, as an object. */
export function describeApi(app: OpenAPIHono<ApiEnv>, siteUrl: string) {
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Inkstone',
      version: packageJson.version,
      description:
        'Publishes articles in English, Korean and Japanese. What is written here is live on the site a moment later.',
      license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
    },
    servers: [{ url: siteUrl }],
    tags: [
      { name: 'Articles', description: 'Create, read, change and delete articles.' },
      { name: 'Reactions', description: "Readers' reactions to an article." },
      { name: 'Views', description: 'How often an article was read.' },
      { name: 'Search', description: 'Suggestions while a reader types.' },
      { name: 'Uploads', description: 'Pictures for articles.' },
      { name: 'Curation log', description: 'Runs of the curation pipeline.' },
      { name: 'Health', description: 'Whether the service works.' },
      { name: 'Feeds', description: 'RSS, Atom and JSON Feed.' },
      { name: 'Discovery', description: 'Descriptions of the site and of this API.' },
    ],
  });
}

/** Registers what the routes' declarations refer to: security schemes, headers, parameters and error responses. */
export function registerComponents(registry: Registry): void {
  registerSecurity(registry);
  registerParameters(registry);
  registerHeaders(registry);
  registry.register('Problem', ProblemBody);
  for (const [kind, problem] of Object.entries(PROBLEMS)) {
    // The methods that a path does not have are not in the document, nor is their answer.
    if (kind !== 'method-not-allowed') registerProblem(registry, problem);
  }
}

function registerSecurity(registry: Registry): void {
  registry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description: 'An API token with the scope that the route names: read, write, upload or curation.',
  });
  registry.registerComponent('securitySchemes', 'ownPages', {
    type: 'apiKey',
    in: 'header',
    name: 'Sec-Fetch-Site',
    description:
      "Set to `same-origin` by the browser on the site's own pages. Without it, Origin or else Referer must name the site.",
  });
}

function registerParameters(registry: Registry): void {
  registry.registerComponent('parameters', 'IdempotencyKey', {
    name: 'Idempotency-Key',
    in: 'header',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    description:
      'The same key and body within 24 hours give the first answer again, and nothing is done twice.',
    example: '4f1c1e7a-import-2026-11-21',
  });
  registry.registerComponent('parameters', 'PreferWait', {
    name: 'Prefer',
    in: 'header',
    schema: { type: 'string' },
    description:
      '`wait=N` answers only when the change is live on the site, or after N seconds (at most 30).',
    example: 'wait=10',
  });
  registry.registerComponent('parameters', 'IfMatch', {
    name: 'If-Match',
    in: 'header',
    schema: { type: 'string' },
    description: 'The ETag that the article had when it was read; 412 when it was changed since.',
    example: '"0198f6a2-7c1e-7d3a-9b57-0c8f2f6d1a10.3-12.0.0.0.0"',
  });
}

const integer = { type: 'integer' } as const;
const text = { type: 'string' } as const;

/** The headers that answers may carry beside those of their route. */
const HEADERS = {
  'X-Request-Id': {
    schema: text,
    required: true,
    description: 'The id of the request, as it stands in the log.',
  },
  'X-RateLimit-Limit': {
    schema: integer,
    required: true,
    description: 'Requests per minute for this caller.',
  },
  'X-RateLimit-Remaining': { schema: integer, required: true, description: 'Requests left in this minute.' },
  'X-RateLimit-Reset': {
    schema: integer,
    required: true,
    description: 'Unix seconds at which the minute ends.',
  },
  'Retry-After': { schema: integer, required: true, description: 'Seconds after which to try again.' },
  'WWW-Authenticate': { schema: text, required: true, description: '`Bearer`' },
  'Idempotency-Replayed': {
    schema: text,
    required: false,
    description: '`true` when this is the first answer, given again.',
  },
  'Preference-Applied': {
    schema: text,
    required: false,
    description: '`wait=N` when the change is live on the site.',
  },
};
type HeaderName = keyof typeof HEADERS;

function registerHeaders(registry: Registry): void {
  for (const [name, header] of Object.entries(HEADERS)) registry.registerComponent('headers', name, header);
}

/** References to the headers that every answer carries, and to some others. */
export function headersWithCommon(...others: HeaderName[]): Record<string, { $ref: string }> {
  const common: HeaderName[] = [
    'X-Request-Id',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
  ];
  return Object.fromEntries(
    [...common, ...others].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

const PROBLEM_HEADERS: Partial<Record<number, HeaderName>> = {
  401: 'WWW-Authenticate',
  429: 'Retry-After',
  503: 'Retry-After',
};

function registerProblem(
  registry: Registry,
  problem: { status: number; title: string; component: string },
): void {
  registry.registerComponent('responses', problem.component, problemAnswer(problem));
}

/** How a problem is answered; also as a page where a browser sent a form and the service itself has not failed. */
export function problemAnswer(problem: { status: number; title: string }, { orPage = false } = {}) {
  const header = PROBLEM_HEADERS[problem.status];
  return {
    description: problem.title,
    headers: headersWithCommon(...(header ? [header] : [])),
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        example: {
          type: 'about:blank',
          title: problem.title,
          status: problem.status,
          detail: 'What went wrong, in a sentence.',
          instance: 'urn:uuid:5f0c2ad1-93f8-4a52-a1b4-0c6c0bd7e0f6',
        },
      },
      ...(orPage && problem.status < 500 && { 'text/html': { schema: { type: 'string' as const } } }),
    },
  };
}
