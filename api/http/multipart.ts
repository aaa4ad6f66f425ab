import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { Problem } from '../../data/errors.ts';
import type { ApiEnv } from './context.ts';
import { readBytes } from './request-body.ts';

/** What the form around the file may weigh: boundaries, part headers, a long file name, a few more fields. */
const FORM_OVERHEAD_BYTES = 64 * 1024;

/**
 * Reads a `multipart/form-data` body (RFC 7578) with exactly one file in the named field, and leaves that file where the
 * route's validator finds it; other fields are dropped. The file's declared name and type are not looked at: what it is,
 * its bytes tell. They alone count as the body for `Idempotency-Key`, since each attempt draws a new boundary.
 * @throws Problem `unsupported-type`, `too-large`, or `malformed` (no form, no file, more than one).
 */
export function readFileForm(field: string, maxFileBytes: number): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const contentType = c.req.header('content-type') ?? '';
    if (!/^multipart\/form-data\s*;/i.test(contentType.trim())) {
      throw new Problem('unsupported-type', 'The body must be multipart/form-data.');
    }
    const body = await readBytes(c, maxFileBytes + FORM_OVERHEAD_BYTES);
    const file = takeFile(await parseForm(body, contentType), field);
    if (file.size > maxFileBytes) {
      throw new Problem('too-large', `The file may have at most ${maxFileBytes} bytes.`);
    }
    c.set(
      'bodyDigest',
      createHash('sha256')
        .update(await file.bytes())
        .digest('hex'),
    );
    const form = new FormData();
    form.set(field, file);
    c.req.bodyCache.formData = Promise.resolve(form) as never;
    await next();
  };
}

async function parseForm(body: Uint8Array, contentType: string): Promise<FormData> {
  try {
    return await new Response(body as BodyInit, { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw new Problem('malformed', 'The body is not a complete multipart/form-data form.');
  }
}

function takeFile(form: FormData, field: string): File {
  const entries = form.getAll(field);
  const [file] = entries;
  if (file === undefined) throw new Problem('malformed', `The form has no field "${field}".`);
  if (entries.length > 1) throw new Problem('malformed', `The form has the field "${field}" more than once.`);
  if (typeof file === 'string') throw new Problem('malformed', `The field "${field}" is a text, not a file.`);
  return file;
}
