import { Problem } from '../../data/errors.ts';

/** What the form around the file may weigh: boundaries, part headers, a long file name, a few more fields. */
const FORM_OVERHEAD_BYTES = 64 * 1024;

/** How many bytes a form may have that carries one file of up to `maxFileBytes`. */
export function maxFormBytes(maxFileBytes: number): number {
  return maxFileBytes + FORM_OVERHEAD_BYTES;
}

/**
 * Takes the one file out of a `multipart/form-data` body that has been read already (RFC 7578). The declared name and type
 * of the file are not looked at: what it is, its bytes tell.
 * @throws Problem `malformed` without exactly one file in the field, `too-large` beyond `maxFileBytes`.
 */
export async function readFileField(
  body: Uint8Array<ArrayBuffer>,
  { contentType, field, maxFileBytes }: { contentType: string; field: string; maxFileBytes: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const entries = (await parseForm(body, contentType)).getAll(field);
  const [file] = entries;
  if (file === undefined) throw new Problem('malformed', `The form has no field "${field}".`);
  if (entries.length > 1) throw new Problem('malformed', `The form has the field "${field}" more than once.`);
  if (typeof file === 'string') throw new Problem('malformed', `The field "${field}" is a text, not a file.`);
  if (file.size > maxFileBytes)
    throw new Problem('too-large', `The file is larger than ${maxFileBytes} bytes.`);
  return new Uint8Array(await file.arrayBuffer());
}

async function parseForm(body: Uint8Array<ArrayBuffer>, contentType: string): Promise<FormData> {
  try {
    return await new Response(body, { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw new Problem('malformed', 'The body is not a complete multipart/form-data form.');
  }
}
