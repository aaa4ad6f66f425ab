import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { processorSeconds } from './process-figures.ts';
import { placed } from './processors.ts';
import { median } from './statistics.ts';

/** What a server is asked for, over and over, by 32 connections. */
export interface Load {
  url: string;
  /** Asked for one after another instead of the path of `url`. */
  paths?: string[];
  /** The server's process. */
  pid: number;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  /** Lets every request come from another visitor. */
  distinctVisitors?: boolean;
}

export interface LoadResult extends Run {
  /**
   * Requests that one processor answers in a second of its work. On a machine that has nothing else to do it is the
   * rate; on one that has, it still says what the server costs.
   */
  perProcessor: number;
}

interface Run {
  /** Requests a second. */
  rate: number;
  /** Milliseconds that 99 of 100 answers need at most. */
  p99: number;
  /** Answers in all runs. */
  answers: number;
}

const CONNECTIONS = 32;
const AUTOCANNON = createRequire(import.meta.url).resolve('autocannon');
const hasWrk = spawnSync('wrk', ['--version']).error === undefined;

/** The program that makes the load. */
export const LOAD_GENERATOR = hasWrk ? 'wrk' : 'autocannon (wrk is not installed)';

/** Puts a load on a server several times; the median of the runs counts. A second in which it warms up does not, unless a run is no longer. */
export async function measureLoad(
  load: Load,
  { runs, seconds }: { runs: number; seconds: number },
): Promise<LoadResult> {
  const run = hasWrk ? runWrk : runAutocannon;
  const warmUp = seconds > 1 ? await run(load, 1, 0) : { answers: 0 };
  const results: LoadResult[] = [];
  for (let n = 1; n <= runs; n++) {
    const before = processorSeconds(load.pid);
    const result = await run(load, seconds, n);
    const perProcessor = result.answers / (processorSeconds(load.pid) - before);
    results.push({ ...result, perProcessor });
  }
  return {
    rate: median(results.map(({ rate }) => rate)),
    perProcessor: median(results.map(({ perProcessor }) => perProcessor)),
    p99: median(results.map(({ p99 }) => p99)),
    answers: [warmUp, ...results].reduce((sum, { answers }) => sum + answers, 0),
  };
}

/** The figures that belong beside the first one. */
export function describeLoad({ rate, p99 }: LoadResult): string {
  return `${Math.round(rate)}/s here, p99 ${p99.toPrecision(3)} ms`;
}

async function runWrk(load: Load, seconds: number, run: number): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'inkstone-wrk-'));
  try {
    const [script, paths] = [join(folder, 'load.lua'), join(folder, 'paths')];
    writeFileSync(paths, load.paths?.join('\n') ?? '');
    writeFileSync(script, toLua(load, run, paths));
    const wrk = ['wrk', '-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--latency', '-s', script, load.url];
    const [command, ...parameters] = placed('load', wrk);
    const { stdout } = await promisify(execFile)(command, parameters);
    return readWrk(stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function toLua(
  { method = 'GET', headers = {}, paths, distinctVisitors }: Load,
  run: number,
  pathsFile: string,
): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`,
  );
  const visitors = `local n = 0
request = function()
  n = n + 1
  wrk.headers["User-Agent"] = "visitor ${run} " .. n
  return wrk.format()
end`;
  // Each run goes on elsewhere, so that nothing is asked for again just because there are several runs.
  const inTurn = `local n = ${Math.floor((paths?.length ?? 0) * run * 0.22)}
local paths = {}
for path in io.lines(${JSON.stringify(pathsFile)}) do paths[#paths + 1] = path end
request = function()
  n = n % #paths + 1
  return wrk.format(nil, paths[n])
end`;
  const requests = [...(distinctVisitors ? [visitors] : []), ...(paths ? [inTurn] : [])];
  return [`wrk.method = "${method}"`, ...lines, ...requests].join('\n');
}

function readWrk(output: string): Run {
  if (/Non-2xx or 3xx|Socket errors/.test(output)) throw new Error(`Some requests failed:\n${output}`);
  const [, rate] = /Requests\/sec:\s+([\d.]+)/.exec(output) ?? [];
  const [, p99, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(output) ?? [];
  const [, answers] = /(\d+) requests in/.exec(output) ?? [];
  const milliseconds = { us: 0.001, ms: 1, s: 1000 }[unit as 'us' | 'ms' | 's'];
  return { rate: Number(rate), p99: Number(p99) * milliseconds, answers: Number(answers) };
}

async function runAutocannon(load: Load, seconds: number, run: number): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'inkstone-autocannon-'));
  try {
    const { url, paths, method = 'GET', headers = {}, distinctVisitors } = load;
    const all = distinctVisitors ? { ...headers, 'User-Agent': `visitor ${run} [<id>]` } : headers;
    const given = Object.entries(all).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    const size = ['-c', String(CONNECTIONS), '-d', String(seconds)];
    const requests = join(folder, 'requests.har');
    if (paths) writeFileSync(requests, toHar(paths, url));
    const [command, ...parameters] = placed('load', [
      ...[process.execPath, AUTOCANNON, '--json', '-n', '-m', method, ...size, ...given],
      ...(distinctVisitors ? ['-I'] : []),
      ...(paths ? ['--har', requests] : []),
      url,
    ]);
    const { stdout } = await promisify(execFile)(command, parameters);
    return readAutocannon(stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function toHar(paths: string[], base: string): string {
  const entries = paths.map((path) => ({
    request: { method: 'GET', url: new URL(path, base).href, headers: [] },
  }));
  return JSON.stringify({ log: { entries } });
}

function readAutocannon(output: string): Run {
  const result = JSON.parse(output);
  const failed = result.errors + result['4xx'] + result['5xx'];
  if (failed > 0) throw new Error(`${failed} requests failed.`);
  return { rate: result.requests.average, p99: result.latency.p99, answers: result.requests.total };
}
