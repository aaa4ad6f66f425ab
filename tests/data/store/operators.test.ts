import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { openStore, type Store } from '../../../data/store.ts';
import { anArticle, openTestStore } from './test-store.ts';

describe('tokens', () => {
  test('are found by their text until they are revoked', async () => {
    const { store } = openTestStore();
    const { token, id } = await store.tokens.create({ name: 'agent', scopes: ['write', 'upload'] });
    expect(token).toMatch(/^ink_[\w-]{43}$/);
    expect(await store.tokens.find(token)).toEqual({ id, name: 'agent', scopes: ['write', 'upload'] });
    expect(await store.tokens.revoke('agent')).toBe(true);
    expect(await store.tokens.find(token)).toBeUndefined();
    expect(await store.tokens.revoke('agent')).toBe(false);
  });

  test('end at their time', async () => {
    const { store, time } = openTestStore();
    const { token } = await store.tokens.create({
      name: 'short',
      scopes: ['read'],
      expiresAt: '2026-03-01T12:01:00Z',
    });
    expect(await store.tokens.find(token)).toBeDefined();
    time.now = new Date('2026-03-01T12:01:00Z');
    expect(await store.tokens.find(token)).toBeUndefined();
  });

  test('have names of their own while they are in use', async () => {
    const { store } = openTestStore();
    await store.tokens.create({ name: 'agent', scopes: ['read'] });
    await expect(store.tokens.create({ name: 'agent', scopes: ['read'] })).rejects.toMatchObject({
      kind: 'conflict',
    });
    await store.tokens.revoke('agent');
    await store.tokens.create({ name: 'agent', scopes: ['read'] });
  });

  test('stand nowhere in the database file', async () => {
    const { store, file } = openTestStore();
    const { token } = await store.tokens.create({ name: 'agent', scopes: ['read'] });
    const rows = new Database(file, { readonly: true }).prepare('SELECT * FROM tokens').all();
    expect(JSON.stringify(rows)).not.toContain(token.slice(4));
  });
});

describe('idempotency keys', () => {
  const request = { tokenId: 't', key: 'k', fingerprint: 'f' };

  test('give the first answer again', async () => {
    const { store } = openTestStore();
    const attempt = await begin(store);
    expect(await store.idempotency.begin(request)).toEqual({ state: 'in-progress' });
    const answer = { status: 201, headers: { location: '/x' }, body: '{}' };
    await store.idempotency.finish(attempt, answer);
    expect(await store.idempotency.begin(request)).toEqual({ state: 'done', ...answer });
    expect(await store.idempotency.begin({ ...request, fingerprint: 'other' })).toEqual({
      state: 'mismatch',
    });
    expect(await store.idempotency.begin({ ...request, tokenId: 'other' })).toMatchObject({ state: 'new' });
  });

  test('are free again after a failure, after a crash, and after a day', async () => {
    const { store, time } = openTestStore();
    await store.idempotency.abandon(await begin(store));
    await begin(store);
    time.now = new Date('2026-03-01T12:02:00Z');
    await store.idempotency.finish(await begin(store), { status: 201, headers: {}, body: '' });
    time.now = new Date('2026-03-02T12:03:00Z');
    expect(await store.idempotency.prune()).toBe(1);
    await begin(store);
  });

  test('stay taken once something was written, even if the answer never came to be', async () => {
    const { store, time } = openTestStore();
    const attempt = await begin(store);
    await store.idempotency.carryOut(attempt, () => store.articles.create(anArticle('Once')));
    await store.idempotency.abandon(attempt);
    expect(await store.idempotency.begin(request)).toEqual({ state: 'in-progress' });
    time.now = new Date('2026-03-01T12:02:00Z');
    expect(await store.idempotency.begin(request)).toEqual({ state: 'answer-lost' });
  });

  test('are free again when the write was undone', async () => {
    const { store } = openTestStore();
    const attempt = await begin(store);
    const refused = store.idempotency.carryOut(attempt, () => store.articles.remove('nobody'));
    await expect(refused).rejects.toMatchObject({ kind: 'not-found' });
    await store.idempotency.abandon(attempt);
    await begin(store);
  });

  test('let only the latest attempt write', async () => {
    const { store, time } = openTestStore();
    const first = await begin(store);
    time.now = new Date('2026-03-01T12:02:00Z');
    await begin(store);
    const late = store.idempotency.carryOut(first, () => store.articles.create(anArticle('Twice')));
    await expect(late).rejects.toMatchObject({ kind: 'conflict' });
    expect(await store.articles.find('twice')).toBeUndefined();
  });

  async function begin(store: Store) {
    const begun = await store.idempotency.begin(request);
    if (begun.state !== 'new') throw new Error(`The key is taken: ${begun.state}.`);
    return begun.attempt;
  }
});

describe('curation runs', () => {
  test('are kept as sent, and the same run_id updates its entry', async () => {
    const { store } = openTestStore();
    const first = await store.curation.record({ run_id: 'r1', found: 3, extra: { deep: [1] } });
    const second = await store.curation.record({ run_id: 'r1', found: 5 });
    await store.curation.record({ found: 0 });
    await store.curation.record({ found: 0 });
    expect([first.created, second.created]).toEqual([true, false]);
    expect(second.entry).toMatchObject({
      id: first.entry.id,
      runId: 'r1',
      entry: { run_id: 'r1', found: 5 },
    });
    expect((await store.curation.list({ page: 1, limit: 2 })).total).toBe(3);
  });
});

describe('the database file', () => {
  test('keeps everything over a restart, secrets too', async () => {
    const { store, file } = openTestStore();
    await store.articles.create(anArticle('Kept'));
    const secret = await store.secrets.get('visitors');
    const again = openStore({ file });
    expect(await again.articles.find('kept')).toMatchObject({ title: 'Kept' });
    expect((await again.secrets.get('visitors')).equals(secret)).toBe(true);
    await again.close();
  });

  test('of a newer version is refused with a clear message and stays as it is', async () => {
    const { store, file } = openTestStore();
    await store.check();
    new Database(file).pragma('user_version = 999');
    expect(() => openStore({ file })).toThrow(/schema version 999.*Start the newer Inkstone/s);
  });

  test('that cannot be written makes the check fail', async () => {
    const { file } = openTestStore();
    const readonly = openStore({ file, readonly: true });
    await expect(readonly.check()).rejects.toMatchObject({ kind: 'unavailable' });
    await readonly.close();
  });

  test('uses indexes on the paths that every reader takes', async () => {
    const { file } = openTestStore();
    const plan = (sql: string, ...parameters: unknown[]) =>
      new Database(file, { readonly: true })
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all(...parameters)
        .map((row) => (row as { detail: string }).detail)
        .join('\n');
    expect(
      plan(
        'SELECT a.row FROM shelves s JOIN articles a ON a.row = s.article WHERE s.list = 1 ORDER BY s.published_at DESC, s.article DESC LIMIT 12',
      ),
    ).toMatch(/shelves_by_date(?![\s\S]*TEMP B-TREE)/);
  });
});
