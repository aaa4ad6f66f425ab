import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Store } from '../../data/store.ts';
import { allPaths } from './affected.ts';
import { publish, refreshOne } from './publish.ts';
import { createGeneration, makeCurrent, type PublishedFolder } from './published-folder.ts';
import type { Render } from './render.ts';

/** Pages between two looks at what else the thread has to do. */
const PAGES_A_TURN = 20;

export interface RebuildOptions {
  store: Store;
  render: Render;
  /** The folder that holds all copies of the site. */
  siteFolder: string;
  /** Files of the build for browsers. */
  assets: string;
  build: string;
  onFailure: (address: string, error: unknown) => void;
  onProgress?: (done: number, total: number) => void;
  signal?: AbortSignal;
}

/**
 * Renders the whole site into a fresh folder, up to date with the change log, while the served copy stays as it is.
 * {@link swapIn} then lets readers see it.
 * @throws the signal's reason when it is aborted.
 */
export async function buildCopy(options: RebuildOptions): Promise<PublishedFolder> {
  const { store, render, siteFolder, onFailure, onProgress, signal } = options;
  const output = createGeneration(siteFolder, { ...options, seq: await store.changes.latest() });
  const total = await countPaths(store);
  const failing: string[] = [];
  let done = 0;
  for (const address of allPaths(await store.site.keys())) {
    if ((await refreshOne({ output, render, onFailure }, address)) === 'failed') failing.push(address);
    if (++done % PAGES_A_TURN > 0) continue;
    onProgress?.(done, Math.max(done, total));
    await nextTurn();
    signal?.throwIfAborted();
  }
  onProgress?.(done, done);
  output.moveTo({ seq: output.cursor().seq, failing });
  await catchUp(options, output);
  return output;
}

/** Lets readers see a copy, with everything that was published while it was made. */
export async function swapIn(options: RebuildOptions, output: PublishedFolder): Promise<void> {
  await catchUp(options, output);
  makeCurrent(options.siteFolder, output);
}

async function catchUp({ store, render, onFailure }: RebuildOptions, output: PublishedFolder): Promise<void> {
  while (await publish({ changes: store.changes, output, render, onFailure }));
}

async function countPaths(store: Store): Promise<number> {
  let count = 0;
  for (const _ of allPaths(await store.site.keys())) count++;
  return count;
}
