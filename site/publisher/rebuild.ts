import type { Language } from '../../data/languages.ts';
import type { Store } from '../../data/store.ts';
import { allPaths } from './affected.ts';
import { publish } from './publish.ts';
import { createGeneration, makeCurrent, openFreshOutput, type PublishedFolder } from './published-folder.ts';
import { createRefresh, refreshTogether } from './refresh.ts';
import type { Render } from './render.ts';
import type { RenderThreadData } from './render-thread.ts';
import { startSecondRenderer } from './second-renderer.ts';

type Threads = { count: number } & Pick<RenderThreadData, 'databaseFile' | 'entry' | 'site'>;

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
  /** More threads that render as well; none unless given. */
  threads?: Threads;
}

/**
 * Renders the whole site into a fresh folder, up to date with the change log, while the served copy stays as it is.
 * {@link swapIn} then lets readers see it.
 * @throws the signal's reason when it is aborted.
 */
export async function buildCopy(options: RebuildOptions): Promise<PublishedFolder> {
  const { store, siteFolder, onProgress, signal, threads } = options;
  const copy = createGeneration(siteFolder, { ...options, seq: await store.changes.latest() });
  const total = await countPaths(store);
  const others = Array.from({ length: threads?.count ?? 0 }, () =>
    startSecondRenderer({ ...(threads as Threads), folder: copy.folder, isFresh: true }, options),
  );
  const own = createRefresh({ ...options, output: openFreshOutput(copy.folder) });
  const failing: string[] = [];
  let done = 0;
  try {
    const all = [own, ...others.map(({ refresh }) => refresh)];
    await refreshTogether(allPaths(await store.site.keys()), all, (refreshed) => {
      signal?.throwIfAborted();
      for (const [address, outcome] of refreshed) if (outcome === 'failed') failing.push(address);
      done += refreshed.length;
      onProgress?.(done, Math.max(done, total));
    });
  } finally {
    for (const { close } of others) close();
  }
  copy.moveTo({ seq: copy.cursor().seq, failing });
  onProgress?.(done, done);
  await catchUp(options, copy);
  return copy;
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
