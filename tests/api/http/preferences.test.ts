import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { ApiEnv } from '../../../api/http/context.ts';
import { publishWrite } from '../../../api/http/preferences.ts';

/** What a write with a header `Prefer` asks of the publisher, and what its answer says was done. */
async function write(prefer: string | undefined, { isLive = true } = {}) {
  const asked: (string | number)[] = [];
  const publication = {
    wake: () => void asked.push('wake'),
    whenLive: async (seq: number, ms: number) => {
      asked.push(seq, ms);
      return isLive;
    },
    status: async () => ({ lag: 0, failing: [] }),
  };
  const app = new Hono<ApiEnv>().post('/', async (c) => {
    await publishWrite(c, publication, 7);
    return c.body(null, 204);
  });
  const headers = new Headers(prefer === undefined ? undefined : { Prefer: prefer });
  const answer = await app.request('/', { method: 'POST', headers });
  expect(answer.status).toBe(204);
  return { asked, applied: answer.headers.get('preference-applied') };
}

test.each([
  ['wait=5', 5],
  ['wait=30', 30],
  ['wait=31', 30],
  ['wait=999999999', 30],
  ['WAIT = "12"', 12],
  ['respond-async, wait=10', 10],
  ['wait=10, respond-async', 10],
  ['respond-async; wait=10;x', 10],
])('Prefer: %s waits %i seconds', async (prefer, seconds) => {
  expect(await write(prefer)).toEqual({ asked: ['wake', 7, seconds * 1000], applied: `wait=${seconds}` });
});

test.each([undefined, '', 'wait=0', 'wait', 'wait=soon', 'wait=-1', 'wait=5s', 'await=5', 'wait=1234567890'])(
  'Prefer: %s wakes the publisher, and waits for nothing',
  async (prefer) => {
    expect(await write(prefer)).toEqual({ asked: ['wake'], applied: null });
  },
);

test('what is not live in time does not say that it was waited for', async () => {
  expect(await write('wait=5', { isLive: false })).toEqual({ asked: ['wake', 7, 5000], applied: null });
});
