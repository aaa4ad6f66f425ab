import type { IncomingHttpHeaders } from 'node:http';

/** The first and the last byte that are sent, both included. */
export interface ByteRange {
  first: number;
  last: number;
}

const ENTITY_TAG = /(?:W\/)?("[^"]*")/g;

/** The opaque tags of an If-None-Match header, quotes included, without their `W/`: it compares weakly (RFC 9110 13.1.2). */
export function readEntityTags(header: string): string[] {
  return Array.from(header.matchAll(ENTITY_TAG), ([, tag]) => tag as string);
}

/** Whether nothing has changed since the time of an If-Modified-Since header (RFC 9110 13.1.3); whole seconds count. */
export function isUnmodifiedSince(header: string, modifiedMs: number): boolean {
  return Math.floor(modifiedMs / 1000) * 1000 <= Date.parse(header);
}

/**
 * The part of a file that a request wants (RFC 9110 14.2).
 *
 * `undefined` means the whole file: no Range, one that is malformed or has several parts (a server may ignore those), or
 * an If-Range that names another version. `'unsatisfiable'` means that the part begins after the end of the file.
 */
export function readRange(
  headers: IncomingHttpHeaders,
  file: { size: number; etag: string; lastModified: string },
): ByteRange | 'unsatisfiable' | undefined {
  const [, from, to] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(headers.range ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined;
  const version = headers['if-range'];
  if (version !== undefined && version !== file.etag && version !== file.lastModified) return undefined;
  if (from === '') return lastBytes(Number(to), file.size);
  const first = Number(from);
  if (to !== '' && Number(to) < first) return undefined;
  if (first >= file.size) return 'unsatisfiable';
  return { first, last: to === '' ? file.size - 1 : Math.min(Number(to), file.size - 1) };
}

function lastBytes(count: number, size: number): ByteRange | 'unsatisfiable' {
  return count === 0 || size === 0 ? 'unsatisfiable' : { first: Math.max(0, size - count), last: size - 1 };
}
