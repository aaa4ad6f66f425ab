import { createHash } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { Problem } from '../../data/errors.ts';
import type { ApiEnv } from './context.ts';

const MAX_DEPTH = 64;

/**
 * Reads a JSON body of at most `maxBytes`, and leaves its text where the route's validator finds it.
 * @throws Problem `unsupported-type`, `too-large`, or `malformed` (empty, not UTF-8, nested too deeply).
 */
export function readJson(maxBytes: number): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const bytes = await readBytes(c, maxBytes);
    if (bytes.length === 0) throw new Problem('malformed', 'The request needs a JSON body.');
    requireJsonType(c.req.header('content-type'));
    const text = decodeUtf8(bytes);
    if (isDeeperThan(text, MAX_DEPTH)) {
      throw new Problem('malformed', `The JSON is nested more than ${MAX_DEPTH} levels deep.`);
    }
    takeAsJson(c, bytes, text);
    await next();
  };
}

/**
 * Reads a JSON body, or the fields of a form as a browser sends them without a script; from here on both are JSON.
 * @throws Problem as {@link readJson} does, and `malformed` when a form gives a field twice.
 */
export function readJsonOrForm(maxBytes: number): MiddlewareHandler<ApiEnv> {
  const readJsonBody = readJson(maxBytes);
  return async (c, next) => {
    const { headers } = c.req.raw;
    if (!FORM.test(headers.get('content-type')?.trim() ?? '')) return readJsonBody(c, next);
    const bytes = await readBytes(c, maxBytes);
    headers.set('Content-Type', 'application/json');
    takeAsJson(c, bytes, JSON.stringify(toFields(decodeUtf8(bytes))));
    await next();
  };
}

const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/** What the route's validator will read, and what tells this body from another. */
function takeAsJson(c: Context<ApiEnv>, bytes: Uint8Array, text: string): void {
  c.set('bodyDigest', createHash('sha256').update(bytes).digest('hex'));
  c.req.bodyCache.text = Promise.resolve(text) as never;
}

function toFields(form: string): Record<string, string> {
  const entries = [...new URLSearchParams(form)];
  const fields = Object.fromEntries(entries);
  if (Object.keys(fields).length < entries.length)
    throw new Problem('malformed', 'The form has a field more than once.');
  return fields;
}

/**
 * Reads a body, but never more than `maxBytes` of it, whether or not its length was announced.
 * @throws Problem `unsupported-type` (compressed), `too-large`, `malformed` (the connection ended before the body did), `unavailable` (no memory for it).
 */
export async function readBytes(c: Context<ApiEnv>, maxBytes: number): Promise<Uint8Array> {
  requirePlain(c.req.header('content-encoding'));
  const tooLarge = () => new Problem('too-large', `The body may have at most ${maxBytes} bytes.`);
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    // Leaving the loop early cancels the stream: the rest is not read.
    for await (const chunk of c.req.raw.body ?? []) {
      length += chunk.byteLength;
      if (length > maxBytes) throw tooLarge();
      c.get('takeBodyMemory')(chunk.byteLength);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof Problem ? error : cutShort(error);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length);
}

/** Nobody hears this answer; but what has arrived of the body is never taken for all of it. */
function cutShort(cause: unknown): Problem {
  const problem = new Problem('malformed', 'The body ended before all of it had arrived.');
  problem.cause = cause;
  return problem;
}

/** A few bytes could unpack to gigabytes; no client needs it. */
function requirePlain(contentEncoding: string | undefined): void {
  if (/^(?:identity)?$/i.test(contentEncoding?.trim() ?? '')) return;
  throw new Problem('unsupported-type', 'The body must not be compressed.');
}

function requireJsonType(contentType: string | undefined): void {
  if (/^application\/json\s*(;|$)/i.test(contentType?.trim() ?? '')) return;
  throw new Problem('unsupported-type', 'The body must be application/json.');
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Problem('malformed', 'The body is not valid UTF-8.');
  }
}

/** Whether arrays and objects in a JSON text are nested deeper than a limit; needs no stack, unlike a parser. */
export function isDeeperThan(json: string, limit: number): boolean {
  let depth = 0;
  for (let i = 0; i < json.length && depth <= limit; i++) {
    const character = json[i] ?? '';
    if (character === '"') i = endOfString(json, i);
    else if (character === '[' || character === '{') depth++;
    else if (character === ']' || character === '}') depth--;
  }
  return depth > limit;
}

function endOfString(json: string, start: number): number {
  let end = start + 1;
  while (end < json.length && json[end] !== '"') end += json[end] === '\\' ? 2 : 1;
  return end;
}
