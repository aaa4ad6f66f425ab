import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Changes } from '../../data/changes.ts';
import type { Language } from '../../data/languages.ts';
import { pathsChangedBy } from './affected.ts';
import type { Render, Rendered } from './render.ts';

/** Changes that are taken together at most; what they share is rendered once. */
const BATCH = 5000;
/** Pages that are being written while the next ones are rendered; what they hold stays in memory until then. */
const WRITES_AT_ONCE = 8;

/** How far an output shows the change log, and which of its addresses could not be rendered and wait for another try. */
export interface Cursor {
  seq: number;
  failing: string[];
}

/** Where pages go. */
export interface Output {
  /** Puts a page in place of the old one; false when it is the same. */
  put(address: string, body: Uint8Array): Promise<boolean>;
  /** Takes a page away; false when there was none. */
  remove(address: string): Promise<boolean>;
  /** Where it stands. */
  cursor(): Cursor;
  /** Remembers durably where it stands. */
  moveTo(cursor: Cursor): void;
}

/** What a round of publishing did. */
export interface Published extends Cursor {
  /** Addresses whose content is another now. */
  changed: string[];
  /** How many addresses were rendered. */
  rendered: number;
}

export interface PublishOptions {
  changes: Changes;
  output: Output;
  render: Render;
  /** The language whose home page stands at `/` as well. */
  defaultLang: Language;
  /** Hears why an address could not be rendered. */
  onFailure: (address: string, error: unknown) => void;
}

/**
 * Brings the output up to date with the change log, or closer: one round takes up to 5,000 changes. undefined: there was
 * nothing to do. A page that fails keeps its last good version and is tried again in the next round.
 */
export async function publish(options: PublishOptions): Promise<Published | undefined> {
  const { changes, output, defaultLang } = options;
  const { seq, failing } = output.cursor();
  const batch = await changes.after(seq, BATCH);
  if (batch.length === 0) return undefined;
  const addresses = new Set(failing);
  for (const change of batch)
    for (const address of pathsChangedBy(change, defaultLang)) addresses.add(address);
  return refresh(options, addresses, batch.at(-1)?.seq ?? seq);
}

/** Tries the failing addresses again; undefined when there are none. */
export async function retry(options: PublishOptions): Promise<Published | undefined> {
  const { seq, failing } = options.output.cursor();
  return failing.length === 0 ? undefined : refresh(options, new Set(failing), seq);
}

async function refresh(options: PublishOptions, addresses: Set<string>, seq: number): Promise<Published> {
  const changed: string[] = [];
  const failing: string[] = [];
  await refreshAll(options, addresses, (address, outcome) => {
    if (outcome === 'changed') changed.push(address);
    if (outcome === 'failed') failing.push(address);
  });
  options.output.moveTo({ seq, failing });
  return { seq, failing, changed, rendered: addresses.size };
}

/** What became of an address in the output. */
export type Outcome = 'changed' | 'same' | 'failed';

/** Where addresses are brought up to date. */
export interface Refreshing extends Pick<PublishOptions, 'render' | 'onFailure'> {
  output: Pick<Output, 'put' | 'remove'>;
}

/**
 * Renders addresses into the output, one after another; each is written while the next ones are rendered. Returns when all
 * are written.
 * @throws what the disk says when it takes no pages at all, and whatever `onOutcome` throws.
 */
export async function refreshAll(
  options: Refreshing,
  addresses: Iterable<string>,
  onOutcome: (address: string, outcome: Outcome) => void | Promise<void>,
): Promise<void> {
  const writing = new Set<Promise<void>>();
  let failure: { error: unknown } | undefined;
  for (const address of addresses) {
    const rendered = await options.render(address);
    const written: Promise<void> = place(options, address, rendered)
      .then((outcome) => onOutcome(address, outcome))
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
}

async function place(
  { output, onFailure }: Refreshing,
  address: string,
  rendered: Rendered,
): Promise<Outcome> {
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
