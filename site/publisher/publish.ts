import type { Changes } from '../../data/changes.ts';
import { pathsChangedBy } from './affected.ts';
import type { Render } from './render.ts';

/** Changes that are taken together at most; what they share is rendered once. */
const BATCH = 5000;

/** How far an output shows the change log, and which of its addresses could not be rendered and wait for another try. */
export interface Cursor {
  seq: number;
  failing: string[];
}

/** Where pages go. */
export interface Output {
  /** Puts a page in place of the old one; false when it is the same. */
  put(address: string, body: Uint8Array): boolean;
  /** Takes a page away; false when there was none. */
  remove(address: string): boolean;
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
  /** Hears why an address could not be rendered. */
  onFailure: (address: string, error: unknown) => void;
}

/**
 * Brings the output up to date with the change log, or closer: one round takes up to 5,000 changes. undefined: there was
 * nothing to do. A page that fails keeps its last good version and is tried again in the next round.
 */
export async function publish(options: PublishOptions): Promise<Published | undefined> {
  const { changes, output } = options;
  const { seq, failing } = output.cursor();
  const batch = await changes.after(seq, BATCH);
  if (batch.length === 0) return undefined;
  const addresses = new Set(failing);
  for (const change of batch) for (const address of pathsChangedBy(change)) addresses.add(address);
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
  for (const address of addresses) {
    const outcome = await refreshOne(options, address);
    if (outcome === 'changed') changed.push(address);
    if (outcome === 'failed') failing.push(address);
  }
  options.output.moveTo({ seq, failing });
  return { seq, failing, changed, rendered: addresses.size };
}

/** Renders one address into the output. */
export async function refreshOne(
  {
    output,
    render,
    onFailure,
  }: Pick<PublishOptions, 'render' | 'onFailure'> & { output: Pick<Output, 'put' | 'remove'> },
  address: string,
): Promise<'changed' | 'same' | 'failed'> {
  const rendered = await render(address);
  if (rendered.state === 'failed') {
    onFailure(address, rendered.error);
    return 'failed';
  }
  try {
    const isChanged = rendered.state === 'page' ? output.put(address, rendered.body) : output.remove(address);
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
