import { hash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { contentTypeOf, isCompressible, kindOf } from './content-type.ts';
import type { Encoding } from './encoding.ts';
import { FILE_HEADERS } from './page-headers.ts';

/** One file in one encoding, with its answer made ready: lists of headers are flat (name, value, name, value …). */
export interface Representation {
  etag: string;
  /** All headers of a 200. */
  headers: string[];
  /** Absent when the file is too big to keep in memory: it is then read from disk for each answer. */
  body: Buffer | undefined;
}

/** One version of a published file. */
export interface PublishedFile {
  /** Its name relative to the published folder. */
  name: string;
  /** Where it lies, links resolved. */
  path: string;
  size: number;
  modifiedMs: number;
  lastModified: string;
  /** Tells this version from one that took its place. */
  version: string;
  /** Whether it is worth compressing. */
  isCompressible: boolean;
  /** Whether parts of it can be asked for. */
  acceptsRanges: boolean;
  /** What all representations have in common; `headers` are those that a 304 repeats. */
  shared: { contentType: string; headers: string[] };
  representations: { identity: Representation } & Partial<Record<Encoding, Representation>>;
}

/** Files below this size (bytes) fit into one packet anyway. */
const MIN_COMPRESSED_BYTES = 1024;

/** What changes whenever a file is replaced or written to. */
export function versionOf(stats: Stats): string {
  return `${stats.ino}-${stats.size}-${stats.mtimeMs}`;
}

/** Makes the answers of a file ready. Without `body` its tag comes from size and time instead of its content. */
export function toPublishedFile(
  source: { name: string; path: string; stats: Stats; body?: Buffer },
  extraHeaders: Readonly<Record<string, string>> = {},
): PublishedFile {
  const { name, path, stats, body } = source;
  const contentType = contentTypeOf(name);
  const compressible = isCompressible(contentType);
  const worthwhile = compressible && body !== undefined && body.length >= MIN_COMPRESSED_BYTES;
  const lastModified = stats.mtime.toUTCString();
  const headers = {
    'Last-Modified': lastModified,
    // Media are read in parts, text never is.
    ...(compressible ? {} : { 'Accept-Ranges': 'bytes' }),
    ...FILE_HEADERS[kindOf(name)],
    ...extraHeaders,
  };
  const vary = worthwhile ? ['Vary', 'Accept-Encoding'] : [];
  const shared = { contentType, headers: [...vary, ...Object.entries(headers).flat()] };
  const identity = represent(shared, { tag: tagOf(stats, body), body, size: stats.size });
  return {
    name,
    path,
    size: stats.size,
    modifiedMs: stats.mtimeMs,
    lastModified,
    version: versionOf(stats),
    isCompressible: worthwhile,
    acceptsRanges: !compressible,
    shared,
    representations: { identity },
  };
}

function tagOf(stats: Stats, body: Buffer | undefined): string {
  if (body) return hash('sha256', body, 'hex').slice(0, 32);
  return `${stats.size.toString(36)}-${Math.floor(stats.mtimeMs).toString(36)}`;
}

function represent(
  { contentType, headers }: PublishedFile['shared'],
  content: { tag: string; body: Buffer | undefined; size: number; encoding?: Encoding },
): Representation {
  const { tag, body, size, encoding } = content;
  const etag = encoding ? `"${tag}-${encoding}"` : `"${tag}"`;
  const ofBody = ['Content-Type', contentType, 'Content-Length', String(size)];
  if (encoding) ofBody.push('Content-Encoding', encoding);
  return { etag, body, headers: ['ETag', etag, ...ofBody, ...headers] };
}

/**
 * Compresses a file that is in memory and adds the result to its representations. Runs in zlib's thread pool.
 * What does not get smaller that way is represented by the plain file.
 */
export async function addRepresentation(file: PublishedFile, encoding: 'gzip' | 'br'): Promise<void> {
  const { identity } = file.representations;
  const plain = identity.body as Buffer;
  const body = await (encoding === 'br' ? toBrotli(plain, kindOf(file.name) === 'asset') : toGzip(plain));
  const tag = identity.etag.slice(1, -1);
  file.representations[encoding] =
    body.length < plain.length
      ? represent(file.shared, { tag, body, size: body.length, encoding })
      : identity;
}

const toGzip = promisify(gzip) as (bytes: Buffer) => Promise<Buffer>;

function toBrotli(bytes: Buffer, isForever: boolean): Promise<Buffer> {
  // The best level takes some 25 ms for a page: worth it for what never changes, not for what the next publish replaces.
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: isForever ? 11 : 5,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
  return promisify(brotliCompress)(bytes, { params });
}
