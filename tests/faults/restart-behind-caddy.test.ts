import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { type RunningService, runService } from '../support/running-service.ts';
import { processOf } from './process-of.ts';
import { record } from './record.ts';

const HAS_CADDY = spawnSync('caddy', ['version']).status === 0;
const CADDYFILE = fileURLToPath(new URL('../../deploy/Caddyfile', import.meta.url));
const HOLDER = fileURLToPath(new URL('./held-socket.ts', import.meta.url));
const BETWEEN_MS = 1500;

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
    },
  });
  onTestFinished(async () => {
    child.kill();
    await once(child, 'exit');
  });
  const url = `http://localhost:${port}`;
  const look = () =>
    fetch(`${url}/en/`).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(look, { timeout: 20_000 }).toBe(200);
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

const articleAt = (slug: string) => ({
  title: `Always there ${slug}`,
  slug,
  lang: 'en',
  content: '<p>x</p>',
  status: 'published',
});

/** Readers and writers who never pause. Writers note what fails, and see to it that each is answered with its own article. */
function startClients(service: RunningService, caddy: string) {
  const counts = { pages: 0, api: 0, writes: 0 };
  const failures: string[] = [];
  const unanswered: string[] = [];
  let isOver = false;
  const call: RunningService['call'] = (path, options) => service.call(path, { ...options, base: caddy });
  const post = (slug: string) =>
    call('/api/v1/articles', { json: articleAt(slug), headers: { 'Idempotency-Key': slug } });

  async function repeat(kind: keyof typeof counts, work: (n: number) => Promise<string | undefined>) {
    for (let n = 0; !isOver; n++) {
      const failure = await work(n).catch((error: Error) => `${error.message} ${error.cause}`);
      counts[kind]++;
      if (failure) failures.push(`${kind}: ${failure}`);
      await sleep(5);
    }
  }
  async function read(path: string): Promise<string | undefined> {
    const response = await call(path);
    await response.arrayBuffer();
    return response.status === 200 ? undefined : `${path} ${response.status}`;
  }
  async function write(slug: string): Promise<string | undefined> {
    const response = await post(slug);
    const body = await response.text();
    if (response.status === 201 && (JSON.parse(body) as { slug: string }).slug === slug) return;
    unanswered.push(slug);
    return `${response.status} ${body}`;
  }

  const clients = [0, 1].flatMap((client) => [
    repeat('pages', (n) => read(n % 2 ? '/en/articles/there' : '/feed/rss.xml')),
    repeat('api', (n) => read(n % 2 ? '/api/v1/articles?limit=3' : '/search?q=there')),
    repeat('writes', (n) => write(`w-${client}-${n}`)),
  ]);
  return {
    counts,
    failures,
    unanswered,
    post,
    stop: async () => {
      isOver = true;
      await Promise.all(clients);
    },
  };
}

async function countArticles(service: RunningService): Promise<number> {
  const { pagination } = (await (await service.call('/api/v1/articles?limit=1')).json()) as {
    pagination: { total: number };
  };
  return pagination.total;
}

test.skipIf(!HAS_CADDY)(
  'restarts behind Caddy on a socket that systemd holds fail no page, no read and no write',
  async () => {
    const restarts = 10;
    const service = await runService({}, { script: HOLDER });
    onTestFinished(async () => {
      const pid = processOf(service);
      await service.remove();
      process.kill(pid, 'SIGKILL');
    });
    await service.call('/api/v1/articles', { json: articleAt('there'), headers: { Prefer: 'wait=30' } });
    const clients = startClients(service, await startCaddy(service));
    for (let n = 0; n < restarts; n++) {
      await sleep(BETWEEN_MS);
      const pid = processOf(service);
      process.kill(pid, 'SIGTERM');
      await expect.poll(() => processOf(service), { timeout: 30_000 }).not.toBe(pid);
      expect((await service.call('/api/v1/health')).status).toBe(200);
    }
    await clients.stop();
    expect(clients.failures).toEqual([]);
    expect(await countArticles(service)).toBe(clients.counts.writes + 1);
    record('restart behind Caddy, socket held', { restarts, ...clients.counts, failed: 0 });
  },
);

test.skipIf(!HAS_CADDY)(
  'a restart behind Caddy without such a socket fails no reader, and every write that it fails can be repeated',
  async () => {
    const restarts = 3;
    const service = await runService();
    onTestFinished(() => service.remove());
    await service.call('/api/v1/articles', { json: articleAt('there'), headers: { Prefer: 'wait=30' } });
    const clients = startClients(service, await startCaddy(service));
    for (let n = 0; n < restarts; n++) {
      await sleep(BETWEEN_MS);
      expect(await service.stop()).toBe(0);
      await service.start();
    }
    await clients.stop();
    const { counts, failures, unanswered } = clients;
    expect(failures.filter((failure) => !failure.startsWith('writes: 502'))).toEqual([]);
    for (const slug of unanswered) expect((await clients.post(slug)).status).toBe(201);
    expect(await countArticles(service)).toBe(counts.writes + 1);
    record('restart behind Caddy', { restarts, ...counts, writesRepeated: unanswered.length });
  },
);
