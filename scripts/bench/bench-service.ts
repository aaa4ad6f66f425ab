import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../data/database.ts';
import { isUntidy } from '../../data/search/tidying.ts';
import { processorSeconds, residentMebibytes } from './process-figures.ts';
import { type Place, placed } from './processors.ts';

const BENCH_TOKEN = 'the-token-of-the-benchmark';
/** As in package.json and deploy/inkstone.service. */
export const NODE_OPTIONS = ['--max-semi-space-size=16'];
const START = fileURLToPath(new URL('../start.ts', import.meta.url));
const READY_MS = 30 * 60_000;
const TIDY_MS = 5 * 60_000;
/** By then the service has written what it has logged. */
const LOG_MS = 300;

/** An answer to one request, and how long it took to its last byte. */
export interface Exchange {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  ms: number;
}

/** `npm start` as a process of its own over a data folder. */
export interface BenchService {
  readonly url: string;
  readonly folder: string;
  readonly pid: number;
  /** Milliseconds from starting the process until it served the home page. */
  readonly startMs: number;
  /** One request over a connection that stays open; with `json` it is a POST. */
  call(path: string, options?: { json?: unknown; headers?: Record<string, string> }): Promise<Exchange>;
  /** Waits until everything written so far is on the site. */
  untilLive(): Promise<void>;
  /** Waits until the search indexes are tidy, as they are soon after nobody writes any more. */
  untilTidy(): Promise<void>;
  /** How many addresses each round of publishing has rendered since the last call. */
  takeRounds(): Promise<number[]>;
  /** Seconds that the processors have worked for it. */
  processorSeconds(): number;
  /** Memory of the process in MiB. */
  memory(): number;
  /** The most that it has had so far, in MiB. */
  peakMemory(): number;
  stop(): Promise<void>;
}

/** Starts the service as operators run it, but for the rate limit, and waits until it serves pages. */
export async function startBenchService(options: {
  folder: string;
  port: number;
  place: Place;
}): Promise<BenchService> {
  const { folder, port, place } = options;
  const url = `http://localhost:${port}`;
  const logFile = join(folder, 'bench.log');
  const log = openSync(logFile, 'a');
  const [command, ...parameters] = placed(place, [process.execPath, ...NODE_OPTIONS, START]);
  const since = performance.now();
  const child = spawn(command, parameters, {
    cwd: folder,
    stdio: ['ignore', log, log],
    env: {
      PATH: process.env.PATH,
      MALLOC_ARENA_MAX: '2',
      API_TOKEN: BENCH_TOKEN,
      INKSTONE_DATA: folder,
      PORT: String(port),
      HOST: 'localhost',
      RATE_LIMIT_TOKEN: '1000000',
      RATE_LIMIT_ANONYMOUS: '1000000',
    },
  });
  closeSync(log);
  const agent = new Agent({ keepAlive: true });
  const call: BenchService['call'] = (path, given = {}) => exchange(agent, url + path, given);
  await untilServing(child, call, logFile);
  const startMs = performance.now() - since;
  let readUpTo = statSync(logFile).size;
  return {
    url,
    folder,
    pid: child.pid as number,
    startMs,
    call,
    untilLive: async () => {
      while ((await lagOf(call)) > 0) await wait(10);
    },
    untilTidy: async () => {
      const database = openDatabase(join(folder, 'inkstone.db'), { readonly: true });
      try {
        for (const since = performance.now(); isUntidy(database); await wait(500))
          if (performance.now() - since > TIDY_MS)
            throw new Error('The search indexes have not become tidy.');
      } finally {
        database.close();
      }
    },
    takeRounds: async () => {
      await wait(LOG_MS);
      const lines = readFileSync(logFile).subarray(readUpTo);
      readUpTo += lines.length;
      return Array.from(lines.toString().matchAll(/"rendered":(\d+)/g), ([, count]) => Number(count));
    },
    processorSeconds: () => processorSeconds(child.pid as number),
    memory: () => residentMebibytes(child.pid as number),
    peakMemory: () => residentMebibytes(child.pid as number, 'VmHWM'),
    stop: async () => {
      agent.destroy();
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function lagOf(call: BenchService['call']): Promise<number> {
  const { body } = await call('/api/v1/health');
  return (JSON.parse(body) as { publisher: { lag: number } }).publisher.lag;
}

/** A page from disk, not one made on demand while the first copy of the site is still being rendered. */
async function untilServing(child: ChildProcess, call: BenchService['call'], logFile: string): Promise<void> {
  for (const since = performance.now(); performance.now() - since < READY_MS; await wait(3)) {
    if (child.exitCode !== null) break;
    const answer = await call('/en/').catch(() => undefined);
    if (answer?.status === 200 && answer.headers['last-modified'] !== undefined) return;
  }
  throw new Error(`The service did not start:\n${readFileSync(logFile, 'utf8').slice(-2000)}`);
}

function exchange(
  agent: Agent,
  url: string,
  { json, headers = {} }: { json?: unknown; headers?: Record<string, string> },
): Promise<Exchange> {
  const body = json === undefined ? undefined : Buffer.from(JSON.stringify(json));
  const since = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        agent,
        method: body ? 'POST' : 'GET',
        headers: {
          Authorization: `Bearer ${BENCH_TOKEN}`,
          ...(body && { 'Content-Type': 'application/json', 'Content-Length': body.length }),
          ...headers,
        },
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(parts).toString(),
            ms: performance.now() - since,
          }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
