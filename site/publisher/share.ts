import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Store } from '../../data/store.ts';
import { allPaths } from './affected.ts';
import { type Output, refreshOne } from './publish.ts';
import type { Render } from './render.ts';

/** Pages between two looks at what else the thread has to do. */
const PAGES_A_TURN = 20;

/** The part of all pages that one of several threads makes. */
export interface Share {
  /** From 0. */
  number: number;
  of: number;
}

export interface ShareOptions {
  store: Pick<Store, 'site'>;
  render: Render;
  output: Pick<Output, 'put' | 'remove'>;
  share: Share;
  onFailure: (address: string, error: unknown) => void;
  /** Hears now and then how many pages are made. */
  onPages?: (done: number) => void;
  signal?: AbortSignal | undefined;
}

/** Renders a share of the whole site; answers the addresses that failed. @throws the signal's reason when it is aborted. */
export async function renderShare(options: ShareOptions): Promise<string[]> {
  const { store, share, onPages, signal } = options;
  const failing: string[] = [];
  let done = 0;
  for (const address of allPaths(await store.site.keys())) {
    if (numberOf(address, share.of) !== share.number) continue;
    if ((await refreshOne(options, address)) === 'failed') failing.push(address);
    if (++done % PAGES_A_TURN > 0) continue;
    onPages?.(done);
    await nextTurn();
    signal?.throwIfAborted();
  }
  onPages?.(done);
  return failing;
}

/**
 * Which share an address falls to: by its text, since the threads need not see the same list of them while articles come
 * and go. All feeds of a category or tag fall to the same one, which reads their articles once.
 */
function numberOf(address: string, shares: number): number {
  if (shares === 1) return 0;
  const text = address.startsWith('/feed/') ? address.replace(/\.(?:xml|json)(?:\?.*)?$/, '') : address;
  let hash = 0;
  for (let index = 0; index < text.length; index++) hash = (hash * 31 + text.charCodeAt(index)) | 0;
  return Math.abs(hash) % shares;
}
