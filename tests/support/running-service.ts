import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const API_TOKEN = 'the-token-of-the-end-to-end-tests';
const START = fileURLToPath(new URL('../../scripts/start.ts', import.meta.url));
const START_MS = 60_000;

/** `npm start` as a process of its own, over a data folder of its own. */
export interface RunningService {
  readonly url: string;
  readonly folder: string;
  /** All that it has written to its terminal. */
  output(): string;
  /** Calls an address below `url`, with the token unless told otherwise. */
  call(path: string, options?: CallOptions): Promise<Response>;
  /** Ends the process as an operator does; answers its exit code. */
  stop(): Promise<number | null>;
  /** Ends the process as a power cut does. */
  kill(): Promise<void>;
  /** Starts it again over the same folder and port. */
  start(): Promise<void>;
  /** Ends the process and deletes its folder. */
  remove(): Promise<void>;
}

export interface CallOptions extends Omit<RequestInit, 'headers'> {
  json?: unknown;
  headers?: Record<string, string>;
  token?: string | null;
  /** Another address under which the service is reached, such as that of a proxy. */
  base?: string;
}

/** Starts the service, by another script than `npm start` uses when one is given, and waits until it says that it is ready. */
export async function runService(
  environment: Record<string, string> = {},
  { script = START } = {},
): Promise<RunningService> {
  const folder = mkdtempSync(join(tmpdir(), 'inkstone-e2e-'));
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  let child: ChildProcess;
  let output = '';

  const start = async () => {
    child = spawn(process.execPath, [script], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        API_TOKEN,
        INKSTONE_DATA: join(folder, 'var'),
        PORT: String(port),
        HOST: 'localhost',
        LOG_LEVEL: 'warn',
        RATE_LIMIT_TOKEN: '100000',
        RATE_LIMIT_ANONYMOUS: '100000',
        ...environment,
      },
    });
    const keep = (chunk: Buffer) => {
      output += chunk;
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    await untilReady(child);
  };
  const end = (signal: NodeJS.Signals) =>
    new Promise<number | null>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode);
      child.once('exit', resolve);
      child.kill(signal);
    });
  await start();
  return {
    url,
    folder,
    start,
    output: () => output,
    call: (path, { json, headers = {}, token = API_TOKEN, base = url, ...init } = {}) =>
      fetch(base + path, {
        redirect: 'manual',
        ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
        ...init,
        headers: {
          ...(json !== undefined && { 'Content-Type': 'application/json' }),
          ...(token && { Authorization: `Bearer ${token}` }),
          ...headers,
        },
      }),
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
    remove: async () => {
      await end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => reject(new Error(`The service is not ready:\n${output}`)), START_MS);
    const read = (chunk: Buffer) => {
      output += chunk;
      if (!output.includes('Inkstone is ready')) return;
      clearTimeout(timer);
      resolve();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`The service ended with ${code}:\n${output}`));
    });
  });
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, 'localhost', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
