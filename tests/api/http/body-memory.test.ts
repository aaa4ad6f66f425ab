import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openTestApi, TOKEN } from '../../support/test-api.ts';

const MIB = 1024 * 1024;
const BLANK = Buffer.alloc(MIB, ' ');

interface Sender {
  socket: Socket;
  /** The first line of the answer. */
  answered: Promise<string>;
}

/** Begins a request with a body and sends some of it. Blanks before JSON change nothing. */
async function beginRequest(
  port: number,
  path: string,
  { announced, sent, token = TOKEN }: { announced: number; sent: number; token?: string | null },
): Promise<Sender> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const { promise: answered, resolve } = Promise.withResolvers<string>();
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
    if (received.includes('\r\n')) resolve(received.slice(0, received.indexOf('\r\n')));
  });
  socket.on('error', () => {}).on('close', () => resolve('closed'));
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: inkstone.test',
    'X-Forwarded-Proto: https',
    token ? `Authorization: Bearer ${token}` : 'Sec-Fetch-Site: same-origin',
    'Content-Type: application/json',
    `Content-Length: ${announced}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  for (let left = sent; left > 0; left -= MIB)
    await new Promise((written) => socket.write(BLANK.subarray(0, Math.min(left, MIB)), written));
  return { socket, answered };
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
const ARTICLE = JSON.stringify({ title: 'Room', content: '<p>x</p>' });

test('bodies of all requests together have bounded memory, which is free again when they end', async () => {
  const api = await openTestApi();
  const port = await api.listen();
  const bulk = { announced: 16 * MIB, sent: 15 * MIB };
  const senders = await Promise.all(
    Array.from({ length: 4 }, () => beginRequest(port, '/api/v1/articles/bulk', bulk)),
  );
  senders.push(await beginRequest(port, '/api/v1/articles/bulk', bulk));
  // Whichever of them arrives last.
  const refused = await Promise.race(senders.map(({ answered }) => answered));
  expect(refused).toBe('HTTP/1.1 503 Service Unavailable');
  // What is left is enough for others, and those who only announce take nothing.
  expect((await api.call('/api/v1/articles', { body: ARTICLE, headers: JSON_TYPE })).status).toBe(201);
  for (const { socket } of senders) socket.destroy();
  const sendAgain = async () => {
    const again = await beginRequest(port, '/api/v1/articles/bulk', {
      announced: 16 * MIB,
      sent: 16 * MIB,
    });
    return again.answered;
  };
  await expect.poll(sendAgain, { timeout: 20_000 }).toBe('HTTP/1.1 400 Bad Request');
});

test('strangers cannot take the memory of writers', async () => {
  const api = await openTestApi();
  const port = await api.listen();
  const path = '/api/v1/articles/x/reactions';
  const half = { announced: 2 * MIB, sent: 1.9 * MIB, token: null };
  const senders = await Promise.all(Array.from({ length: 5 }, () => beginRequest(port, path, half)));
  expect(await Promise.race(senders.map(({ answered }) => answered))).toBe(
    'HTTP/1.1 503 Service Unavailable',
  );
  const writer = await beginRequest(port, '/api/v1/articles', { announced: 2 * MIB, sent: 2 * MIB });
  expect(await writer.answered).toBe('HTTP/1.1 400 Bad Request');
});

test.for(['end', 'resetAndDestroy'] as const)(
  'a body cut short is not carried out, and its key is free for the whole one (%s)',
  async (how) => {
    const api = await openTestApi();
    const port = await api.listen();
    const headers = { ...JSON_TYPE, 'Idempotency-Key': 'cut' };
    for (const framing of [`Content-Length: ${ARTICLE.length + 1}`, 'Transfer-Encoding: chunked']) {
      const socket = connect(port, '127.0.0.1')
        .on('error', () => {})
        .resume();
      const head = `POST /api/v1/articles HTTP/1.1\r\nHost: x\r\nX-Forwarded-Proto: https\r\nAuthorization: Bearer ${TOKEN}\r\n`;
      const fields = `Content-Type: application/json\r\nIdempotency-Key: cut\r\n${framing}\r\n\r\n`;
      const size = framing.startsWith('T') ? `${ARTICLE.length.toString(16)}\r\n` : '';
      const end = size && '\r\n';
      // All that matters has arrived: as JSON it is complete, as a body it is not.
      const { promise: closed, resolve } = Promise.withResolvers<void>();
      socket.on('close', () => resolve());
      socket.write(head + fields + size + ARTICLE + end, () => setTimeout(() => socket[how](), 50));
      await closed;
    }
    expect(await api.store.articles.list({ page: 1, limit: 1, sortBy: 'newest' })).toMatchObject({
      total: 0,
    });
    expect((await api.call('/api/v1/articles', { body: ARTICLE, headers })).status).toBe(201);
  },
);
