import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { type RunningService, runService } from '../support/running-service.ts';
import { record } from './record.ts';

const CADDY = spawnSync('caddy', ['version'], { encoding: 'utf8' });
const HAS_CADDY = CADDY.status === 0;
const WAITING_WRITES = /^v?2\.[0-6]\./.test(CADDY.stdout) ? 'buffer_requests' : 'request_buffers 16MiB';
const CADDYFILE = fileURLToPath(new URL('../../deploy/Caddyfile', import.meta.url));
const RESTARTS = 3;
const TOKEN = 'the-token-of-the-test-behind-caddy';

async function startCaddy(service: RunningService): Promise<string> {
  const port = await freePort();
  const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', CADDYFILE], {
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      HOME: service.folder,
      SITE_ADDRESS: `http://localhost:${port}`,
      INKSTONE_DATA: join(service.folder, 'var'),
      INKSTONE_ADDRESS: new URL(service.url).host,
      WAITING_WRITES,
    },
  });
  onTestFinished(async () => {
    child.kill();
    await once(child, 'exit');
  });
  const url = `http://localhost:${port}`;
  await expect
    .poll(
      () =>
        fetch(`${url}/en/`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 20_000 },
    )
    .toBe(200);
  return url;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, 'localhost', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

test.skipIf(!HAS_CADDY)(
  'a restart behind Caddy fails no reader, and loses no write that was answered',
  async () => {
    const service = await runService({ API_TOKEN: TOKEN });
    onTestFinished(() => service.remove());
    const article = {
      title: 'Always there',
      slug: 'there',
      lang: 'en',
      content: '<p>x</p>',
      status: 'published',
    };
    await service.call('/api/v1/articles', { json: article, token: TOKEN, headers: { Prefer: 'wait=30' } });
    const caddy = await startCaddy(service);
    const call = (path: string, json?: { slug: string }) =>
      fetch(caddy + path, {
        headers: {
          Authorization: `Bearer ${TOKEN}`,
          ...(json && { 'Content-Type': 'application/json', 'Idempotency-Key': json.slug }),
        },
        ...(json && { method: 'POST', body: JSON.stringify(json) }),
      });
    const failures: string[] = [];
    const counts = { pages: 0, api: 0, writes: 0 };
    let isOver = false;
    const repeat = async (
      kind: keyof typeof counts,
      request: (n: number) => Promise<Response>,
      expected: number,
    ) => {
      for (let n = 0; !isOver; n++) {
        const status = await request(n).then(
          (response) => response.arrayBuffer().then(() => response.status),
          (error: Error) => `${error.message} ${error.cause}`,
        );
        counts[kind]++;
        if (status !== expected) failures.push(`${kind}: ${status}`);
        await sleep(5);
      }
    };
    const clients = [0, 1].flatMap((client) => [
      repeat('pages', (n) => call(n % 2 ? '/en/articles/there' : '/feed/rss.xml'), 200),
      repeat('api', (n) => call(n % 2 ? '/api/v1/articles?limit=3' : '/search?q=there'), 200),
      repeat('writes', (n) => call('/api/v1/articles', { ...article, slug: `w-${client}-${n}` }), 201),
    ]);
    for (let n = 0; n < RESTARTS; n++) {
      await sleep(1500);
      expect(await service.stop()).toBe(0);
      await service.start();
    }
    await sleep(1000);
    isOver = true;
    await Promise.all(clients);
    const writesFailed = failures.filter((failure) => failure.startsWith('writes: 502')).length;
    expect(failures.filter((failure) => !failure.startsWith('writes: 502'))).toEqual([]);
    const response = await call('/api/v1/articles?limit=1');
    const { pagination } = (await response.json()) as { pagination: { total: number } };
    expect(pagination.total).toBeGreaterThanOrEqual(counts.writes - writesFailed + 1);
    record('restart behind Caddy', {
      restarts: RESTARTS,
      ...counts,
      writesFailed,
    });
  },
);
