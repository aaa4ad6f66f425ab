import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Logger } from 'pino';
import { type FieldError, Problem, type ProblemKind } from '../../data/errors.ts';
import type { ApiEnv } from './context.ts';

/** Every kind of failure, with the inner one that only the log explains. */
export type FailureKind = ProblemKind | 'internal';

/** How HTTP says each kind of failure. `component` names its response in the OpenAPI document. */
export const PROBLEMS = {
  malformed: { status: 400, title: 'Bad Request', component: 'BadRequest' },
  unauthorized: { status: 401, title: 'Unauthorized', component: 'Unauthorized' },
  forbidden: { status: 403, title: 'Forbidden', component: 'Forbidden' },
  'not-found': { status: 404, title: 'Not Found', component: 'NotFound' },
  'method-not-allowed': { status: 405, title: 'Method Not Allowed', component: 'MethodNotAllowed' },
  conflict: { status: 409, title: 'Conflict', component: 'Conflict' },
  'precondition-failed': { status: 412, title: 'Precondition Failed', component: 'PreconditionFailed' },
  'too-large': { status: 413, title: 'Content Too Large', component: 'ContentTooLarge' },
  'unsupported-type': { status: 415, title: 'Unsupported Media Type', component: 'UnsupportedMediaType' },
  invalid: { status: 422, title: 'Unprocessable Content', component: 'UnprocessableContent' },
  'too-many-requests': { status: 429, title: 'Too Many Requests', component: 'TooManyRequests' },
  internal: { status: 500, title: 'Internal Server Error', component: 'InternalServerError' },
  unavailable: { status: 503, title: 'Service Unavailable', component: 'ServiceUnavailable' },
} as const satisfies Record<FailureKind, { status: number; title: string; component: string }>;

const RETRY_UNAVAILABLE_SECONDS = 5;

/** The body of every error (RFC 9457). */
export const ProblemBody = z
  .object({
    type: z.string().openapi({ description: '`about:blank`: the status says what kind of problem it is.' }),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string().openapi({ format: 'uri', description: '`urn:uuid:` and the id of the request.' }),
    errors: z
      .array(z.object({ path: z.string().openapi({ example: 'tags[3]' }), message: z.string() }))
      .optional()
      .openapi({ description: 'Each rule that the input breaks, and where.' }),
  })
  .openapi('Problem');
export type ProblemBody = z.infer<typeof ProblemBody>;

/** An error response of a route's declaration: its status and a reference to the shared response. */
export function problemResponse(kind: FailureKind): [string, { $ref: string }] {
  const { status, component } = PROBLEMS[kind];
  return [String(status), { $ref: `#/components/responses/${component}` }];
}

/** A problem as RFC 9457 writes it; also used for the single items of a bulk request. */
export function problemBody(problem: Problem | { kind: 'internal' }, requestId: string): ProblemBody {
  const { status, title } = PROBLEMS[problem.kind];
  const about = { type: 'about:blank', title, status, instance: instanceOf(requestId) };
  if (!(problem instanceof Problem)) return { ...about, detail: 'Something went wrong inside the service.' };
  const errors = problem.errors && { errors: problem.errors };
  return { ...about, detail: problem.detail, ...errors };
}

function instanceOf(requestId: string): string {
  return `urn:uuid:${requestId}`;
}

/** The same answer, and when it is a problem of the site, which knows no requests, with the `instance` that all problems have. */
export async function withInstance(response: Response, requestId: string): Promise<Response> {
  if (response.headers.get('Content-Type') !== 'application/problem+json' || !response.body) return response;
  const body = { ...((await response.json()) as object), instance: instanceOf(requestId) };
  return new Response(JSON.stringify(body), { status: response.status, headers: response.headers });
}

/** Turns whatever was thrown into an answer. The only place where failures become HTTP. */
export function answerFailure(log: Logger): (error: Error, c: Context<ApiEnv>) => Response {
  return (error, c) => {
    const problem = toProblem(error);
    const kind = problem?.kind ?? 'internal';
    if (kind === 'internal' || kind === 'unavailable') {
      log.error({ err: error, requestId: c.get('requestId') }, 'request failed');
    }
    if (kind === 'unauthorized') c.header('WWW-Authenticate', 'Bearer');
    if (kind === 'unavailable') c.header('Retry-After', String(RETRY_UNAVAILABLE_SECONDS));
    const body = problemBody(problem ?? { kind: 'internal' }, c.get('requestId'));
    return c.body(JSON.stringify(body), PROBLEMS[kind].status, {
      'Content-Type': 'application/problem+json',
    });
  };
}

/** What a validator found, as a problem: a bad query is malformed, a well-formed but wrong body is invalid. */
export function refuseInvalid(result: { target: string; success: boolean; error?: z.ZodError }): void {
  if (result.success || !result.error) return;
  const errors = result.error.issues.map(toFieldError);
  if (result.target === 'json') throw new Problem('invalid', 'The body breaks these rules.', errors);
  throw new Problem('malformed', 'The request breaks these rules.', errors);
}

/** One broken rule of a schema, with its path written as `tags[3]`. */
export function toFieldError(issue: { path: PropertyKey[]; message: string }): FieldError {
  const path = issue.path.reduce<string>((written, step) => {
    if (typeof step === 'number') return `${written}[${step}]`;
    return written === '' ? String(step) : `${written}.${String(step)}`;
  }, '');
  return { path, message: issue.message };
}

const KIND_OF_STATUS = new Map<number, ProblemKind>([
  [400, 'malformed'],
  [415, 'unsupported-type'],
]);

const DATABASE_UNAVAILABLE = /^SQLITE_(FULL|READONLY|BUSY|LOCKED|IOERR|CANTOPEN|NOMEM)/;
const DISK_UNAVAILABLE = /^(ENOSPC|EDQUOT|EROFS|EIO|EACCES|EPERM|EMFILE|ENFILE)$/;

function toProblem(error: Error): Problem | undefined {
  if (error instanceof Problem) return error;
  if (error instanceof HTTPException) {
    const kind = KIND_OF_STATUS.get(error.status);
    return kind && new Problem(kind, error.message);
  }
  const code = 'code' in error ? String(error.code) : '';
  if (DATABASE_UNAVAILABLE.test(code)) return new Problem('unavailable', 'The database is not available.');
  if (DISK_UNAVAILABLE.test(code))
    return new Problem('unavailable', 'The file cannot be stored: the disk refuses it.');
  return undefined;
}
