import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type BenchService, NODE_OPTIONS } from './bench-service.ts';
import { processorSeconds, residentMebibytes } from './process-figures.ts';
import { placed } from './processors.ts';
import type { Report } from './report.ts';
import { percentile } from './statistics.ts';

const REBUILD = fileURLToPath(new URL('../rebuild.ts', import.meta.url));

/** A full rebuild beside the service that goes on answering: its time, its memory, and what callers of the API feel of it. */
export async function measureRebuild(
  service: BenchService,
  report: Report,
  { size, hugoSeconds }: { size: string; hugoSeconds: number | undefined },
): Promise<void> {
  const idle = await sampleLatency(service, wait(2000));
  const rebuilding = rebuild(service.folder);
  const busy = await sampleLatency(service, rebuilding);
  const { seconds, mebibytes, work } = await rebuilding;
  const written = writeBare(join(service.folder, 'site', 'current', 'public'));
  const hugo = hugoSeconds ? `; Hugo ${hugoSeconds.toFixed(1)} s` : '';
  report.add({
    what: `full rebuild, ${size}`,
    value: seconds,
    unit: 's',
    note: `${work.toFixed(1)} s of processor time, ${written.files} files, at most ${mebibytes.toFixed(0)} MiB${hugo}`,
    reference: { what: 'writing the same bytes', value: written.seconds },
    goal: {
      text: 'no slower than Hugo, <= 600 MiB',
      isMet: mebibytes <= 600 && (hugoSeconds === undefined || seconds <= hugoSeconds),
    },
  });
  const [calm, stressed] = [percentile(idle, 0.99), percentile(busy, 0.99)];
  report.add({
    what: `API while rebuilding, p99, ${size}`,
    value: stressed,
    unit: 'ms',
    reference: { what: 'idle', value: calm },
    goal: { text: '<= 3 times idle', isMet: stressed <= 3 * calm },
  });
}

/** `npm run rebuild` as a process of its own. */
async function rebuild(folder: string): Promise<{ seconds: number; mebibytes: number; work: number }> {
  const [command, ...parameters] = placed('anywhere', [process.execPath, ...NODE_OPTIONS, REBUILD]);
  const since = performance.now();
  const child = spawn(command, parameters, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, INKSTONE_DATA: folder, PORT: portOf(folder) },
  });
  let [mebibytes, work] = [0, 0];
  const looking = setInterval(() => {
    // It may be gone already.
    try {
      work = processorSeconds(child.pid as number);
      mebibytes = Math.max(mebibytes, residentMebibytes(child.pid as number, 'VmHWM') || 0);
    } catch {}
  }, 50);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  clearInterval(looking);
  if (code !== 0) throw new Error(`The rebuild ended with ${code}.`);
  return { seconds: (performance.now() - since) / 1000, mebibytes, work };
}

/** Pages carry the site's address: a rebuild for another one would be another site. */
function portOf(folder: string): string {
  return /localhost:(\d+)/.exec(readFileSync(join(folder, 'bench.log'), 'utf8'))?.[1] ?? '8080';
}

/** Calls the API every 5 ms until a promise is settled; milliseconds of each call. */
async function sampleLatency(service: BenchService, until: Promise<unknown>): Promise<number[]> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  until.then(end, end);
  const times: number[] = [];
  while (!isOver) {
    times.push((await service.call('/api/v1/articles?status=published&limit=12')).ms);
    await wait(5);
  }
  return times;
}

/** Writes the bytes of all published files into a fresh folder, with nothing else done. */
function writeBare(folder: string): { seconds: number; files: number } {
  const target = mkdtempSync(join(tmpdir(), 'inkstone-bytes-'));
  const folders = new Set<string>();
  let [ms, files] = [0, 0];
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const source = join(entry.parentPath, entry.name);
    const file = join(target, source.slice(folder.length));
    const bytes = readFileSync(source);
    const since = performance.now();
    if (!folders.has(dirname(file))) mkdirSync(dirname(file), { recursive: true });
    folders.add(dirname(file));
    writeFileSync(file, bytes);
    ms += performance.now() - since;
    files++;
  }
  rmSync(target, { recursive: true });
  return { seconds: ms / 1000, files };
}
