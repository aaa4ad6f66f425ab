import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** As much of an OpenAPI document as checking answers needs. */
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
}

interface Operation {
  operationId?: string;
  responses: Record<string, DocumentedResponse & { $ref?: string }>;
}

interface DocumentedResponse {
  headers?: Record<string, { required?: boolean; $ref?: string }>;
  content?: Record<string, { schema?: unknown }>;
}

/** Checks answers against an OpenAPI document; throws an Error that says what differs. */
export interface Contract {
  check(method: string, path: string, response: Response): Promise<void>;
}

const DOCUMENT = 'openapi';

/** Compiles a document's schemas. Fields that it does not name are errors, so that nothing stays undocumented. */
export function createContract(document: ApiDocument): Contract {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema(closed(document) as object, DOCUMENT);

  return {
    check: async (method, path, response) => {
      const template = findTemplate(document, path);
      const operation =
        template && document.paths[template]?.[method === 'HEAD' ? 'get' : method.toLowerCase()];
      if (path.startsWith('/api/')) requireHeaders(response, API_HEADERS, `${method} ${path}`);
      if (!template || !operation) return checkUnrouted(ajv, response);
      const [pointer, documented] = findResponse(document, template, method, response.status);
      requireHeaders(response, requiredHeaders(document, documented), `${method} ${path}`);
      if (method !== 'HEAD') await checkBody(ajv, response, { pointer, documented });
    },
  };
}

const API_HEADERS = ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

/** A path that is not documented answers OPTIONS and redirects without a body, and everything else with a problem. */
async function checkUnrouted(ajv: Ajv2020, response: Response): Promise<void> {
  if (response.status < 400) return;
  const pointer = '/components/responses/NotFound';
  const documented = { content: { 'application/problem+json': {} } };
  await checkBody(ajv, response, { pointer, documented });
}

function findTemplate(document: ApiDocument, path: string): string | undefined {
  const pathname = path.split('?')[0] ?? '';
  return Object.keys(document.paths)
    .filter((template) => toPattern(template).test(pathname))
    .sort((a, b) => a.split('{').length - b.split('{').length)[0];
}

function toPattern(template: string): RegExp {
  const source = template
    .split(/\{[^}]+\}/)
    .map((text) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&'))
    .join('[^/]+');
  return new RegExp(`^${source}$`);
}

function findResponse(
  document: ApiDocument,
  template: string,
  method: string,
  status: number,
): [pointer: string, DocumentedResponse] {
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  const response = document.paths[template]?.[verb]?.responses[status];
  if (!response) throw new Error(`${method} ${template} answered ${status}, which is not documented`);
  if (!response.$ref) return [`/paths/${escapePointer(template)}/${verb}/responses/${status}`, response];
  return [response.$ref.slice(1), resolve(document, response.$ref) as DocumentedResponse];
}

function requiredHeaders(document: ApiDocument, response: DocumentedResponse): string[] {
  return Object.entries(response.headers ?? {})
    .filter(([, header]) => (header.$ref ? resolve(document, header.$ref) : header).required)
    .map(([name]) => name);
}

function requireHeaders(response: Response, names: string[], what: string): void {
  const missing = names.filter((name) => !response.headers.has(name));
  if (missing.length > 0)
    throw new Error(`${what} answered ${response.status} without ${missing.join(', ')}`);
}

async function checkBody(
  ajv: Ajv2020,
  response: Response,
  { pointer, documented }: { pointer: string; documented: DocumentedResponse },
): Promise<void> {
  const text = await response.clone().text();
  const types = Object.keys(documented.content ?? {});
  if (types.length === 0) {
    if (text !== '')
      throw new Error(`${pointer} is documented without a body, but has: ${text.slice(0, 200)}`);
    return;
  }
  const type = response.headers.get('content-type')?.split(';')[0] ?? 'no type';
  if (!types.includes(type))
    throw new Error(`${pointer} is documented as ${types.join(', ')}, but is ${type}`);
  if (!type.endsWith('json')) return;
  const schema = { $ref: `${DOCUMENT}#${pointer}/content/${escapePointer(type)}/schema` };
  if (!ajv.validate(schema, JSON.parse(text))) {
    throw new Error(`${pointer}: ${ajv.errorsText(ajv.errors)} in ${text.slice(0, 1000)}`);
  }
}

function resolve(document: ApiDocument, reference: string): { required?: boolean } {
  const [section = '', name = ''] = reference.replace('#/components/', '').split('/');
  return document.components[section]?.[name] as { required?: boolean };
}

function escapePointer(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, closed(inner)]),
  );
  const isObjectSchema = copy.type === 'object' && typeof copy.properties === 'object';
  return isObjectSchema ? { additionalProperties: false, ...copy } : copy;
}
