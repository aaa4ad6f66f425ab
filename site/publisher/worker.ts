import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { openStore } from '../../data/store.ts';
import type { SiteSettings } from '../settings.ts';
import { leavingOut } from './left-out.ts';
import { createLostPages } from './lost-pages.ts';
import { plainError } from './plain-error.ts';
import { mend, type Published, type PublishOptions, publish, retry } from './publish.ts';
import {
  copyAssets,
  openCurrent,
  type PublishedFolder,
  readCurrent,
  removeOthers,
} from './published-folder.ts';
import { buildCopy, swapIn } from './rebuild.ts';
import type { Refresh } from './refresh.ts';
import { createRender, loadCompiledSite } from './render.ts';
import { LANES, watched } from './render-watch.ts';
import { type SecondRenderer, startSecondRenderer } from './second-renderer.ts';

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
  /** Where the thread notes what it is rendering (render-watch.ts). */
  watch: SharedArrayBuffer;
  /** Pages that have stopped it before, and for how many milliseconds it leaves them out. */
  leftOut: [address: string, ms: number][];
  /** How often it brings to the disk what it has written, in milliseconds. */
  settleAfterMs?: number;
}

/** What the publisher's thread is told; `lost`: the address of a page that seems to be missing or damaged. */
export type PublisherOrder = 'wake' | 'stop' | { lost: string };

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
  | { report: 'rebuilding' }
  | { report: 'mending'; addresses: string[] };

/** How often it looks for what nobody told it: a rebuild by hand, a write by another process. */
const LOOK_MS = 1000;
const RETRY_MS = 60_000;
/** By then the system has written most pages by itself, and bringing them to the disk costs little. */
const SETTLE_MS = 30_000;
/** From so many addresses on, it pays to start a second thread for a round. It takes memory, and so ends when it has rested. */
const LARGE_ROUND = 500;
const REST_MS = 20_000;

if (!parentPort) throw new Error('The publisher runs as a worker thread.');
const port = parentPort;
const data = workerData as PublisherData;
const tell = (report: PublisherReport) => port.postMessage(report);

mkdirSync(data.siteFolder, { recursive: true });
const store = openStore({ file: data.databaseFile, readonly: true });
const renderAny = leavingOut(
  createRender(await loadCompiledSite(data.entry), { store, site: data.site }),
  data.leftOut,
);
const render = watched(renderAny, data.watch, LANES.changes);
const { defaultLang } = data.site;
const { settleAfterMs = SETTLE_MS } = data;
/** What the log tells up to here may have been shown by a process that a power cut has ended: pages may be cut off. */
const startedAt = await store.changes.latest();
const onFailure = (address: string, error: unknown) =>
  tell({ report: 'failure', address, error: plainError(error) });
const stopping = new AbortController();
const lostPages = createLostPages();

let current: PublishedFolder | undefined;
let retriedAt = performance.now();
let settling: Promise<void> | undefined;
let settledAt = performance.now();
let second: (SecondRenderer & { folder: string }) | undefined;
let helpedAt = performance.now();
let turns: Promise<void> = Promise.resolve();
let isTurnWaiting = false;
let isRebuilding = false;

/** One piece of work after another; a failure is reported and ends only its piece. */
function take(turn: () => Promise<void>): Promise<void> {
  turns = turns.then(turn).catch((error: unknown) => tell({ report: 'failure', error: plainError(error) }));
  return turns;
}

function report(published: Published | undefined, since: number): boolean {
  if (published) tell({ report: 'published', ...published, ms: performance.now() - since });
  return published !== undefined;
}

async function goOn(): Promise<void> {
  isTurnWaiting = false;
  if (followSwap()) await removeReplaced();
  if (!current) return;
  const options = {
    changes: store.changes,
    output: current,
    soundFrom: startedAt,
    render,
    onFailure,
    defaultLang,
    help,
  };
  let since = performance.now();
  while (!stopping.signal.aborted && report(await publish(options), since)) {
    since = performance.now();
    // While thousands of articles are imported there is always another round.
    settleNowAndThen();
  }
  settleNowAndThen();
  if (performance.now() - helpedAt > REST_MS) endSecond();
  await mendLost(options);
  if (performance.now() - retriedAt < RETRY_MS) return;
  retriedAt = performance.now();
  report(await retry(options), since);
}

/** Those that fail anyway wait for their own time. */
async function mendLost(options: PublishOptions & { output: PublishedFolder }): Promise<void> {
  const since = performance.now();
  const { failing } = options.output.cursor();
  const lost = (await lostPages.find(store, options.output)).filter((address) => !failing.includes(address));
  if (lost.length > 0) tell({ report: 'mending', addresses: lost });
  report(await mend(options, lost), since);
}

/** A second thread for a large round, where there is a processor for it. */
function help(addresses: number): Refresh[] {
  if (!current || addresses < LARGE_ROUND || availableParallelism() < 2) return [];
  helpedAt = performance.now();
  const { folder, touch } = current;
  const { refresh } = second?.folder === folder ? second : startSecond(folder);
  return [
    async (portion, since) => {
      const refreshed = await refresh(portion, since);
      for (const address of portion) touch(address);
      helpedAt = performance.now();
      return refreshed;
    },
  ];
}

function startSecond(folder: string): SecondRenderer {
  endSecond();
  // Should it end by itself, whoever watches this thread finds out which page it was, and leaves that one out.
  const onEnd = () => process.exit(1);
  second = { folder, ...startSecondRenderer({ ...data, folder, isFresh: false }, { onFailure, onEnd }) };
  return second;
}

function endSecond(): void {
  second?.close();
  second = undefined;
}

/** Publishing goes on meanwhile. */
function settleNowAndThen(): void {
  if (settling || performance.now() - settledAt < settleAfterMs) return;
  settling = settle().finally(() => {
    settling = undefined;
    settledAt = performance.now();
  });
}

async function settle(): Promise<void> {
  await current?.settle().catch((error: unknown) => tell({ report: 'failure', error: plainError(error) }));
}

/** Goes over to the copy that is served now, when somebody has swapped in another one; whether it is so. */
function followSwap({ afterStart = false } = {}): boolean {
  const name = readCurrent(data.siteFolder);
  if (name === undefined || current?.folder.endsWith(name)) return false;
  current = openCurrent(data.siteFolder, { afterStart });
  if (!current) return false;
  tell({ report: 'published', ...current.cursor(), changed: 'all', rendered: 0, ms: 0 });
  return true;
}

/** Deletes the copy that a rebuild by hand has replaced. A copy that is being made here looks like one that is left over. */
async function removeReplaced(): Promise<void> {
  if (isRebuilding) return;
  await settling;
  removeOthers(data.siteFolder);
}

function wake(): void {
  if (isTurnWaiting) return;
  isTurnWaiting = true;
  void take(goOn);
}

async function rebuild(): Promise<void> {
  tell({ report: 'rebuilding' });
  if (current) copyAssets(data.assets, current.folder);
  const options = {
    ...data,
    defaultLang,
    store,
    render: watched(renderAny, data.watch, LANES.copy),
    onFailure,
    signal: stopping.signal,
  };
  const copy = await buildCopy(options);
  await take(async () => {
    await swapIn(options, copy);
    followSwap();
    removeOthers(data.siteFolder);
    // Until then the next start would have to make the whole copy again.
    settledAt = Number.NEGATIVE_INFINITY;
  });
}

/** Until it succeeds: the disk may be full now and have room later. */
async function rebuildAtLast(): Promise<void> {
  isRebuilding = true;
  while (!stopping.signal.aborted) {
    try {
      await rebuild();
      break;
    } catch (error) {
      if (stopping.signal.aborted) break;
      tell({ report: 'failure', error: plainError(error) });
      removeOthers(data.siteFolder);
      await sleep(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }
  isRebuilding = false;
}

/** Whether the served copy shows changes that the database does not know: a backup has been restored beneath it. */
async function isAheadOfDatabase(): Promise<boolean> {
  const shown = openCurrent(data.siteFolder)?.cursor().seq ?? 0;
  return shown > (await store.changes.latest());
}

async function stop(): Promise<void> {
  stopping.abort(new Error('The publisher is stopping.'));
  clearInterval(timer);
  await turns;
  await settling;
  await settle();
  endSecond();
  await store.close();
  port.close();
}

followSwap({ afterStart: true });
if (current?.build === data.build && !(await isAheadOfDatabase())) {
  copyAssets(data.assets, current.folder, { onlyMissing: true });
  removeOthers(data.siteFolder);
} else void rebuildAtLast();
port.on('message', (order: PublisherOrder) => {
  if (order === 'stop') return void stop();
  if (order !== 'wake') lostPages.report(order.lost);
  wake();
});
const timer = setInterval(wake, LOOK_MS);
wake();
