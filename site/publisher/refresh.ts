import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Earlier, Render, Rendered } from './render.ts';

/** Pages that are being written while the next ones are rendered; what they hold stays in memory until then. */
const WRITES_AT_ONCE = 8;
/** Addresses that a thread takes at once: few enough that all threads end at about the same time. */
const PORTION = 32;

/** Where pages go. */
export interface PageOutput {
  /** The page as it stands, to be looked at until the next call of any kind; undefined when there is none. */
  read(address: string): Buffer | undefined;
  /** Puts a page in place of the old one; false when it is the same. */
  put(address: string, body: Uint8Array): Promise<boolean>;
  /** Takes a page away; false when there was none. */
  remove(address: string): Promise<boolean>;
}

/** What became of an address in the output. */
export type Refreshed = [address: string, outcome: 'changed' | 'same' | 'failed'];

/**
 * Brings addresses up to date. `since`: the position of the change log that their pages show at least; unknown unless given.
 * @throws what the disk says when it takes no pages at all.
 */
export type Refresh = (addresses: string[], since?: number) => Promise<Refreshed[]>;

export interface RefreshOptions {
  render: Render;
  output: PageOutput;
  /** Hears why an address could not be rendered. */
  onFailure: (address: string, error: unknown) => void;
}

/** Renders one address after another into the output; each is written while the next ones are rendered. */
export function createRefresh(options: RefreshOptions): Refresh {
  return async (addresses, since) => {
    const refreshed: Refreshed[] = [];
    const writing = new Set<Promise<void>>();
    let failure: { error: unknown } | undefined;
    for (const address of addresses) {
      const rendered = await options.render(address, earlierPage(options.output, address, since));
      const written: Promise<void> = place(options, address, rendered)
        .then((outcome) => void refreshed.push([address, outcome]))
        .catch((error: unknown) => {
          failure ??= { error };
        })
        .finally(() => writing.delete(written));
      writing.add(written);
      // Writing goes on only between turns, and so does everything else that the thread has to do.
      await nextTurn();
      if (writing.size >= WRITES_AT_ONCE) await Promise.race(writing);
      if (failure) break;
    }
    await Promise.all(writing);
    if (failure) throw failure.error;
    return refreshed;
  };
}

function earlierPage(output: PageOutput, address: string, since: number | undefined): Earlier | undefined {
  return since === undefined ? undefined : { since, read: () => output.read(address) };
}

async function place(
  { output, onFailure }: RefreshOptions,
  address: string,
  rendered: Rendered,
): Promise<Refreshed[1]> {
  if (rendered.state === 'failed') {
    onFailure(address, rendered.error);
    return 'failed';
  }
  try {
    const isChanged =
      rendered.state === 'page' ? await output.put(address, rendered.body) : await output.remove(address);
    return isChanged ? 'changed' : 'same';
  } catch (error) {
    if (isOfTheDisk(error)) throw error;
    onFailure(address, error);
    return 'failed';
  }
}

/** Whether no page at all can be written: the round is then repeated as a whole. What ails one file must not stop the others. */
function isOfTheDisk(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return /^(ENOSPC|EDQUOT|EROFS|EIO|EACCES|EPERM|EMFILE|ENFILE|ENOMEM)$/.test(code);
}

/**
 * Has several bring addresses up to date together: each takes a portion, and another one when it has done with it.
 * @throws what the first of them threw, or `onRefreshed`, when all have ended.
 */
export async function refreshTogether(
  addresses: Iterable<string>,
  all: Refresh[],
  onRefreshed: (refreshed: Refreshed[]) => void,
  since?: number,
): Promise<void> {
  const waiting = addresses[Symbol.iterator]();
  let failure: { error: unknown } | undefined;
  const work = async (refresh: Refresh) => {
    try {
      for (let portion = take(waiting); portion.length > 0 && !failure; portion = take(waiting))
        onRefreshed(await refresh(portion, since));
    } catch (error) {
      failure ??= { error };
    }
  };
  await Promise.all(all.map(work));
  if (failure) throw failure.error;
}

function take(waiting: Iterator<string>): string[] {
  const portion: string[] = [];
  while (portion.length < PORTION) {
    const next = waiting.next();
    if (next.done) break;
    portion.push(next.value);
  }
  return portion;
}
