import { describe, expect, it } from 'vitest';
import { listOperations, prepareCall } from '../support/api-operations.ts';
import { openTestApi } from '../support/test-api.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const operations = await listOperations();
// An article may have the slug "bulk", so that address answers what both of its templates do.
const answers = (template: string, path: string) =>
  new RegExp(`^${template.replace('{id}', '[^/]+')}$`).test(path);
const paths = [...new Set(operations.map(({ path }) => path.replace('{id}', 'any')))].map((path) => ({
  path,
  methods: operations.filter((operation) => answers(operation.path, path)).map(({ method }) => method),
}));

function allowOf(methods: string[]): string[] {
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();
}

function allowIn(response: Response): string[] | undefined {
  return response.headers.get('allow')?.split(', ').sort();
}

describe('OPTIONS answers 204 with the methods of the path, to anyone', () => {
  it.each(paths)('$path', async ({ path, methods }) => {
    const api = await openTestApi();
    const response = await api.call(path, { method: 'OPTIONS', token: null });
    expect(response.status).toBe(204);
    expect(await response.text()).toBe('');
    expect(allowIn(response)).toEqual(allowOf(methods));
  });
});

describe('another method answers 405 with the methods of the path', () => {
  it.each(
    paths.flatMap(({ path, methods }) =>
      METHODS.filter((method) => !methods.includes(method)).map((method) => ({ method, path, methods })),
    ),
  )('$method $path', async ({ method, path, methods }) => {
    const api = await openTestApi();
    const response = await api.call(path, { method });
    expect(response.status).toBe(405);
    expect(allowIn(response)).toEqual(allowOf(methods));
    expect((await response.json()).status).toBe(405);
  });
});

describe('HEAD answers as GET does, without the body', () => {
  it.each(operations.filter(({ method }) => method === 'GET'))('HEAD $path', async (operation) => {
    const api = await openTestApi();
    const { path } = await prepareCall(api, operation);
    const get = await api.call(path);
    const head = await api.call(path, { method: 'HEAD' });
    expect(head.status).toBe(get.status);
    expect(await head.text()).toBe('');
    expect(lastingHeaders(head)).toEqual(lastingHeaders(get));
  });

  it.each(operations.filter(({ method, access }) => method === 'GET' && access !== 'public'))(
    'HEAD $path needs what GET needs',
    async (operation) => {
      const api = await openTestApi();
      const { path } = await prepareCall(api, operation);
      expect((await api.call(path, { method: 'HEAD', token: null })).status).toBe(401);
    },
  );
});

describe('an address that does not exist answers 404 as a problem', () => {
  it.each([
    '/api/v1',
    '/api/v1/',
    '/api/v2/articles',
    '/api/v1/nothing',
    '/api/v1/articles/',
    '/api/v1/articles/a/b',
    '/api',
  ])('%s', async (path) => {
    const api = await openTestApi();
    const response = await api.call(path);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
  });
});

function lastingHeaders(response: Response) {
  const own = ['x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'content-length'];
  return [...response.headers].filter(([name]) => !own.includes(name));
}
