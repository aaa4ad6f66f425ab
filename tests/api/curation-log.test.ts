import { describe, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '../support/test-api.ts';

const PATH = '/api/v1/curation-log';

function record(api: TestApi, entry: unknown) {
  return api.call(PATH, { json: entry });
}

async function totalOf(api: TestApi): Promise<number> {
  return (await (await api.call(PATH)).json()).pagination.total;
}

describe('recording a curation run', () => {
  it('answers the stored entry with its id and times', async () => {
    const api = await openTestApi({ now: new Date('2026-11-21T03:04:11Z') });
    const entry = { run_id: 'nightly', status: 'partial', found: 48, errors: ['timeout'] };
    const response = await record(api, entry);
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({
      ...entry,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      created_at: '2026-11-21T03:04:11.000Z',
      updated_at: '2026-11-21T03:04:11.000Z',
    });
  });

  it.each([
    ['an empty object', {}],
    [
      'fields nobody has heard of',
      { temperature: 0.2, prompts: [{ text: 'Find news.' }], ok: true, none: null },
    ],
    ['known fields that are null', { run_id: null, started_at: null, found: null, notes: null }],
    ['counts in place of lists', { sources: 12, errors: 0 }],
    [
      'times with an offset',
      { started_at: '2026-11-21T12:00:00+09:00', finished_at: '2026-11-21T03:04:05.678Z' },
    ],
    ['text of every kind', { notes: 'NUL \u0000, a lone \ud800, \u202eright to left\u202c, 벼루, 硯, 🖌' }],
    ['names that objects have by nature', { constructor: 1, toString: 'x', hasOwnProperty: null }],
  ])('keeps %s as sent', async (_, entry) => {
    const api = await openTestApi();
    const response = await record(api, entry);
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject(entry);
  });

  it('keeps a field named __proto__ as a field like any other', async () => {
    const api = await openTestApi();
    const body = '{"__proto__":{"run_id":"polluted"},"found":1}';
    const response = await api.call(PATH, { body, headers: { 'Content-Type': 'application/json' } });
    expect(response.status).toBe(201);
    expect(await response.text()).toContain('"__proto__":{"run_id":"polluted"}');
  });

  it('does not let an entry choose its own id and times', async () => {
    const api = await openTestApi();
    const { id, created_at } = await (await record(api, { id: 'mine', created_at: 'yesterday' })).json();
    expect([id, created_at]).not.toContain('mine');
    expect(created_at).toMatch(/^\d{4}-/);
  });

  it('updates the entry when the same run_id comes again', async () => {
    const api = await openTestApi({ now: new Date('2026-11-21T03:00:00Z') });
    const first = await (await record(api, { run_id: 'nightly', notes: 'started' })).json();
    api.time.now = new Date('2026-11-21T03:05:00Z');
    const response = await record(api, { run_id: 'nightly', status: 'success' });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      run_id: 'nightly',
      status: 'success',
      id: first.id,
      created_at: first.created_at,
      updated_at: '2026-11-21T03:05:00.000Z',
    });
    expect(await totalOf(api)).toBe(1);
  });

  it('keeps runs without run_id apart', async () => {
    const api = await openTestApi();
    await record(api, {});
    await record(api, { run_id: null });
    expect(await totalOf(api)).toBe(2);
  });

  it('gives the first answer again for the same Idempotency-Key', async () => {
    const api = await openTestApi();
    const again = () => api.call(PATH, { json: { found: 1 }, headers: { 'Idempotency-Key': 'run-1' } });
    const [first, second] = [await again(), await again()];
    expect(second.status).toBe(201);
    expect(await second.json()).toEqual(await first.json());
    expect(await totalOf(api)).toBe(1);
  });
});

describe('a curation run that is refused stores nothing and answers', () => {
  it.each([
    ['status', { status: 'done' }],
    ['started_at', { started_at: 'yesterday' }],
    ['finished_at', { finished_at: 1_700_000_000 }],
    ['run_id', { run_id: 7 }],
    ['run_id', { run_id: '' }],
    ['run_id', { run_id: 'x'.repeat(256) }],
    ['found', { found: -1 }],
    ['selected', { selected: 1.5 }],
    ['published', { published: '3' }],
    ['article_ids', { article_ids: 'one' }],
    ['article_ids[1]', { article_ids: ['one', 2] }],
    ['sources', { sources: 'all' }],
    ['errors', { errors: 'none' }],
    ['model', { model: {} }],
    ['notes', { notes: [] }],
  ])('422 naming %s for %j', async (path, entry) => {
    const api = await openTestApi();
    const response = await record(api, entry);
    expect(response.status).toBe(422);
    expect((await response.json()).errors.map((error: { path: string }) => error.path)).toEqual([path]);
    expect(await totalOf(api)).toBe(0);
  });

  it.each([[[]], ['text'], [7], [true], [null]])('422 for %j, which is no object', async (entry) => {
    const api = await openTestApi();
    expect((await record(api, entry)).status).toBe(422);
    expect(await totalOf(api)).toBe(0);
  });

  it('413 for more than 256 KiB', async () => {
    const api = await openTestApi();
    expect((await record(api, { notes: 'x'.repeat(256 * 1024) })).status).toBe(413);
    expect(await totalOf(api)).toBe(0);
  });

  it('401 without a token, even from the site’s own pages', async () => {
    const api = await openTestApi();
    expect((await api.call(PATH, { json: {}, fromOwnPage: true })).status).toBe(401);
  });

  it('403 with a token that lacks the scope curation', async () => {
    const api = await openTestApi();
    const token = await api.tokenWith('read', 'write', 'upload');
    expect((await api.call(PATH, { json: {}, token })).status).toBe(403);
  });
});

describe('listing curation runs', () => {
  it('gives the newest first, in pages', async () => {
    const api = await openTestApi();
    for (const run_id of ['one', 'two', 'three']) {
      await record(api, { run_id });
      api.time.now = new Date(api.time.now.getTime() + 1000);
    }
    const response = await api.call(`${PATH}?limit=2`);
    const { data, pagination } = await response.json();
    expect(data.map((entry: { run_id: string }) => entry.run_id)).toEqual(['three', 'two']);
    expect(pagination).toEqual({ page: 1, limit: 2, total: 3, pages: 2 });
    expect(response.headers.get('link')).toContain(
      `<https://inkstone.test${PATH}?limit=2&page=2>; rel="next"`,
    );
  });

  it('is empty past the end', async () => {
    const api = await openTestApi();
    const response = await api.call(`${PATH}?page=1000000000`);
    expect(response.status).toBe(200);
    expect((await response.json()).data).toEqual([]);
  });

  it('needs a token with the scope curation', async () => {
    const api = await openTestApi();
    expect((await api.call(PATH, { token: null })).status).toBe(401);
    expect((await api.call(PATH, { token: await api.tokenWith('read') })).status).toBe(403);
    expect((await api.call(PATH, { token: await api.tokenWith('curation') })).status).toBe(200);
  });
});
