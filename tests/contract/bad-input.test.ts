import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { maxUploadBytes } from '../../api/images.ts';
import { listOperations, prepareCall } from '../support/api-operations.ts';
import { storeArticle } from '../support/published-article.ts';
import { type Call, openTestApi, type TestApi, TOKEN } from '../support/test-api.ts';
import { drawJpeg, fileForm } from '../support/test-pictures.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const operations = await listOperations();
const withJson = operations.filter(({ body }) => body === 'json');
const withBody = operations.filter(({ body }) => body !== undefined);
const NAME = '$method $path';

/** All that a refused call must leave as it was. */
async function stateOf({ store }: TestApi) {
  const { articles, total } = await store.articles.list({ page: 1, limit: 100, sortBy: 'newest' });
  const { total: runs } = await store.curation.list({ page: 1, limit: 1 });
  const uploads = await store.uploads.withoutVariants();
  return { articles, total, runs, uploads, changes: await store.changes.latest() };
}

/** Makes a call, and checks that it is refused as a problem and changes nothing. */
async function refuse(api: TestApi, path: string, call: Call, status: number) {
  const before = await stateOf(api);
  const response = await api.call(path, call);
  const problem = await response.json();
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(problem).toMatchObject({ status, instance: `urn:uuid:${response.headers.get('x-request-id')}` });
  expect(await stateOf(api)).toEqual(before);
  return problem as { detail: string; errors: { path: string; message: string }[] };
}

const article = (fields: object) => ({ title: 'Salt', content: '<p>Ink.</p>', ...fields });

describe('malformed JSON is refused with 400', () => {
  const malformed = {
    'cut off': '{"title":',
    'single quotes': "{'title': 'Salt'}",
    'a trailing comma': '{"title": "Salt",}',
    'two values': '{}{}',
    'a bare word': 'undefined',
    NaN: '{"found": NaN}',
    'a raw NUL byte': '{"title": "a\0b"}',
    'a raw line break in a text': '{"title": "a\nb"}',
    'a wrong escape': '{"title": "\\x41"}',
    nothing: '',
    'white space': '  \n',
  };

  it.each(withJson)(NAME, async (operation) => {
    const api = await openTestApi();
    const { path, call } = await prepareCall(api, operation);
    for (const [name, body] of Object.entries(malformed)) {
      const { detail } = await refuse(api, path, { method: call.method, body, headers: JSON_TYPE }, 400);
      expect(detail, name).not.toBe('');
    }
  });
});

describe('bytes that are not UTF-8 are refused with 400', () => {
  it.each(withJson)(NAME, async (operation) => {
    const api = await openTestApi();
    const { path, call } = await prepareCall(api, operation);
    const body = new Uint8Array([...Buffer.from('{"title": "'), 0xff, 0xc0, ...Buffer.from('"}')]);
    await refuse(api, path, { method: call.method, body, headers: JSON_TYPE }, 400);
  });
});

describe('JSON 10,000 levels deep is refused with 400', () => {
  const deep = {
    arrays: '['.repeat(10_000) + ']'.repeat(10_000),
    objects: `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
    'arrays that are never closed': '['.repeat(10_000),
    'a field of an article': `{"title":"a","content":"b","tags":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
  };

  it.each(withJson)(NAME, async (operation) => {
    const api = await openTestApi();
    const { path, call } = await prepareCall(api, operation);
    for (const body of Object.values(deep)) {
      await refuse(api, path, { method: call.method, body, headers: JSON_TYPE }, 400);
    }
  });
});

describe('another content type is refused with 415', () => {
  const types = [
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'application/jsonx',
    'json',
  ];

  it.each(withJson)(NAME, async (operation) => {
    const api = await openTestApi();
    const { path, call } = await prepareCall(api, operation);
    const others = types.filter((type) => !operation.bodyTypes.includes(type));
    for (const type of [...others, 'multipart/form-data; boundary=x']) {
      await refuse(api, path, { ...call, headers: { 'Content-Type': type } }, 415);
    }
  });

  it.each(withJson)(`${NAME} takes JSON with a charset`, async (operation) => {
    const api = await openTestApi();
    const { path, call } = await prepareCall(api, operation);
    const headers = { 'Content-Type': 'Application/JSON; charset=UTF-8' };
    expect((await api.call(path, { ...call, headers })).ok).toBe(true);
  });
});

describe('a body that is too long is refused with 413', () => {
  const limits: Record<string, number> = {
    '/api/v1/articles/bulk': 16 * 1024 * 1024,
    '/api/v1/curation-log': 256 * 1024,
    '/api/v1/upload': maxUploadBytes + 64 * 1024,
  };

  it.each(withBody)(`${NAME} with its length announced`, async (operation) => {
    const api = await openTestApi();
    const { path, call } = await prepareCall(api, operation);
    const tooLong = (limits[operation.path] ?? 2 * 1024 * 1024) + 1;
    const type = operation.body === 'json' ? 'application/json' : 'multipart/form-data; boundary=x';
    const headers = { 'Content-Type': type, 'Content-Length': String(tooLong) };
    await refuse(api, path, { method: call.method, body: 'x', headers }, 413);
  });

  it.each(withBody)(`${NAME} with a length that shows only on reading`, async (operation) => {
    const api = await openTestApi();
    const { path, call } = await prepareCall(api, operation);
    const limit = limits[operation.path] ?? 2 * 1024 * 1024;
    const type = operation.body === 'json' ? 'application/json' : 'multipart/form-data; boundary=x';
    const { body, asked } = endlessBody();
    await refuse(api, path, { method: call.method, body, headers: { 'Content-Type': type } }, 413);
    expect(asked.bytes).toBeLessThan(limit + 256 * 1024);
  });

  function endlessBody() {
    const asked = { bytes: 0 };
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        asked.bytes += 64 * 1024;
        controller.enqueue(new Uint8Array(64 * 1024).fill(0x20));
      },
    });
    return { body, asked };
  }
});

describe('an article that breaks a rule is refused with 422, and the field is named', () => {
  const longAddress = `https://example.org/${'x'.repeat(2048)}`;
  const broken: [what: string, fields: object, path: string][] = [
    ['no title', { title: undefined }, 'title'],
    ['no content', { content: undefined }, 'content'],
    ['a null title', { title: null }, 'title'],
    ['a title of spaces', { title: ' \t\n\u3000' }, 'title'],
    ['a title of what a page cannot carry', { title: '\0\u0001' }, 'title'],
    ['blank content', { content: '  ' }, 'content'],
    ['a title that is a number', { title: 7 }, 'title'],
    ['content that is an object', { content: {} }, 'content'],
    ['tags that are a text', { tags: 'salt' }, 'tags'],
    ['a tag that is a number', { tags: ['salt', 7] }, 'tags[1]'],
    ['a summary that is a list', { summary: [] }, 'summary'],
    ['an author that is a boolean', { author: true }, 'author'],
    ['a title of 301 characters', { title: 'x'.repeat(301) }, 'title'],
    ['a summary of 2,001 characters', { summary: 'x'.repeat(2001) }, 'summary'],
    ['content of more than 1 MiB', { content: 'x'.repeat(1024 * 1024 + 1) }, 'content'],
    ['content of more than 1 MiB in UTF-8', { content: '벼'.repeat(350_000) }, 'content'],
    ['21 tags', { tags: Array.from({ length: 21 }, (_, n) => `tag-${n}`) }, 'tags'],
    ['a category of 65 characters', { category: 'x'.repeat(65) }, 'category'],
    ['a blank category', { category: ' ' }, 'category'],
    ['a category with a slash', { category: '../etc' }, 'category'],
    ['a tag of signs alone', { tags: ['---'] }, 'tags[0]'],
    ['a tag of dots', { tags: ['..'] }, 'tags[0]'],
    ['an unknown status', { status: 'public' }, 'status'],
    ['a status in capitals', { status: 'Published' }, 'status'],
    ['an unknown language', { lang: 'fr' }, 'lang'],
    ['a source address without scheme', { source_url: 'example.org' }, 'source_url'],
    ['a source address that is a script', { source_url: 'javascript:alert(1)' }, 'source_url'],
    ['a source address that is data', { source_url: 'data:text/html,x' }, 'source_url'],
    ['a source address of another scheme', { source_url: 'ftp://example.org/' }, 'source_url'],
    ['a source address with a line break', { source_url: 'https://example.org/\r\nX: y' }, 'source_url'],
    ['a source address with a quote', { source_url: 'https://example.org/"onclick' }, 'source_url'],
    ['a source address with a lone surrogate', { source_url: 'https://example.org/\ud800' }, 'source_url'],
    ['a source address that is too long', { source_url: longAddress }, 'source_url'],
    ['a source address under /uploads/', { source_url: '/uploads/a.jpg' }, 'source_url'],
    ['a thumbnail elsewhere on the site', { thumbnail_url: '/etc/passwd' }, 'thumbnail_url'],
    ['a thumbnail that leaves /uploads/', { thumbnail_url: '/uploads/../etc/passwd' }, 'thumbnail_url'],
    [
      'a thumbnail that leaves /uploads/ encoded',
      { thumbnail_url: '/uploads/%2e%2e/x.jpg' },
      'thumbnail_url',
    ],
    ['a thumbnail of no scheme', { thumbnail_url: '//example.org/a.jpg' }, 'thumbnail_url'],
    ['a thumbnail that is too long', { thumbnail_url: longAddress }, 'thumbnail_url'],
    ['a time that is none', { published_at: 'tomorrow' }, 'published_at'],
    ['a time without zone', { published_at: '2026-11-21T09:00:00' }, 'published_at'],
    ['a day that does not exist', { published_at: '2026-02-30T00:00:00Z' }, 'published_at'],
    ['a time as a number', { published_at: 1_763_000_000 }, 'published_at'],
    ['scheduled without a time', { status: 'scheduled' }, 'published_at'],
    ['a translation of nothing', { translation_of: 'no-such-article' }, 'translation_of'],
    ['a slug with a slash', { slug: 'a/b' }, 'slug'],
    ['a slug that climbs', { slug: '..' }, 'slug'],
    ['a slug with a line break', { slug: 'a\r\nb' }, 'slug'],
    ['a slug of 81 characters', { slug: 'x'.repeat(81) }, 'slug'],
  ];

  it.each(broken)('%s, when it is created', async (_, fields, path) => {
    const api = await openTestApi();
    const { errors } = await refuse(api, '/api/v1/articles', { json: article(fields) }, 422);
    expect(errors.map((error) => error.path)).toContain(path);
  });

  it.each(broken.filter(([, fields]) => !Object.values(fields).includes(undefined)))(
    '%s, when it is changed',
    async (_, fields, path) => {
      const api = await openTestApi();
      const { id } = await storeArticle(api.store, { status: 'draft', publishedAt: null });
      const call = { method: 'PATCH', json: fields };
      const { errors } = await refuse(api, `/api/v1/articles/${id}`, call, 422);
      expect(errors.map((error) => error.path)).toContain(path);
    },
  );

  it.each([[[]], ['text'], [7], [null], [true]])('the body %j, which is no article', async (json) => {
    const api = await openTestApi();
    await refuse(api, '/api/v1/articles', { json }, 422);
  });
});

describe('a bulk request', () => {
  const path = '/api/v1/articles/bulk';

  it('with some bad articles creates the others, and says which were bad and why', async () => {
    const api = await openTestApi();
    const items = [article({}), article({ status: 'public' }), 'text', null, article({ title: 'Ink' })];
    const response = await api.call(path, { json: items });
    const { created, failed, results } = await response.json();
    expect([response.status, created, failed]).toEqual([207, 2, 3]);
    expect(results.map(({ status }: { status: number }) => status)).toEqual([201, 422, 422, 422, 201]);
    expect(results[1].error.errors[0].path).toBe('status');
    expect((await stateOf(api)).total).toBe(2);
  });

  it('with bad articles only creates none', async () => {
    const api = await openTestApi();
    const before = await stateOf(api);
    const response = await api.call(path, { json: [article({ title: '' }), 7] });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ created: 0, failed: 2 });
    expect(await stateOf(api)).toEqual(before);
  });

  it('with 1,001 articles is refused as a whole', async () => {
    const api = await openTestApi();
    await refuse(api, path, { json: Array.from({ length: 1001 }, () => article({})) }, 422);
  });

  it.each([[{}], ['text'], [null], [[]]])('that is %j is refused', async (json) => {
    const api = await openTestApi();
    await refuse(api, path, { json }, 422);
  });
});

describe('a picture', () => {
  it('that is missing is refused with 400', async () => {
    await refuse(await openTestApi(), '/api/v1/upload', { body: new FormData() }, 400);
  });

  it('that is damaged is refused with 422', async () => {
    const bytes = await drawJpeg({ width: 800, height: 600 });
    const body = fileForm(bytes.subarray(0, bytes.length - 1000));
    await refuse(await openTestApi(), '/api/v1/upload', { body }, 422);
  });

  it('that is larger than 5 MB is refused with 413', async () => {
    const body = fileForm(new Uint8Array(maxUploadBytes + 1));
    await refuse(await openTestApi(), '/api/v1/upload', { body }, 413);
  });

  it('that is something else under its name is refused with 415', async () => {
    const body = fileForm(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), { type: 'image/png' });
    await refuse(await openTestApi(), '/api/v1/upload', { body }, 415);
  });

  it('that is a PNG under the name of a JPEG is stored as what it is', async () => {
    const api = await openTestApi();
    const { default: sharp } = await import('sharp');
    const png = await sharp(await drawJpeg())
      .png()
      .toBuffer();
    const { type, url } = await (await api.call('/api/v1/upload', { body: fileForm(png) })).json();
    expect([type, url]).toEqual(['image/png', expect.stringMatching(/\.png$/)]);
  });
});

describe('a query that breaks a rule is refused with 400, and the parameter is named', () => {
  it.each([
    ['limit', '0'],
    ['limit', '101'],
    ['limit', '-1'],
    ['limit', '1e9'],
    ['limit', ''],
    ['limit', 'abc'],
    ['limit', '1.5'],
    ['limit', '0x10'],
    ['page', '0'],
    ['page', '-1'],
    ['page', ''],
    ['page', '99999999999999999999'],
    ['page', '\0'],
    ['sortBy', 'title'],
    ['sortBy', 'Newest'],
    ['sortBy', '1; DROP TABLE articles'],
    ['status', 'public'],
    ['lang', 'fr'],
    ['include', 'everything'],
    ['category', '/'],
    ['tag', '../..'],
  ])('%s=%s', async (name, value) => {
    const api = await openTestApi();
    const { errors } = await refuse(api, `/api/v1/articles?${new URLSearchParams([[name, value]])}`, {}, 400);
    expect(errors.map(({ path }) => path)).toEqual([name]);
  });

  it.each([
    'limit=5&limit=6',
    'page=1&page=2',
    'status=draft&status=published',
    'sortBy=views&sortBy=newest',
  ])('a parameter given twice: %s', async (query) => {
    await refuse(await openTestApi(), `/api/v1/articles?${query}`, {}, 400);
  });

  it('page 1e9 is past the end, not wrong', async () => {
    const api = await openTestApi();
    await storeArticle(api.store);
    for (const page of ['1e9', '1000000000', '9007199254740991']) {
      const response = await api.call(`/api/v1/articles?page=${page}`);
      expect([page, response.status]).toEqual([page, 200]);
      expect((await response.json()).data).toEqual([]);
    }
  });

  it('percent signs that encode nothing do no harm', async () => {
    const api = await openTestApi();
    for (const query of ['q=%', 'q=%ff', 'q=%E0%A4%A', '%=1', '&&&', 'q=%00']) {
      const response = await api.call(`/api/v1/search/suggest?${query}`, { token: null });
      expect([query, response.status]).toEqual([query, 200]);
    }
  });
});

describe('an unknown id is refused with 404', () => {
  const ids = [
    '019aa3a4-6f5e-7c1d-8a52-3f0f6f7f9e10',
    'no-such-article',
    '%00',
    '%ff',
    '%',
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e',
    "'%20OR%201=1--",
    '%F0%9F%96%8C',
    'x'.repeat(5000),
    '__proto__',
  ];

  it.each(operations.filter(({ path }) => path.includes('{id}')))(NAME, async (operation) => {
    const api = await openTestApi();
    const { call } = await prepareCall(api, operation);
    for (const id of ids) {
      const before = await stateOf(api);
      const response = await api.call(operation.path.replace('{id}', id), call);
      // The rules of addresses themselves turn an encoded ".." into a step up, to an address that is another one's.
      const expected = id === '%2e%2e' ? [404, 405] : [404];
      expect([id, expected]).toEqual([id, expect.arrayContaining([response.status])]);
      expect(await stateOf(api)).toEqual(before);
    }
  });
});

describe('a wrong token is refused with 401 and changes nothing', () => {
  it.each(operations.filter(({ path }) => path !== '/api/v1/health'))(NAME, async (operation) => {
    const api = await openTestApi();
    const { path, call } = await prepareCall(api, operation);
    await refuse(api, path, { ...call, token: `${TOKEN}x` }, 401);
  });
});

describe('text of every kind is taken without harm', () => {
  const inTitle: [what: string, sent: string, kept: string][] = [
    ['NUL bytes', 'a\0b', 'ab'],
    ['control characters', 'a\u0007\u001bb', 'ab'],
    ['lone surrogates', 'a\ud800b', 'a\ufffdb'],
    ['right-to-left marks', '\u202eabc\u202c \u200fשלום', '\u202eabc\u202c \u200fשלום'],
    ['letters in parts', 'e\u0301 \u1112\u1161\u11ab', 'é 한'],
    ['emoji of several parts', '👩🏽‍🚀 🇰🇷', '👩🏽‍🚀 🇰🇷'],
    ['HTML', '<script>alert(1)</script> & "', '<script>alert(1)</script> & "'],
    ['SQL', "'; DROP TABLE articles; --", "'; DROP TABLE articles; --"],
  ];

  it.each(inTitle)('%s in a title', async (_, sent, kept) => {
    const api = await openTestApi();
    const response = await api.call('/api/v1/articles', {
      json: article({ title: sent, status: 'published' }),
    });
    expect(response.status).toBe(201);
    const { id, title } = await response.json();
    expect(title).toBe(kept);
    expect((await (await api.call(`/api/v1/articles/${id}`)).json()).title).toBe(kept);
  });

  it.each(inTitle)('%s in tags and category give a key or are refused, never a path', async (_, sent) => {
    const api = await openTestApi();
    const response = await api.call('/api/v1/articles', { json: article({ category: sent, tags: [sent] }) });
    expect([201, 422]).toContain(response.status);
    const { category = 'none' } = await response.json();
    expect(category).toMatch(/^[\p{L}\p{N}\p{M}._+#-]+$/u);
  });

  it('a field named __proto__ is unknown like any other', async () => {
    const api = await openTestApi();
    const body = '{"title":"Salt","content":"<p>x</p>","__proto__":{"status":"published"},"constructor":1}';
    const response = await api.call('/api/v1/articles', { body, headers: JSON_TYPE });
    const { status, warnings } = await response.json();
    expect([response.status, status]).toEqual([201, 'draft']);
    expect(warnings.join(' ')).toContain('__proto__');
  });

  it('of a field given twice, the last one counts', async () => {
    const api = await openTestApi();
    const body = '{"title":"One","title":"Two","content":"<p>x</p>"}';
    const { title } = await (await api.call('/api/v1/articles', { body, headers: JSON_TYPE })).json();
    expect(title).toBe('Two');
  });
});

describe('no input writes a header', () => {
  const INJECTION = 'x\r\nX-Injected: yes\r\n\r\n<script>';

  it.each(['title', 'slug', 'category', 'author', 'source_url', 'published_at'])(
    'through %s',
    async (field) => {
      const api = await openTestApi();
      const response = await api.call('/api/v1/articles', { json: article({ [field]: INJECTION }) });
      expect(response.headers.has('x-injected')).toBe(false);
      expect(response.headers.get('location') ?? '').toMatch(/^[\x21-\x7e]*$/);
    },
  );

  it('through the query of a list, which its Link header repeats', async () => {
    const api = await openTestApi();
    const query = new URLSearchParams({ category: 'x', 'a>; rel="evil': INJECTION });
    const response = await api.call(`/api/v1/articles?${query}`);
    expect(response.headers.has('x-injected')).toBe(false);
    const targets = [...(response.headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)];
    expect(targets.map(([, , relation]) => relation)).toEqual(['first', 'last']);
  });

  it('through the name of an uploaded file', async () => {
    const api = await openTestApi();
    const response = await api.call('/api/v1/upload', {
      body: fileForm(await drawJpeg(), { name: INJECTION }),
    });
    expect(response.headers.has('x-injected')).toBe(false);
  });

  it.each([
    'idempotency-key',
    'prefer',
    'if-match',
    'cookie',
    'user-agent',
    'x-request-id',
    'x-forwarded-for',
  ])('through the header %s', async (name) => {
    const api = await openTestApi();
    const { id } = await storeArticle(api.store);
    const headers = { [name]: 'wait=1, x"; X-Injected=yes; \u00e9' };
    for (const path of [`/api/v1/articles/${id}/view`, `/api/v1/articles/${id}`]) {
      const response = await api.call(path, { method: path.endsWith('view') ? 'POST' : 'GET', headers });
      expect([...response.headers].join()).not.toMatch(/injected/i);
    }
  });
});

describe('over a real connection', () => {
  /** Sends bytes as they are and answers all that comes back. */
  function send(port: number, text: string): Promise<string> {
    return new Promise((resolve, reject) => {
      let answer = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      socket.setEncoding('utf8');
      socket.on('data', (chunk: string) => {
        answer += chunk;
      });
      socket.on('end', () => resolve(answer));
      socket.on('error', (error) => (answer ? resolve(answer) : reject(error)));
    });
  }

  const request = (line: string, headers: string[] = [], body = '') =>
    [`${line} HTTP/1.1`, 'Host: inkstone.test', 'Connection: close', ...headers, '', body].join('\r\n');
  const authorized = `Authorization: Bearer ${TOKEN}`;

  it.each([
    '/api/v1/articles/../../../etc/passwd',
    '/api/v1/articles/..%2f..%2f..%2fetc%2fpasswd',
    '/api/v1/articles/%2e%2e/%2e%2e/etc/passwd',
    '/api/v1/articles/..\\..\\etc\\passwd',
    '/api/v1/articles/%252e%252e%252fetc',
    '/api/v1/articles/%00',
    '//etc/passwd',
    '/../../../../etc/passwd',
    '/uploads/../inkstone.db',
    '/uploads/..%2finkstone.db',
  ])('the path %s finds nothing', async (path) => {
    const api = await openTestApi();
    const answer = await send(await api.listen(), request(`GET ${path}`, [authorized]));
    expect(answer).toMatch(/^HTTP\/1\.1 (404|400) /);
    expect(answer).not.toMatch(/root:|SQLite format/);
  });

  it('a body sent in chunks is cut off with 413 when it is too long', async () => {
    const api = await openTestApi();
    const port = await api.listen();
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/curation-log`, {
      method: 'POST',
      headers: { ...JSON_TYPE, Authorization: `Bearer ${TOKEN}` },
      body: new Blob([`{"notes": "${'x'.repeat(300 * 1024)}"}`]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
  });

  it('a picture that is announced too large is answered 413 before it has arrived', async () => {
    const api = await openTestApi();
    const headers = [authorized, 'Content-Type: multipart/form-data; boundary=x', 'Content-Length: 99000000'];
    const answer = await send(await api.listen(), request('POST /api/v1/upload', headers, '--x\r\n'));
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('a header with a line break never reaches the service', async () => {
    const api = await openTestApi();
    const headers = ['Idempotency-Key: a\rX-Injected: yes'];
    const answer = await send(await api.listen(), request('GET /api/v1/health', headers));
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('two lengths are refused, as they could hide a second request', async () => {
    const api = await openTestApi();
    const headers = [
      authorized,
      'Content-Type: application/json',
      'Content-Length: 2',
      'Transfer-Encoding: chunked',
    ];
    const answer = await send(await api.listen(), request('POST /api/v1/curation-log', headers, '{}'));
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });
});
