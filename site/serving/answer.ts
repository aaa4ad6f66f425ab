import { createReadStream } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { type ByteRange, isUnmodifiedSince, readEntityTags, readRange } from './conditions.ts';
import { type Encoding, rememberEncodings } from './encoding.ts';
import type { FileCache } from './file-cache.ts';
import type { PublishedFile, Representation } from './published-file.ts';

/** Answers a GET or HEAD request with a file: 200, 206, 304 or 416. */
export type Answer = (request: IncomingMessage, response: ServerResponse, file: PublishedFile) => void;

/** Makes the function that answers with files of a cache, which is told to compress those that are asked for compressed. */
export function createAnswer(cache: Pick<FileCache, 'compress'>): Answer {
  const acceptedEncodings = rememberEncodings();

  function choose(file: PublishedFile, header: string | undefined): Representation {
    const { representations } = file;
    if (!file.isCompressible) return representations.identity;
    const accepted = acceptedEncodings(header);
    const best = accepted[0] as Encoding;
    const ready = representations[best];
    if (ready) return ready;
    if (best !== 'identity') cache.compress(file, best);
    // Nobody waits for a compressor: until it is done, others get what there is.
    const next = accepted.find((encoding) => representations[encoding]);
    return (next && representations[next]) ?? representations.identity;
  }

  return (request, response, file) => {
    const { headers } = request;
    const chosen = choose(file, headers['accept-encoding']);
    const unchanged = unchangedTag(headers, file, chosen);
    if (unchanged !== undefined) {
      response.writeHead(304, ['ETag', unchanged, ...file.shared.headers]);
      response.end();
      return;
    }
    const range =
      file.acceptsRanges && headers.range && request.method === 'GET' ? partOf(headers, file) : undefined;
    if (range) return sendPart(response, file, range);
    response.writeHead(200, isReadAsPage(headers, file) ? asPlainXml(chosen.headers) : chosen.headers);
    if (request.method === 'HEAD') response.end();
    else if (chosen.body) response.end(chosen.body);
    else stream(response, file);
  };
}

/** Whether a person has opened a feed in a browser, which would show its source. */
function isReadAsPage(headers: IncomingHttpHeaders, { shared }: PublishedFile): boolean {
  return (
    headers['sec-fetch-dest'] === 'document' && /^application\/(?:rss|atom)\+xml/.test(shared.contentType)
  );
}

function asPlainXml(headers: string[]): string[] {
  return headers.map((text) => text.replace(/^application\/(?:rss|atom)\+xml/, 'application/xml'));
}

/** The tag of the copy that the client may keep, when it has the present version of the file in whatever encoding. */
function unchangedTag(
  headers: IncomingHttpHeaders,
  file: PublishedFile,
  chosen: Representation,
): string | undefined {
  const tags = headers['if-none-match'];
  if (tags === chosen.etag || tags?.trim() === '*') return chosen.etag;
  if (tags !== undefined) {
    const { etag } = file.representations.identity;
    return readEntityTags(tags).find((tag) => tag.replace(/-(?:gzip|br)"$/, '"') === etag);
  }
  const since = headers['if-modified-since'];
  return since !== undefined && isUnmodifiedSince(since, file.modifiedMs) ? chosen.etag : undefined;
}

function partOf(headers: IncomingHttpHeaders, file: PublishedFile): ByteRange | 'unsatisfiable' | undefined {
  const { size, lastModified, representations } = file;
  return readRange(headers, { size, lastModified, etag: representations.identity.etag });
}

function sendPart(response: ServerResponse, file: PublishedFile, range: ByteRange | 'unsatisfiable'): void {
  const { size, shared, representations } = file;
  const { etag, body } = representations.identity;
  if (range === 'unsatisfiable') {
    response.writeHead(416, ['Content-Range', `bytes */${size}`, 'Content-Length', '0']);
    response.end();
    return;
  }
  const { first, last } = range;
  const ofPart = [
    'Content-Length',
    String(last - first + 1),
    'Content-Range',
    `bytes ${first}-${last}/${size}`,
  ];
  response.writeHead(206, ['ETag', etag, 'Content-Type', shared.contentType, ...ofPart, ...shared.headers]);
  if (body) response.end(body.subarray(first, last + 1));
  else stream(response, file, range);
}

function stream(response: ServerResponse, file: PublishedFile, range?: ByteRange): void {
  const source = createReadStream(file.path, range && { start: range.first, end: range.last });
  // A broken stream ends the connection, which tells the client all that it can be told after the headers are sent.
  pipeline(source, response, () => {});
}
