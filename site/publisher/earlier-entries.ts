import type { Change, Changes } from '../../data/changes.ts';
import type { Frame } from '../feeds/frame.ts';
import type { FeedFormat } from '../feeds/list-feeds.ts';
import { articlePath } from '../paths.ts';

/** How many changes are read at once. */
const BATCH = 5000;

/** What every entry of a format begins with, and what stands before its article's id; neither occurs within texts, which are escaped. */
const MARKS: Record<FeedFormat, { entry: string; id: string }> = {
  rss: { entry: '<item ', id: '<guid isPermaLink="false">urn:uuid:' },
  atom: { entry: '<entry ', id: '<id>urn:uuid:' },
  json: { entry: '{"id":"urn:uuid:', id: '{"id":"urn:uuid:' },
};

const UUID_LENGTH = 36;

/** The entries of a feed as it was written, by their articles' ids; none when it is not whole. */
export function entriesOf(
  feed: Buffer,
  format: FeedFormat,
  { separator, after }: Frame,
): Map<string, Uint8Array> {
  const entries = new Map<string, Uint8Array>();
  const end = feed.length - Buffer.byteLength(after);
  if (feed.toString('utf8', end) !== after) return entries;
  const { entry, id } = MARKS[format];
  for (let start = feed.indexOf(entry); start !== -1; ) {
    const next = feed.indexOf(entry, start + 1);
    const idAt = feed.indexOf(id, start) + id.length;
    entries.set(
      feed.toString('latin1', idAt, idAt + UUID_LENGTH),
      feed.subarray(start, next === -1 ? end : next - separator.length),
    );
    start = next;
  }
  return entries;
}

/** Whether the entry of an article, by its address, may say something else than it said at a position of the change log. */
export type IsChanged = (path: string) => boolean;

/** Reads what has changed since a position; what was read before is kept for the next feed of the same round. */
export function createChangedSince(changes: Changes): (since: number) => Promise<IsChanged> {
  let from = 0;
  let upTo = 0;
  const paths = new Set<string>();
  return async (since) => {
    if (since !== from) {
      paths.clear();
      from = since;
      upTo = since;
    }
    const latest = await changes.latest();
    while (upTo < latest) {
      const batch = await changes.after(upTo, BATCH);
      for (const path of batch.flatMap(changedEntries)) paths.add(path);
      upTo = batch.at(-1)?.seq ?? latest;
    }
    return (path) => paths.has(path);
  };
}

/** The articles whose entries depend on a change: its own, and the translations that are linked to it or no longer are. */
function changedEntries({ before, after }: Change): string[] {
  const sides = [before, after].filter((side) => side !== null);
  return sides.flatMap((side) => [side, ...side.alternates].map(({ lang, slug }) => articlePath(lang, slug)));
}
