import type { IncomingMessage, ServerResponse } from 'node:http';
import { addressOf } from '../paths.ts';
import { createAnswer } from './answer.ts';
import { createFileCache, type FileCache } from './file-cache.ts';
import { securityHeadersOf } from './page-headers.ts';
import type { PublishedFile } from './published-file.ts';
import { openPublishedFolders, type Root } from './published-folders.ts';
import { type Candidate, candidatesFor, fileOf } from './target.ts';

/** Serves published files at the speed of a web server. */
export interface FileServer {
  /**
   * Answers a request for a published file, at once when the file is in memory. Calls `fallback` when the request is for
   * something else: another method than GET or HEAD, or an address that has no file.
   */
  handle(request: IncomingMessage, response: ServerResponse, fallback: () => void): void;
  /** Forgets the files of these addresses (as site/paths.ts writes them): whoever asks from now on gets the new ones. */
  invalidate(addresses: Iterable<string> | 'all'): void;
}

export interface FileServerOptions {
  roots: Root[];
  /** Memory for file contents, in bytes; 64 MiB unless given. */
  cacheBytes?: number;
  /** Sent with every file beside its own headers. */
  headers?: Readonly<Record<string, string>>;
  /** Addresses that are never files, so that nobody looks for them on disk. */
  except?: RegExp;
  /** Hears the address of a page that does not end as it should; it is served all the same. */
  onDamaged?: (address: string) => void;
  /** Hears of failures of the disk, for which the client gets a 503; prints them unless given. */
  onError?: (error: unknown) => void;
  /** Milliseconds from any moment on, never running backwards. */
  clock?: () => number;
}

const MEBIBYTE = 1024 * 1024;

/** Opens a file server over these folders. Nothing is read before it is asked for. */
export function createFileServer(options: FileServerOptions): FileServer {
  const {
    roots,
    headers = {},
    onDamaged,
    except = /^\/(?:api\/|search(?:\?|$))/,
    onError = console.error,
  } = options;
  const { cacheBytes = 64 * MEBIBYTE, clock = () => performance.now() } = options;
  const folders = openPublishedFolders(roots, { headers, onDamaged: (name) => onDamaged?.(addressOf(name)) });
  const cache = createFileCache(folders, { cacheBytes, clock, onError });
  const answer = createAnswer(cache);

  /** Answers from the disk; false when there is no such file. */
  async function look(
    request: IncomingMessage,
    response: ServerResponse,
    candidates: Candidates,
  ): Promise<boolean> {
    const found = await firstExisting(cache, candidates);
    if (!found) return false;
    if (found.redirectTo === undefined) answer(request, response, found.file);
    else redirect(response, found.redirectTo, headers);
    return true;
  }

  return {
    handle(request, response, fallback) {
      const { method, url = '' } = request;
      if (method !== 'GET' && method !== 'HEAD') return fallback();
      const remembered = cache.find(url);
      if (remembered) return answer(request, response, remembered);
      if (except.test(url)) return fallback();
      const others = candidatesFor(url);
      const first = others.next().value;
      if (!first) return fallback();
      const kept = keptFor(cache, url, first);
      if (kept) return answer(request, response, kept);
      look(request, response, { first, others })
        .then((isAnswered) => isAnswered || fallback())
        .catch((error) => {
          onError(error);
          refuse(response);
        });
    },
    invalidate(addresses) {
      if (addresses === 'all') return cache.clear();
      for (const address of addresses) {
        const name = fileOf(address);
        if (name !== undefined) cache.drop(name);
      }
    },
  };
}

/** The kept file that answers a request target without a redirect; the cache finds it by the same text from now on. */
function keptFor(cache: FileCache, url: string, first: Candidate): PublishedFile | undefined {
  if (first.redirectTo !== undefined) return undefined;
  const file = cache.get(first.file);
  // There is no end of queries, and nearly all of them mean nothing to a file.
  if (file && /^[^?]*(?:\?lang=\w\w)?$/.test(url)) cache.remember(url, file);
  return file;
}

interface Candidates {
  first: Candidate;
  others: Generator<Candidate, undefined>;
}

async function firstExisting(
  cache: FileCache,
  { first, others }: Candidates,
): Promise<{ file: PublishedFile; redirectTo: string | undefined } | undefined> {
  for (let next: Candidate | undefined = first; next; next = others.next().value) {
    const file = await cache.load(next.file);
    if (file) return { file, redirectTo: next.redirectTo };
  }
  return undefined;
}

function redirect(
  response: ServerResponse,
  location: string,
  headers: Readonly<Record<string, string>>,
): void {
  // A redirect without an age is kept for ever by some browsers, even when a page with that address appears later.
  response.writeHead(301, {
    Location: location,
    'Content-Length': '0',
    'Cache-Control': 'public, max-age=3600',
    ...securityHeadersOf(''),
    ...headers,
  });
  response.end();
}

/** The disk failed: a 404 would tell search engines that the page is gone. */
function refuse(response: ServerResponse): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(503, ['Retry-After', '1', 'Content-Length', '0']);
  response.end();
}
