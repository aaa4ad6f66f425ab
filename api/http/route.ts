import { createRoute, z } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler, TypedResponse } from 'hono';
import type { ProblemKind } from '../../data/errors.ts';
import { headersWithCommon, problemAnswer } from '../openapi.ts';
import { type Access, requireAccess } from './access.ts';
import type { ApiEnv } from './context.ts';
import { type FailureKind, PROBLEMS, problemResponse } from './errors.ts';
import { keepAnswer } from './idempotency.ts';
import { readJson, readJsonOrForm } from './request-body.ts';

/** How large a JSON body may be unless its route says otherwise, in bytes. */
const MAX_JSON_BYTES = 2 * 1024 * 1024;

/** What browsers send for a form without a script. */
const FORM_TYPE = 'application/x-www-form-urlencoded';

type RouteConfig = Parameters<typeof createRoute>[0];

/** What a route says about itself beyond method, path, request and responses. */
interface RouteRules {
  /** Who may call: see {@link Access}. */
  access: Access;
  /** The largest body in bytes; `MAX_JSON_BYTES` unless given. */
  maxBodyBytes?: number;
  /** Reads the body in place of the JSON reader (multipart). It runs after the access check and sets `bodyDigest`. */
  readBody?: MiddlewareHandler<ApiEnv>;
  /** Whether the route honours `Idempotency-Key`. */
  idempotent?: boolean;
  /** Whether the route honours `Prefer: wait=N`. */
  waits?: boolean;
  /** Whether the route honours `If-Match`. */
  guarded?: boolean;
  /** The problems that this route alone can answer; those that follow from its other lines need not be named. */
  errors?: ProblemKind[];
}

type Declaration<Path extends string> = Omit<RouteConfig, 'path' | 'middleware' | 'security' | 'parameters'> &
  RouteRules & { path: Path };

/**
 * Declares one route. The declaration gives its validation, the types of its handler, who may call it, how its
 * body is read, and its part of `/openapi.json` with every error it can answer. Paths are relative to `/api/v1`.
 * A handler returns the declared successes only; everything else it throws as a `Problem`.
 *
 * @example
 * const toggleReaction = route({
 *   method: 'post',
 *   path: '/articles/{id}/reactions',
 *   operationId: 'toggleReaction',
 *   tags: ['Reactions'],
 *   summary: 'Toggle a reaction',
 *   access: 'site',                                  // 'public' | 'site' | a scope
 *   request: { params: ArticleParameters, body: jsonBody(Toggle, { type: 'like' }) },
 *   responses: { 200: jsonAnswer('The state after the toggle', ReactionState, exampleState) },
 *   errors: ['not-found'],
 * });
 *
 * export function reactionRoutes({ store }: ApiDependencies) {
 *   return new OpenAPIHono<ApiEnv>().openapi(toggleReaction, async (c) => {
 *     const { id } = c.req.valid('param');
 *     const { type } = c.req.valid('json');
 *     ...
 *     return c.json(state, 200);
 *   });
 * }
 */
export function route<Path extends string, R extends Declaration<Path>>(declaration: R): R {
  const { access, maxBodyBytes, readBody, idempotent, waits, guarded, errors, ...config } =
    declaration as Declaration<Path>;
  const hasBody = config.request?.body !== undefined;
  const takesForms = config.request?.body?.content[FORM_TYPE] !== undefined;
  const bodyReader = readBody ?? (takesForms ? readJsonOrForm : readJson)(maxBodyBytes ?? MAX_JSON_BYTES);
  const documented = createRoute({
    ...config,
    // Access first: nobody's body is read before it is known that they may send one.
    middleware: [
      requireAccess(access),
      ...(hasBody ? [bodyReader] : []),
      ...(idempotent ? [keepAnswer] : []),
    ] as MiddlewareHandler[],
    security: securityOf(access),
    parameters: parametersOf({ idempotent, waits, guarded }),
    responses: {
      ...problemsOf(declaration, takesForms),
      ...withHeaders(config.responses, { idempotent, waits }),
    },
    'x-access': access,
  });
  // The added error responses stay out of the type: handlers throw problems, they do not return them.
  return documented as unknown as R;
}

/** A required JSON body with an example. */
export function jsonBody<S extends z.ZodType>(schema: S, example: unknown) {
  return { required: true, content: { 'application/json': { schema, example } } } as const;
}

/**
 * A required JSON body with an example, or a form of the same fields; `form` refers to the schema. It is only
 * described: what the route checks is JSON in either case.
 */
export function jsonOrFormBody<S extends z.ZodType>(schema: S, form: { $ref: string }, example: unknown) {
  const body = jsonBody(schema, example);
  const content = { ...body.content, [FORM_TYPE]: { schema: form, example } };
  return { ...body, content: content as typeof body.content };
}

/** A JSON answer with an example. */
export function jsonAnswer<S extends z.ZodType>(description: string, schema: S, example: unknown) {
  return { description, content: { 'application/json': { schema, example } } } as const;
}

/** An answer 200 with JSON that the route has written itself. */
export function writtenJson(c: Context, json: Uint8Array<ArrayBuffer>): Response {
  return c.body(json, 200, { 'Content-Type': 'application/json' });
}

/** The same as the declaration of its route demands it; the type says what stands in it. */
export function asDeclared<Body>(written: unknown): TypedResponse<Body, 200, 'json'> {
  return written as TypedResponse<Body, 200, 'json'>;
}

/** The path parameter of every route of one article. */
export const ArticleParameters = z.object({
  id: z.string().openapi({
    param: { name: 'id', in: 'path' },
    description: "The article's id or its slug.",
    example: 'a-museum-of-salt',
  }),
});

/** A whole number in the query, such as `?page=2`. Blank and repeated values are refused. */
export function integerParameter(rule: { min: number; max: number; default: number; description: string }) {
  const { min, max } = rule;
  return (
    z
      .string({ error: 'Give this parameter once.' })
      // The specification's type is "number", and 1e9 is one way to write a number.
      .regex(/^-?\d+(e\d{1,2})?$/i, 'Must be a whole number.')
      .transform(Number)
      .refine((n) => n >= min && n <= max, `Must be a whole number from ${min} to ${max}.`)
      .optional()
      .transform((n) => n ?? rule.default)
      .openapi({
        type: 'integer',
        minimum: min,
        maximum: max,
        default: rule.default,
        description: rule.description,
      })
  );
}

function withHeaders(
  responses: RouteConfig['responses'],
  { idempotent, waits }: Pick<RouteRules, 'idempotent' | 'waits'>,
): RouteConfig['responses'] {
  const common = headersWithCommon(
    ...(idempotent ? (['Idempotency-Replayed'] as const) : []),
    ...(waits ? (['Preference-Applied'] as const) : []),
  );
  const entries = Object.entries(responses).map(([status, response]) => {
    const headers = { ...common, ...('headers' in response ? (response.headers as object) : {}) };
    return [status, { ...response, headers }];
  });
  return Object.fromEntries(entries);
}

function securityOf(access: Access): Record<string, string[]>[] {
  if (access === 'public') return [{}, { bearer: [] }];
  if (access === 'site') return [{ bearer: ['read'] }, { ownPages: [] }];
  return [{ bearer: [access] }];
}

function parametersOf(rules: Pick<RouteRules, 'idempotent' | 'waits' | 'guarded'>) {
  const names = [
    rules.idempotent && 'IdempotencyKey',
    rules.waits && 'PreferWait',
    rules.guarded && 'IfMatch',
  ].filter((name) => typeof name === 'string');
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

function problemsOf(declaration: Declaration<string>, takesForms: boolean): RouteConfig['responses'] {
  const { request, access, idempotent, guarded, errors = [] } = declaration;
  const kinds: (ProblemKind | 'internal' | false | undefined)[] = [
    'unauthorized',
    access !== 'public' && 'forbidden',
    (request?.query || request?.body || idempotent) && 'malformed',
    ...(request?.body ? (['too-large', 'unsupported-type', 'invalid'] as const) : []),
    ...(idempotent ? (['conflict', 'invalid'] as const) : []),
    guarded && 'precondition-failed',
    'too-many-requests',
    'internal',
    'unavailable',
    ...errors,
  ];
  return Object.fromEntries(
    kinds
      .filter((kind) => kind !== false && kind !== undefined)
      .map((kind) => (takesForms ? problemOrPage(kind) : problemResponse(kind))),
  );
}

function problemOrPage(kind: FailureKind): [string, ReturnType<typeof problemAnswer>] {
  const problem = PROBLEMS[kind];
  return [String(problem.status), problemAnswer(problem, { orPage: true })];
}
