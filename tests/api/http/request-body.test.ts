import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { isDeeperThan } from '../../../api/http/request-body.ts';
import { openTestApi } from '../../support/test-api.ts';

const LIST = '/api/v1/articles';
const JSON_TYPE = { 'Content-Type': 'application/json' };
const ARTICLE = '{"title":"Salt","content":"<p>Salt</p>"}';

async function post(body: RequestInit['body'], headers: Record<string, string> = JSON_TYPE, path = LIST) {
  const api = await openTestApi();
  const response = await api.call(path, { method: 'POST', body, headers });
  const { total } = await api.store.articles.list({ page: 1, limit: 1, sortBy: 'newest' });
  return { response, status: response.status, total };
}

/** A body of chunks whose length nobody announces. */
function chunked(bytes: number, seen?: { pulled: number }): ReadableStream {
  let left = bytes;
  return new ReadableStream({
    pull: (controller) => {
      if (left <= 0) return controller.close();
      const size = Math.min(left, 65_536);
      controller.enqueue(new Uint8Array(size).fill(0x20));
      left -= size;
      if (seen) seen.pulled += size;
    },
  });
}

test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])(
  'a body of type %s is read',
  async (type) => {
    expect((await post(ARTICLE, { 'Content-Type': type })).status).toBe(201);
  },
);

test('a byte order mark does no harm', async () => {
  expect((await post(`\ufeff${ARTICLE}`)).status).toBe(201);
});

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  '',
])('a body of type "%s" is 415', async (type) => {
  expect((await post(ARTICLE, { 'Content-Type': type })).status).toBe(415);
});

test('a body without a type is 415', async () => {
  expect((await post(new TextEncoder().encode(ARTICLE), {})).status).toBe(415);
});

test.each([
  ['an empty body', ''],
  ['malformed JSON', '{"title":'],
  ['something after the JSON', `${ARTICLE} x`],
  ['single quotes', "{'title':'x'}"],
  ['bytes that are not UTF-8', new Uint8Array([0x22, 0xff, 0xfe, 0x22])],
  ['JSON 65 levels deep', `${'['.repeat(65)}${']'.repeat(65)}`],
  ['JSON 10,000 levels deep', '['.repeat(10_000)],
  ['JSON 10,000 levels deep in a field', `{"title":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_001)}`],
])('%s is 400 and creates nothing', async (_, body) => {
  const { status, total } = await post(body);
  expect({ status, total }).toEqual({ status: 400, total: 0 });
});

test.each(['[]', '"text"', '7', 'null', 'true'])('JSON that is no object is 422: %s', async (body) => {
  expect((await post(body)).status).toBe(422);
});

test('a body of more than 2 MiB is 413, announced or not', async () => {
  const bytes = 2 * 1024 * 1024 + 1;
  expect((await post(' '.repeat(bytes))).status).toBe(413);
  expect((await post(chunked(bytes))).status).toBe(413);
});

test('a body that is announced as too large is not read at all', async () => {
  const seen = { pulled: 0 };
  const { status } = await post(chunked(10 ** 9, seen), { ...JSON_TYPE, 'Content-Length': String(10 ** 9) });
  expect(status).toBe(413);
  expect(seen.pulled).toBeLessThanOrEqual(65_536);
});

test('an endless body is left after the limit', async () => {
  const seen = { pulled: 0 };
  expect((await post(chunked(10 ** 9, seen))).status).toBe(413);
  expect(seen.pulled).toBeLessThan(2.5 * 1024 * 1024);
});

test('a bulk body may have 16 MiB', async () => {
  const path = `${LIST}/bulk`;
  const padding = ' '.repeat(16 * 1024 * 1024 - ARTICLE.length - 2);
  expect((await post(`[${ARTICLE}${padding}]`, JSON_TYPE, path)).status).toBe(201);
  expect((await post(`[${ARTICLE}${padding} ]`, JSON_TYPE, path)).status).toBe(413);
});

test('__proto__ keys, also twice, change nothing but the warnings', async () => {
  const body =
    '{"__proto__":{"status":"published"},"__proto__":{"tags":1},"title":"Salt","content":"x","constructor":1}';
  const { response } = await post(body);
  expect(response.status).toBe(201);
  expect(await response.json()).toMatchObject({
    status: 'draft',
    tags: [],
    warnings: expect.arrayContaining([expect.stringContaining('__proto__')]),
  });
  expect(({} as Record<string, unknown>).status).toBeUndefined();
});

test.each([
  ['brackets in a text are no levels', `"${'['.repeat(100)}"`, false],
  ['an escaped quote does not end a text', `"\\"${'['.repeat(100)}"`, false],
  ['an escaped backslash before the end does', `["\\\\",${'['.repeat(64)}`, true],
  ['the limit itself is allowed', `${'['.repeat(64)}${']'.repeat(64)}`, false],
  ['levels next to each other do not add up', `[${'[],'.repeat(1000)}[]]`, false],
])('%s', (_, json, expected) => {
  expect(isDeeperThan(json, 64)).toBe(expected);
});

test.each(['gzip', 'br', 'deflate', 'gzip, gzip', 'zstd'])(
  'a body packed with %s is refused unread',
  async (encoding) => {
    const headers = { ...JSON_TYPE, 'Content-Encoding': encoding };
    const { response, total } = await post(gzipSync(Buffer.alloc(1 << 20)), headers);
    expect([response.status, total]).toEqual([415, 0]);
    expect(await response.json()).toMatchObject({ detail: 'The body must not be compressed.' });
  },
);

test('a body that says that it is not packed is read', async () => {
  expect((await post(ARTICLE, { ...JSON_TYPE, 'Content-Encoding': 'identity' })).status).toBe(201);
});
