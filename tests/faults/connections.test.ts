import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type RunningService, runService } from '../support/running-service.ts';
import { megabytesOf, processOf } from './process-of.ts';
import { record } from './record.ts';

const IDLE = 10_000;
const AT_ONCE = 200;

async function openService(): Promise<RunningService> {
  const service = await runService();
  onTestFinished(() => service.remove());
  const json = { title: 'Open', slug: 'open', lang: 'en', content: '<p>x</p>', status: 'published' };
  await service.call('/api/v1/articles', { json, headers: { Prefer: 'wait=30' } });
  return service;
}

/** Connections that send these bytes and then nothing more. */
async function openSockets(service: RunningService, count: number, bytes = ''): Promise<Socket[]> {
  const { hostname: host, port } = new URL(service.url);
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  const open = () =>
    new Promise<void>((resolve) => {
      const socket = connect({ host, port: Number(port) }, () => {
        if (bytes) socket.write(bytes);
        resolve();
      });
      socket.on('error', () => resolve()).resume();
      sockets.push(socket);
    });
  while (sockets.length < count)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - sockets.length) }, open));
  return sockets;
}

async function slowestOf(service: RunningService, times: number): Promise<number> {
  let slowest = 0;
  for (let n = 0; n < times; n++) {
    const begun = performance.now();
    expect((await service.call(n % 2 ? '/en/articles/open' : '/api/v1/health', { token: null })).status).toBe(
      200,
    );
    slowest = Math.max(slowest, performance.now() - begun);
  }
  return Math.round(slowest);
}

test.for([
  ['idle', IDLE, ''],
  ['with half a head', 2000, 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '],
  [
    'with half a body',
    2000,
    'POST /api/v1/articles/open/view HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n{',
  ],
] as const)(
  'connections that are %s keep nobody else waiting, and memory bounded',
  async ([what, count, bytes]) => {
    const service = await openService();
    const pid = processOf(service);
    const before = megabytesOf(pid);
    await openSockets(service, count, bytes);
    const slowestMs = await slowestOf(service, 40);
    const megabytes = megabytesOf(pid) - before;
    expect(megabytes).toBeLessThan(400);
    record(`connections ${what}`, { count, slowestMs, megabytes });
  },
);

test('a head that is too large is refused, and nothing else', async () => {
  const service = await openService();
  const [socket] = await openSockets(service, 1);
  let answer = '';
  socket?.on('data', (chunk: Buffer) => {
    answer += chunk;
  });
  socket?.write(`GET / HTTP/1.1\r\nHost: x\r\nX-Huge: ${'x'.repeat(1024 * 1024)}\r\n\r\n`);
  await sleep(1000);
  expect(answer === '' || answer.startsWith('HTTP/1.1 431')).toBe(true);
  await slowestOf(service, 4);
});
