import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { maxUploadBytes } from '../../api/images.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';
import { drawJpeg, fileForm } from '../support/test-pictures.ts';

function upload(api: TestApi, body: RequestInit['body'], headers: Record<string, string> = {}) {
  return api.call('/api/v1/upload', { body, headers });
}

/** A body without an end, and how many megabytes of it have been asked for. */
function endlessBody() {
  const asked = { megabytes: 0 };
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      asked.megabytes++;
      controller.enqueue(new Uint8Array(1024 * 1024));
    },
  });
  return { body, asked };
}

async function storedPictures(api: TestApi) {
  return api.store.uploads.withoutVariants();
}

describe('uploading a picture', () => {
  it('answers its address, size and type', async () => {
    const api = await openTestApi();
    const response = await upload(api, fileForm(await drawJpeg()));
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({
      url: expect.stringMatching(/^\/uploads\/[0-9a-f]{32}\.jpg$/),
      width: 64,
      height: 48,
      type: 'image/jpeg',
      bytes: expect.any(Number),
      alt: null,
    });
  });

  it('names the address in Location too', async () => {
    const api = await openTestApi();
    const response = await upload(api, fileForm(await drawJpeg()));
    expect(response.headers.get('location')).toBe((await response.clone().json()).url);
  });

  it.each(['jpeg', 'png', 'webp', 'gif'] as const)('takes %s', async (format) => {
    const api = await openTestApi();
    const bytes = await sharp(await drawJpeg())
      .toFormat(format)
      .toBuffer();
    const { type } = await (await upload(api, fileForm(bytes))).json();
    expect(type).toBe(`image/${format}`);
  });

  it('answers the same address for the same bytes', async () => {
    const api = await openTestApi();
    const bytes = await drawJpeg();
    const [first, second] = [
      await upload(api, fileForm(bytes)),
      await upload(api, fileForm(bytes, { name: 'b.png' })),
    ];
    expect(second.status).toBe(201);
    expect((await second.json()).url).toBe((await first.json()).url);
  });

  it('believes the bytes, not the declared type and name', async () => {
    const api = await openTestApi();
    const form = fileForm(await drawJpeg(), { name: '../../etc/passwd\r\nx: y', type: 'text/html' });
    const { url, type } = await (await upload(api, form)).json();
    expect([url, type]).toEqual([expect.stringMatching(/^\/uploads\/[0-9a-f]{32}\.jpg$/), 'image/jpeg']);
  });

  it('ignores other fields of the form', async () => {
    const api = await openTestApi();
    const form = fileForm(await drawJpeg());
    form.set('alt', 'a red field');
    expect((await upload(api, form)).status).toBe(201);
  });

  it('makes the variants after the answer', async () => {
    const api = await openTestApi();
    const { url } = await (await upload(api, fileForm(await drawJpeg({ width: 900, height: 600 })))).json();
    await api.variants.idle();
    const { variants } = (await api.store.uploads.find(url)) ?? {};
    expect(variants?.map(({ width }) => width)).toContain(480);
  });

  it('gives the first answer again for the same Idempotency-Key, whatever the boundary of the form', async () => {
    const api = await openTestApi();
    const bytes = await drawJpeg();
    const headers = { 'Idempotency-Key': 'picture-1' };
    const first = await upload(api, fileForm(bytes), headers);
    const second = await upload(api, fileForm(bytes), headers);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await second.json()).toEqual(await first.json());
  });

  it('answers 422 for the same Idempotency-Key with another picture', async () => {
    const api = await openTestApi();
    const headers = { 'Idempotency-Key': 'picture-1' };
    await upload(api, fileForm(await drawJpeg()), headers);
    expect((await upload(api, fileForm(await drawJpeg({ width: 65 })), headers)).status).toBe(422);
  });
});

describe('an upload that is refused stores nothing and answers', () => {
  it('400 for a form without the field file', async () => {
    const api = await openTestApi();
    const response = await upload(api, fileForm(await drawJpeg(), { field: 'picture' }));
    expect(response.status).toBe(400);
    expect((await response.json()).detail).toContain('"file"');
    expect(await storedPictures(api)).toEqual([]);
  });

  it('400 when file is a text', async () => {
    const api = await openTestApi();
    const form = new FormData();
    form.set('file', 'a text');
    expect((await upload(api, form)).status).toBe(400);
  });

  it('400 for two files', async () => {
    const api = await openTestApi();
    const form = fileForm(await drawJpeg());
    form.append('file', new File(['x'], 'x.jpg'));
    expect((await upload(api, form)).status).toBe(400);
    expect(await storedPictures(api)).toEqual([]);
  });

  it('400 for a form that breaks off', async () => {
    const api = await openTestApi();
    const body = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nabc';
    const response = await upload(api, body, { 'Content-Type': 'multipart/form-data; boundary=x' });
    expect(response.status).toBe(400);
  });

  it('400 for an empty body', async () => {
    const api = await openTestApi();
    const response = await upload(api, '', { 'Content-Type': 'multipart/form-data; boundary=x' });
    expect(response.status).toBe(400);
  });

  it.each([
    'image/jpeg',
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'text/plain',
  ])('415 for a body of type %s that is no form with a boundary', async (type) => {
    const api = await openTestApi();
    const response = await upload(api, new Uint8Array(await drawJpeg()), { 'Content-Type': type });
    expect(response.status).toBe(415);
  });

  it('413 for a file of one byte too many', async () => {
    const api = await openTestApi();
    const response = await upload(api, fileForm(new Uint8Array(maxUploadBytes + 1)));
    expect(response.status).toBe(413);
    expect(await storedPictures(api)).toEqual([]);
  });

  it('413 for a body of unannounced length, and does not read on', async () => {
    const api = await openTestApi();
    const { body, asked } = endlessBody();
    const response = await upload(api, body, { 'Content-Type': 'multipart/form-data; boundary=x' });
    expect(response.status).toBe(413);
    expect(asked.megabytes).toBeLessThan(10);
  });

  it('413 at once for a body that is announced too long', async () => {
    const api = await openTestApi();
    const { body, asked } = endlessBody();
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': '99999999' };
    expect((await upload(api, body, headers)).status).toBe(413);
    expect(asked.megabytes).toBeLessThan(2);
  });

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['a PDF', '%PDF-1.7\n'],
    ['nothing', ''],
  ])('415 for %s that is called a JPEG', async (_, text) => {
    const api = await openTestApi();
    expect((await upload(api, fileForm(new TextEncoder().encode(text)))).status).toBe(415);
    expect(await storedPictures(api)).toEqual([]);
  });

  it('422 for a picture that is cut off', async () => {
    const api = await openTestApi();
    const bytes = await drawJpeg({ width: 600, height: 400 });
    expect((await upload(api, fileForm(bytes.subarray(0, bytes.length / 2)))).status).toBe(422);
    expect(await storedPictures(api)).toEqual([]);
  });

  it('422 for more than 50 megapixels', async () => {
    const api = await openTestApi();
    const bytes = await sharp({ create: { width: 10_000, height: 5_001, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    expect((await upload(api, fileForm(bytes))).status).toBe(422);
  });

  it('401 without a token, before the body is looked at', async () => {
    const api = await openTestApi();
    const response = await api.call('/api/v1/upload', { body: 'no form', fromOwnPage: true });
    expect(response.status).toBe(401);
  });

  it('403 with a token that may not upload', async () => {
    const api = await openTestApi();
    const token = await api.tokenWith('read', 'write', 'curation');
    expect((await api.call('/api/v1/upload', { body: fileForm(await drawJpeg()), token })).status).toBe(403);
  });
});
