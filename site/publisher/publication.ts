import { Worker } from 'node:worker_threads';
import type { Changes } from '../../data/changes.ts';
import type { PublisherData, PublisherOrder, PublisherReport } from './worker.ts';

const RESTART_MS = 1000;

/** The publisher as the rest of the process sees it: a thread that follows the change log. */
export interface Publication {
  /** Tells it that something was written. */
  wake(): void;
  /** Whether everything up to a position of the change log is live; waits for it at most `timeoutMs`. */
  whenLive(seq: number, timeoutMs: number): Promise<boolean>;
  /** How many changes are not live yet, and the addresses that could not be rendered. */
  status(): Promise<{ lag: number; failing: string[] }>;
  /** Lets it end what it is doing; the rest is done after the next start. */
  stop(): Promise<void>;
}

export interface PublicationOptions extends PublisherData {
  changes: Changes;
  /** Hears what has changed on disk, before anybody is told that it is live. */
  onPublished: (changed: string[] | 'all') => void;
  onReport: (report: PublisherReport) => void;
}

interface Waiter {
  seq: number;
  resolve: (isLive: boolean) => void;
}

/** Starts the publisher; a thread that dies is started again. */
export function startPublication({
  changes,
  onPublished,
  onReport,
  ...data
}: PublicationOptions): Publication {
  const waiters = new Set<Waiter>();
  let live = -1;
  let failing: string[] = [];
  let isStopping = false;
  let worker = startWorker();

  function startWorker(): Worker {
    const started = new Worker(new URL('./worker.ts', import.meta.url), { workerData: data });
    started.on('message', hear);
    started.on('error', (error) => onReport({ report: 'failure', error }));
    started.on('exit', () => {
      if (!isStopping) setTimeout(() => (worker = startWorker()), RESTART_MS).unref();
    });
    return started;
  }

  function hear(report: PublisherReport): void {
    if (report.report === 'published') {
      onPublished(report.changed);
      live = report.seq;
      failing = report.failing;
      for (const waiter of waiters) if (waiter.seq <= live) waiter.resolve(true);
    }
    onReport(report);
  }

  const order = (what: PublisherOrder) => worker.postMessage(what);
  return {
    wake: () => order('wake'),
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
    status: async () => ({ lag: Math.max(0, (await changes.latest()) - Math.max(0, live)), failing }),
    stop: async () => {
      isStopping = true;
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      order('stop');
      await ended;
    },
  };
}
