import { Worker } from 'node:worker_threads';
import type { Language } from '../../data/languages.ts';
import type { Store } from '../../data/store.ts';
import { allPaths } from './affected.ts';
import { publish } from './publish.ts';
import { createGeneration, makeCurrent, openFreshOutput, type PublishedFolder } from './published-folder.ts';
import type { Render } from './render.ts';
import { renderShare } from './share.ts';
import type { ShareReport, ShareThreadData } from './share-thread.ts';

export interface RebuildOptions {
  store: Store;
  render: Render;
  /** The folder that holds all copies of the site. */
  siteFolder: string;
  /** Files of the build for browsers. */
  assets: string;
  build: string;
  /** The language whose home page stands at `/` as well. */
  defaultLang: Language;
  onFailure: (address: string, error: unknown) => void;
  onProgress?: (done: number, total: number) => void;
  signal?: AbortSignal;
  /** More threads that render a part each; none unless given. */
  threads?: { count: number } & Pick<ShareThreadData, 'databaseFile' | 'entry' | 'site'>;
}

/**
 * Renders the whole site into a fresh folder, up to date with the change log, while the served copy stays as it is.
 * {@link swapIn} then lets readers see it.
 * @throws the signal's reason when it is aborted.
 */
export async function buildCopy(options: RebuildOptions): Promise<PublishedFolder> {
  const { store, siteFolder, onProgress, threads } = options;
  const output = createGeneration(siteFolder, { ...options, seq: await store.changes.latest() });
  const total = await countPaths(store);
  const pages: number[] = [];
  const count = (number: number) => (done: number) => {
    pages[number] = done;
    onProgress?.(sum(pages), Math.max(sum(pages), total));
  };
  const of = 1 + (threads?.count ?? 0);
  const helpers = new AbortController();
  try {
    const shares = await Promise.all([
      renderShare({
        ...options,
        output: openFreshOutput(output.folder),
        share: { number: 0, of },
        onPages: count(0),
      }),
      ...Array.from({ length: of - 1 }, (_, index) => {
        const data = {
          ...threads,
          folder: output.folder,
          share: { number: index + 1, of },
        } as ShareThreadData;
        return runThread(data, { ...options, onPages: count(index + 1), signal: helpers.signal });
      }),
    ]);
    output.moveTo({ seq: output.cursor().seq, failing: shares.flat() });
  } finally {
    helpers.abort();
  }
  onProgress?.(sum(pages), sum(pages));
  await catchUp(options, output);
  return output;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Renders a share in a thread of its own, which ends when the signal is aborted; answers the addresses that failed. */
function runThread(
  data: ShareThreadData,
  options: Pick<RebuildOptions, 'onFailure'> & { onPages: (done: number) => void; signal: AbortSignal },
): Promise<string[]> {
  const { promise, resolve, reject } = Promise.withResolvers<string[]>();
  const thread = new Worker(new URL('./share-thread.ts', import.meta.url), { workerData: data });
  options.signal.addEventListener('abort', () => void thread.terminate());
  thread.on('error', reject);
  thread.on('exit', () => reject(new Error('A thread that rendered a part of the site ended early.')));
  thread.on('message', (report: ShareReport) => {
    if (report.report === 'pages') options.onPages(report.done);
    else if (report.report === 'failure') options.onFailure(report.address, report.error);
    else resolve(report.failing);
  });
  return promise;
}

/** Lets readers see a copy, with everything that was published while it was made. */
export async function swapIn(options: RebuildOptions, output: PublishedFolder): Promise<void> {
  await catchUp(options, output);
  makeCurrent(options.siteFolder, output);
}

async function catchUp(options: RebuildOptions, output: PublishedFolder): Promise<void> {
  while (await publish({ ...options, changes: options.store.changes, output }));
}

async function countPaths(store: Store): Promise<number> {
  let count = 0;
  for (const _ of allPaths(await store.site.keys())) count++;
  return count;
}
