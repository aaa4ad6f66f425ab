import type { Changes } from '../../data/changes.ts';
import type { Language } from '../../data/languages.ts';
import { pathsChangedBy } from './affected.ts';
import {
  createRefresh,
  type PageOutput,
  type Refresh,
  type Refreshed,
  type RefreshOptions,
  refreshTogether,
} from './refresh.ts';

/** Changes that are taken together at most; what they share is rendered once. */
const BATCH = 5000;

/** How far an output shows the change log, and which of its addresses could not be rendered and wait for another try. */
export interface Cursor {
  seq: number;
  failing: string[];
}

/** Where pages go. */
export interface Output extends PageOutput {
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

export interface PublishOptions extends RefreshOptions {
  changes: Changes;
  output: Output;
  /** The language whose home page stands at `/` as well. */
  defaultLang: Language;
  /**
   * From this position of the change log on, the output has been written by processes that are still running, so that all
   * its pages are whole, and parts of them that have not changed may be taken over. Never, unless given.
   */
  soundFrom?: number;
  /** Others who render so many addresses into the output as well; none unless given. */
  help?: (addresses: number) => Refresh[];
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
  const addresses = new Set<string>();
  for (const change of batch)
    for (const address of pathsChangedBy(change, defaultLang)) addresses.add(address);
  return refresh(options, { addresses, failing }, batch.at(-1)?.seq ?? seq);
}

/** Tries the failing addresses again; undefined when there are none. */
export async function retry(options: PublishOptions): Promise<Published | undefined> {
  const { seq, failing } = options.output.cursor();
  return failing.length === 0 ? undefined : refresh(options, { addresses: new Set(), failing }, seq);
}

/**
 * Writes pages that are missing or damaged again, none of which is failing already; undefined when there are none. The failing ones
 * wait for their own time.
 */
export async function mend(options: PublishOptions, lost: string[]): Promise<Published | undefined> {
  if (lost.length === 0) return undefined;
  const { seq, failing } = options.output.cursor();
  return refresh(options, { addresses: new Set(), failing: lost, waiting: failing }, seq);
}

async function refresh(
  options: PublishOptions,
  {
    addresses,
    failing: failed,
    waiting = [],
  }: { addresses: Set<string>; failing: string[]; waiting?: string[] },
  seq: number,
): Promise<Published> {
  const changed: string[] = [];
  const failing = [...waiting];
  const note = (refreshed: Refreshed[]) => {
    for (const [address, outcome] of refreshed) {
      if (outcome === 'changed') changed.push(address);
      if (outcome === 'failed') failing.push(address);
    }
  };
  for (const address of failed) addresses.delete(address);
  const rendered = addresses.size + failed.length;
  const all = [createRefresh(options), ...(options.help?.(rendered) ?? [])];
  // Nobody knows how much of the change log the pages show that have failed.
  await refreshTogether(failed, all, note);
  // What stands together in the order of letters is made of the same articles, above all the feeds of a list.
  await refreshTogether([...addresses].sort(), all, note, shownBy(options));
  options.output.moveTo({ seq, failing });
  return { seq, failing, changed, rendered };
}

/** The position that all pages show that have not failed; undefined when parts of them may be missing. */
function shownBy({ output, soundFrom = Number.POSITIVE_INFINITY }: PublishOptions): number | undefined {
  const { seq } = output.cursor();
  return seq >= soundFrom ? seq : undefined;
}
