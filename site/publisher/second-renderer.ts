import { Worker } from 'node:worker_threads';
import type { Refresh, Refreshed, RefreshOptions } from './refresh.ts';
import type { RenderThreadData, RenderThreadOrder, RenderThreadReport } from './render-thread.ts';

/** A thread that renders beside this one. */
export interface SecondRenderer {
  /** One portion at a time. @throws what the disk says when it takes no pages, and when the thread has ended. */
  refresh: Refresh;
  close(): void;
}

const ENDED = 'A thread that rendered pages has ended.';

/**
 * Starts a thread that renders; `onEnd` hears when it ends without having been closed. It takes work at once, and begins when it has
 * loaded the compiled site.
 */
export function startSecondRenderer(
  data: RenderThreadData,
  { onFailure, onEnd }: Pick<RefreshOptions, 'onFailure'> & { onEnd?: () => void },
): SecondRenderer {
  const thread = new Worker(new URL('./render-thread.ts', import.meta.url), { workerData: data });
  let portion = Promise.withResolvers<Refreshed[]>();
  // Nobody may be waiting when the thread ends.
  portion.promise.catch(() => {});
  thread.on('error', (error) => portion.reject(error));
  let isClosed = false;
  thread.on('exit', () => {
    portion.reject(new Error(ENDED));
    if (!isClosed) onEnd?.();
  });
  thread.on('message', (report: RenderThreadReport) => {
    if (report.report === 'failure') onFailure(report.address, report.error);
    else if (report.report === 'stopped') portion.reject(report.error);
    else portion.resolve(report.refreshed);
  });
  return {
    refresh: (addresses, since) => {
      portion = Promise.withResolvers();
      if (thread.threadId === -1) portion.reject(new Error(ENDED));
      thread.postMessage({ addresses, since } satisfies RenderThreadOrder);
      return portion.promise;
    },
    close: () => {
      isClosed = true;
      void thread.terminate();
    },
  };
}
