import { readOpenApiDocument } from '../../scripts/openapi-document.ts';
import { storeArticle } from './published-article.ts';
import { type Call, SITE_URL, type TestApi } from './test-api.ts';
import { drawJpeg, fileForm } from './test-pictures.ts';

/** One operation of the API, as its document describes it. */
export interface Operation {
  method: string;
  /** With parameters in braces. */
  path: string;
  /** Who may call: `public`, `site`, or a scope. */
  access: string;
  body: 'json' | 'form' | undefined;
  /** The content types in which it takes a body. */
  bodyTypes: string[];
  /** The example of the JSON body. */
  example: unknown;
  operationId: string;
  tags: string[];
  summary: string;
  responses: Record<string, unknown>;
  honours: { idempotencyKey: boolean; prefer: boolean; ifMatch: boolean };
}

interface DocumentedOperation extends Pick<Operation, 'operationId' | 'tags' | 'summary' | 'responses'> {
  'x-access'?: string;
  requestBody?: { content: Record<string, { example?: unknown }> };
  parameters?: { $ref?: string }[];
}

/** Every operation below /api/v1. */
export async function listOperations(): Promise<Operation[]> {
  const document = (await readOpenApiDocument({ SITE_URL })) as {
    paths: Record<string, Record<string, DocumentedOperation>>;
  };
  return Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/api/v1/'))
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => toOperation(method, path, operation)),
    );
}

function toOperation(method: string, path: string, documented: DocumentedOperation): Operation {
  const { operationId, tags, summary, responses, requestBody, parameters = [] } = documented;
  const json = requestBody?.content['application/json'];
  const honours = (name: string) => parameters.some(({ $ref }) => $ref?.endsWith(`/${name}`));
  return {
    method: method.toUpperCase(),
    path,
    access: documented['x-access'] ?? 'undeclared',
    body: json ? 'json' : requestBody ? 'form' : undefined,
    bodyTypes: Object.keys(requestBody?.content ?? {}),
    example: json?.example,
    operationId,
    tags,
    summary,
    responses,
    honours: {
      idempotencyKey: honours('IdempotencyKey'),
      prefer: honours('PreferWait'),
      ifMatch: honours('IfMatch'),
    },
  };
}

/** A call of an operation that succeeds, made from the document's own examples; there is an article for it to work on. */
export async function prepareCall(
  api: TestApi,
  { method, path, body, example }: Operation,
): Promise<{ path: string; call: Call }> {
  const { id } = await storeArticle(api.store);
  const call: Call = { method };
  if (body === 'json') call.json = example;
  if (body === 'form') call.body = fileForm(await drawJpeg());
  return { path: path.replace('{id}', id), call };
}
