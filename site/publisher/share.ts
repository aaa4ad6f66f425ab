import type { Store } from '../../data/store.ts';
import { allPaths } from './affected.ts';
import { type Refreshing, refreshAll } from './publish.ts';

/** Pages between two reports. */
const PAGES_A_REPORT = 20;

/** The part of all pages that one of several threads makes. */
export interface Share {
  /** From 0. */
  number: number;
  of: number;
}

export interface ShareOptions extends Refreshing {
  store: Pick<Store, 'site'>;
  share: Share;
  /** Hears now and then how many pages are made. */
  onPages?: (done: number) => void;
  signal?: AbortSignal | undefined;
}

/** Renders a share of the whole site; answers the addresses that failed. @throws the signal's reason when it is aborted. */
export async function renderShare(options: ShareOptions): Promise<string[]> {
  const { store, share, onPages, signal } = options;
  const failing: string[] = [];
  let done = 0;
  const own = allPaths(await store.site.keys()).filter(
    (address) => numberOf(address, share.of) === share.number,
  );
  await refreshAll(options, own, async (address, outcome) => {
    if (outcome === 'failed') failing.push(address);
    if (++done % PAGES_A_REPORT > 0) return;
    onPages?.(done);
    signal?.throwIfAborted();
  });
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
