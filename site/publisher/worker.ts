import { mkdirSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { openStore } from '../../data/store.ts';
import type { SiteSettings } from '../settings.ts';
import { type Published, publish, retry } from './publish.ts';
import {
  copyAssets,
  openCurrent,
  type PublishedFolder,
  readCurrent,
  removeOthers,
} from './published-folder.ts';
import { buildCopy, swapIn } from './rebuild.ts';
import { createRender, loadCompiledSite } from './render.ts';

/** What the publisher's thread is started with. */
export interface PublisherData {
  databaseFile: string;
  siteFolder: string;
  /** The compiled site: its entry, and its files for browsers. */
  entry: string;
  assets: string;
  /** Changes whenever a page could look different for the same articles. */
  build: string;
  site: SiteSettings;
}

/** What the publisher's thread is told. */
export type PublisherOrder = 'wake' | 'stop';

/** What the publisher's thread reports. `changed: 'all'` after another copy of the site was swapped in. */
export type PublisherReport =
  | {
      report: 'published';
      seq: number;
      failing: string[];
      changed: string[] | 'all';
      rendered: number;
      ms: number;
    }
  | { report: 'failure'; address?: string; error: unknown }
  | { report: 'rebuilding' };

/** How often it looks for what nobody told it: a rebuild by hand, a write by another process. */
const LOOK_MS = 1000;
const RETRY_MS = 60_000;

if (!parentPort) throw new Error('The publisher runs as a worker thread.');
const port = parentPort;
const data = workerData as PublisherData;
const tell = (report: PublisherReport) => port.postMessage(report);

mkdirSync(data.siteFolder, { recursive: true });
const store = openStore({ file: data.databaseFile, readonly: true });
const render = createRender(await loadCompiledSite(data.entry), { store, site: data.site });
const onFailure = (address: string, error: unknown) => tell({ report: 'failure', address, error });
const stopping = new AbortController();

let current: PublishedFolder | undefined;
let retriedAt = Date.now();
let turns: Promise<void> = Promise.resolve();
let isTurnWaiting = false;

/** One piece of work after another; a failure is reported and ends only its piece. */
function take(turn: () => Promise<void>): Promise<void> {
  turns = turns.then(turn).catch((error: unknown) => tell({ report: 'failure', error }));
  return turns;
}

function report(published: Published | undefined, since: number): boolean {
  if (published) tell({ report: 'published', ...published, ms: performance.now() - since });
  return published !== undefined;
}

async function goOn(): Promise<void> {
  isTurnWaiting = false;
  followSwap();
  if (!current) return;
  const options = { changes: store.changes, output: current, render, onFailure };
  let since = performance.now();
  while (!stopping.signal.aborted && report(await publish(options), since)) since = performance.now();
  if (Date.now() - retriedAt < RETRY_MS) return;
  retriedAt = Date.now();
  report(await retry(options), since);
}

/** Goes over to the copy that is served now, when somebody has swapped in another one. */
function followSwap(): void {
  const name = readCurrent(data.siteFolder);
  if (name === undefined || current?.folder.endsWith(name)) return;
  current = openCurrent(data.siteFolder);
  if (!current) return;
  tell({ report: 'published', ...current.cursor(), changed: 'all', rendered: 0, ms: 0 });
}

function wake(): void {
  if (isTurnWaiting) return;
  isTurnWaiting = true;
  void take(goOn);
}

async function rebuild(): Promise<void> {
  tell({ report: 'rebuilding' });
  if (current) copyAssets(data.assets, current.folder);
  const options = { ...data, store, render, onFailure, signal: stopping.signal };
  const copy = await buildCopy(options);
  await take(async () => {
    await swapIn(options, copy);
    followSwap();
    removeOthers(data.siteFolder);
  });
}

async function stop(): Promise<void> {
  stopping.abort(new Error('The publisher is stopping.'));
  clearInterval(timer);
  await turns;
  await store.close();
  port.close();
}

followSwap();
if (current?.build === data.build) removeOthers(data.siteFolder);
else
  rebuild().catch((error: unknown) => {
    if (!stopping.signal.aborted) tell({ report: 'failure', error });
  });
port.on('message', (order: PublisherOrder) => (order === 'stop' ? void stop() : wake()));
const timer = setInterval(wake, LOOK_MS);
wake();
