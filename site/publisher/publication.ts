import { Worker } from 'node:worker_threads';
import type { Changes } from '../../data/changes.ts';
import { createLeftOut } from './left-out.ts';
import { createWatchMemory, openWatch, type RenderWatch } from './render-watch.ts';
import type { PublisherData, PublisherOrder, PublisherReport } from './worker.ts';

const FIRST_RESTART_MS = 1000;
const LONGEST_RESTART_MS = 60_000;
/** No page takes a hundredth of it. */
const HANGS_AFTER_MS = 20_000;
const LOOK_MS = 1000;

/** The publisher as the rest of the process sees it: a thread that follows the change log. */
export interface Publication {
  /** Tells it that something was written. */
  wake(): void;
  /** Has the page of an address written again if it is missing or damaged on disk, and is of the site. */
  mend(address: string): void;
  /** Whether everything up to a position of the change log is live; waits for it at most `timeoutMs`. */
  whenLive(seq: number, timeoutMs: number): Promise<boolean>;
  /** How many changes are not live yet, and the addresses that could not be rendered. */
  status(): Promise<{ lag: number; failing: string[] }>;
  /** Whether rendering an address has just stopped the publisher, or is about to: nobody else should try. */
  isDangerous(address: string): boolean;
  /** Lets it end what it is doing; the rest is done after the next start. */
  stop(): Promise<void>;
}

export interface PublicationOptions extends Omit<PublisherData, 'watch' | 'leftOut'> {
  changes: Changes;
  /** Hears what has changed on disk, before anybody is told that it is live. */
  onPublished: (changed: string[] | 'all') => void;
  onReport: (report: PublisherReport) => void;
  /** How long one page may take before the thread is ended and the page left out, in milliseconds. */
  hangsAfterMs?: number;
}

interface Waiter {
  seq: number;
  resolve: (isLive: boolean) => void;
}

/**
 * Starts the publisher. A thread that dies or hangs is ended and started again, each time after a longer pause, and the page
 * that it was rendering is left out for a while.
 */
export function startPublication(options: PublicationOptions): Publication {
  const { changes, onPublished, onReport, hangsAfterMs = HANGS_AFTER_MS, ...data } = options;
  const waiters = new Set<Waiter>();
  const leftOut = createLeftOut();
  let live = -1;
  let failing: string[] = [];
  let isStopping = false;
  let pauseMs = FIRST_RESTART_MS;
  let hangingPage: string | undefined;
  let watch: RenderWatch;
  let lookAt: () => { address: string; ms: number }[];
  let worker = startWorker();
  const looking = setInterval(endHangingWorker, Math.min(LOOK_MS, hangsAfterMs / 4)).unref();

  function startWorker(): Worker {
    const memory = createWatchMemory();
    watch = openWatch(memory);
    lookAt = stopwatch(watch);
    const workerData: PublisherData = { ...data, watch: memory, leftOut: leftOut.list() };
    const started = new Worker(new URL('./worker.ts', import.meta.url), { workerData });
    started.on('message', hear);
    started.on('error', (error) => onReport({ report: 'failure', error }));
    started.on('exit', restart);
    return started;
  }

  function restart(): void {
    if (isStopping) return;
    // Of a thread that has ended by itself nobody can tell which of the pages under way was to blame.
    const blamed = hangingPage ? [hangingPage] : watch.look().map(({ address }) => address);
    for (const address of blamed) leftOut.add(address);
    hangingPage = undefined;
    setTimeout(() => {
      if (!isStopping) worker = startWorker();
    }, pauseMs).unref();
    pauseMs = Math.min(pauseMs * 2, LONGEST_RESTART_MS);
  }

  function endHangingWorker(): void {
    const [hanging] = lookAt().filter(({ ms }) => ms >= hangsAfterMs);
    if (!hanging || isStopping) return;
    const error = new Error(
      `the page was not made within ${hangsAfterMs / 1000} s; the renderer starts anew`,
    );
    onReport({ report: 'failure', address: hanging.address, error });
    hangingPage = hanging.address;
    void worker.terminate();
  }

  function hear(report: PublisherReport): void {
    if (report.report === 'published') {
      onPublished(report.changed);
      live = report.seq;
      failing = report.failing;
      pauseMs = FIRST_RESTART_MS;
      for (const waiter of waiters) if (waiter.seq <= live) waiter.resolve(true);
    }
    onReport(report);
  }

  const order = (what: PublisherOrder) => worker.postMessage(what);
  return {
    wake: () => order('wake'),
    mend: (lost) => order({ lost }),
    whenLive: async (seq, timeoutMs) => {
      if (seq <= live) return true;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const waiter = { seq, resolve };
      const timer = setTimeout(() => resolve(false), timeoutMs);
      waiters.add(waiter);
      return promise.finally(() => {
        clearTimeout(timer);
        waiters.delete(waiter);
      });
    },
    // While there is no copy at all, live is -1, and so an empty site that is not there yet lags by one.
    status: async () => ({ lag: Math.max(0, (await changes.latest()) - live), failing }),
    isDangerous: (address) =>
      leftOut.has(address) || lookAt().some((page) => page.address === address && page.ms > LOOK_MS),
    stop: async () => {
      isStopping = true;
      clearInterval(looking);
      if (worker.threadId === -1) return;
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      order('stop');
      const timer = setTimeout(() => void worker.terminate(), hangsAfterMs);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** For how long the same pages have been under way, as far as looking now and then can tell. */
function stopwatch(watch: RenderWatch): () => { address: string; ms: number }[] {
  let seen = new Map<string, number>();
  return () => {
    const now = performance.now();
    const pages = watch.look().map(({ id, address }) => ({ id, address, since: seen.get(id) ?? now }));
    seen = new Map(pages.map(({ id, since }) => [id, since]));
    return pages.map(({ address, since }) => ({ address, ms: now - since }));
  };
}
