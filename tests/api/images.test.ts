import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createImageStore, type ImageStore, maxUploadBytes } from '../../api/images.ts';
import { processorMs } from '../support/processor-time.ts';

let folder: string;
let images: ImageStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkstone-images-'));
  images = createImageStore({ folder });
});
afterEach(() => rm(folder, { recursive: true }));

const fileOf = (url: string) => join(folder, url.replace('/uploads/', ''));
const stored = async (bytes: Uint8Array) => readFile(fileOf((await images.store(bytes)).url));

function picture(width = 60, height = 40) {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#a33',
      noise: { type: 'gaussian', mean: 120, sigma: 30 },
    },
  });
}

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a33' } });

/** Frames of one colour each, in turn red, green and blue. */
function animation(format: 'gif' | 'webp', size = 20, frames = 3) {
  const pixels = Buffer.alloc(size * size * frames * 3);
  for (let frame = 0; frame < frames; frame++) {
    const colour = Buffer.from([0, 1, 2].map((channel) => (frame % 3 === channel ? 255 : 0)));
    pixels.fill(colour, frame * size * size * 3, (frame + 1) * size * size * 3);
  }
  const raw = { width: size, height: size * frames, channels: 3 as const, pageHeight: size };
  return sharp(pixels, { raw })
    [format]({ delay: Array<number>(frames).fill(120), loop: 3, effort: 1 })
    .toBuffer();
}

/** A PNG whose header promises far more pixels than its few bytes could ever need to. */
function pngClaiming(width: number, height: number) {
  const header = Buffer.alloc(25);
  header.writeUInt32BE(13, 0);
  header.write('IHDR', 4);
  header.writeUInt32BE(width, 8);
  header.writeUInt32BE(height, 12);
  header.set([8, 2, 0, 0, 0], 16);
  header.writeUInt32BE(crc32(header.subarray(4, 21)), 21);
  const nothing = Buffer.from('0000000a4944415478da63000100000500010d0a2db40000000049454e44ae426082', 'hex');
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), header, nothing]);
}

describe('storing a picture', () => {
  it.each([
    ['jpeg', 'jpg'],
    ['png', 'png'],
    ['webp', 'webp'],
    ['gif', 'gif'],
  ] as const)('keeps a %s in its own format and describes the file', async (format, extension) => {
    const upload = await images.store(await picture()[format]().toBuffer());
    const file = fileOf(upload.url);
    expect(upload).toEqual({
      url: expect.stringMatching(new RegExp(`^/uploads/[0-9a-f]{32}\\.${extension}$`)),
      width: 60,
      height: 40,
      type: `image/${format}`,
      bytes: (await stat(file)).size,
      animated: false,
    });
    expect(await sharp(file).metadata()).toMatchObject({ format, width: 60, height: 40 });
  });

  it('gives the same bytes the same address and does not write them again', async () => {
    const bytes = await picture().png().toBuffer();
    const first = await images.store(bytes);
    const { mtimeMs, ino } = await stat(fileOf(first.url));
    const again = await Promise.all([images.store(bytes), createImageStore({ folder }).store(bytes)]);
    expect(again).toEqual([first, first]);
    expect(await stat(fileOf(first.url))).toMatchObject({ mtimeMs, ino });
  });

  it('leaves nothing but finished files in the folder', async () => {
    const bytes = await picture().png().toBuffer();
    await Promise.allSettled([
      images.store(bytes),
      images.store(bytes.subarray(0, 900)),
      images.store(bytes),
    ]);
    expect(await readdir(folder)).toHaveLength(1);
  });

  it('turns a picture upright and forgets where it was taken', async () => {
    const bytes = await picture()
      .withExif({ IFD0: { Copyright: 'secret' }, IFD3: { GPSLatitude: '51/1 30/1 3/1' } })
      .withMetadata({ orientation: 6 })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">secret</x:xmpmeta>')
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    expect(await sharp(bytes).metadata()).toMatchObject({ orientation: 6, exif: expect.anything() });
    const upload = await images.store(bytes);
    expect(upload).toMatchObject({ width: 40, height: 60 });
    const metadata = await sharp(fileOf(upload.url)).metadata();
    for (const key of ['orientation', 'exif', 'xmp', 'iptc', 'icc'] as const)
      expect(metadata[key]).toBeUndefined();
    expect((await readFile(fileOf(upload.url))).includes('secret')).toBe(false);
  });

  it('converts wide-gamut, sixteen-bit and printing colours to sRGB', async () => {
    const red = sharp({ create: { width: 8, height: 8, channels: 3, background: '#f00' } });
    const inputs = [
      await red.clone().toColourspace('cmyk').jpeg().toBuffer(),
      await red.clone().withIccProfile('p3').png().toBuffer(),
      await red.clone().toColourspace('rgb16').png().toBuffer(),
    ];
    for (const input of inputs) {
      const { data, info } = await sharp(await stored(input))
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect(info.channels).toBe(3);
      expect(data[0]).toBeGreaterThan(225);
      expect(data[1]).toBeLessThan(45);
    }
  });

  it.each(['gif', 'webp'] as const)('keeps an animated %s moving', async (format) => {
    const upload = await images.store(await animation(format));
    expect(upload).toMatchObject({ width: 20, height: 20, animated: true, type: `image/${format}` });
    expect(await sharp(fileOf(upload.url)).metadata()).toMatchObject({
      pages: 3,
      delay: [120, 120, 120],
      loop: 3,
    });
  });

  it('lets nothing foreign behind or inside a picture survive', async () => {
    const script = Buffer.from('<script>alert(1)</script>PK\x03\x04');
    const jpeg = await picture().jpeg().toBuffer();
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, script.length + 2]), script]);
    for (const input of [
      Buffer.concat([jpeg, script]),
      Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]),
      Buffer.concat([await picture().png().toBuffer(), script]),
      Buffer.concat([await animation('gif'), script]),
    ])
      expect((await stored(input)).includes('<script>')).toBe(false);
  });
});

describe('refusing what is no picture', () => {
  it.each([
    ['nothing', ''],
    ['text', 'hello'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'],
    ['PDF', '%PDF-1.7'],
    ['RIFF that is sound', 'RIFF\x24\0\0\0WAVEfmt '],
  ])('refuses %s by its content', async (_, text) => {
    await expect(images.store(Buffer.from(text, 'latin1'))).rejects.toMatchObject({
      kind: 'unsupported-type',
    });
  });

  it.each(['avif', 'tiff'] as const)('refuses %s', async (format) => {
    const bytes = await picture()[format]().toBuffer();
    await expect(images.store(bytes)).rejects.toMatchObject({ kind: 'unsupported-type' });
  });

  it.each(['jpeg', 'png', 'webp', 'gif'] as const)('refuses a truncated %s', async (format) => {
    const bytes = await picture(200, 200)[format]().toBuffer();
    for (const part of [0.2, 0.6, 0.9])
      await expect(images.store(bytes.subarray(0, bytes.length * part))).rejects.toMatchObject({
        kind: 'invalid',
      });
    expect(await readdir(folder)).toEqual([]);
  });

  it('refuses a picture with a wrong checksum', async () => {
    const bytes = await picture().png().toBuffer();
    bytes.writeUInt8(bytes.readUInt8(100) ^ 0xff, 100);
    await expect(images.store(bytes)).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('refuses something that only begins like a picture', async () => {
    for (const signature of ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'RIFF\x10\0\0\0WEBP', 'GIF89a'])
      await expect(
        images.store(Buffer.from(`${signature}<svg xmlns="http://www.w3.org/2000/svg"/>`, 'latin1')),
      ).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('does not unpack the gigabytes of text that a small PNG can hold', { timeout: 5000 }, async () => {
    const plain = await picture().png().toBuffer();
    const end = plain.length - 12;
    const data = Buffer.concat([Buffer.from('zTXtk\0\0', 'latin1'), deflateSync(Buffer.alloc(50 << 20))]);
    const text = Buffer.alloc(data.length + 8);
    text.writeUInt32BE(data.length - 4);
    text.set(data, 4);
    text.writeUInt32BE(crc32(data), data.length + 4);
    const bomb = Buffer.concat([plain.subarray(0, end), ...Array(90).fill(text), plain.subarray(end)]);
    const started = performance.now();
    expect(await images.store(bomb)).toMatchObject({ width: 60, height: 40 });
    expect(performance.now() - started).toBeLessThan(1000);
  });

  it('refuses more than five megabytes', async () => {
    await expect(images.store(Buffer.alloc(maxUploadBytes + 1))).rejects.toMatchObject({ kind: 'too-large' });
  });

  it('refuses more than fifty megapixels without decoding them', async () => {
    const ms = await processorMs(async () => {
      for (const bytes of [pngClaiming(8_000, 6_251), pngClaiming(60_000, 60_000)])
        await expect(images.store(bytes)).rejects.toMatchObject({
          kind: 'invalid',
          detail: expect.stringContaining('50 megapixels'),
        });
    });
    expect(ms).toBeLessThan(1000);
  });

  it('refuses an animation with too many frames or pixels', async () => {
    await expect(images.store(await animation('gif', 2, 1_001))).rejects.toMatchObject({
      detail: expect.stringContaining('1,000 frames'),
    });
    await expect(images.store(await animation('gif', 750, 90))).rejects.toMatchObject({
      detail: expect.stringContaining('50 megapixels in all its frames'),
    });
    await expect(images.store(await animation('webp', 1_200, 9))).rejects.toMatchObject({
      detail: expect.stringContaining('12.5 megapixels in all its frames'),
    });
  });

  it('refuses a side that no JPEG or GIF could have', async () => {
    for (const bytes of [pngClaiming(65_536, 1), pngClaiming(1, 50_000_000)])
      await expect(images.store(bytes)).rejects.toMatchObject({
        kind: 'invalid',
        detail: expect.stringContaining('65,535'),
      });
    expect(await images.store(await picture(65_500, 1).png().toBuffer())).toMatchObject({ width: 65_500 });
  });

  it.each([
    ['a WebP', 12.5, flat(4_200, 3_000).webp({ lossless: true, effort: 0 })],
    ['a GIF', 8, flat(3_200, 2_600).gif({ effort: 1 })],
    ['a progressive JPEG', 25, flat(6_000, 4_500).jpeg({ progressive: true })],
  ])('refuses %s of more megapixels than are worked on in one piece', async (_, megapixels, made) => {
    await expect(images.store(await made.toBuffer())).rejects.toMatchObject({
      kind: 'invalid',
      detail: expect.stringContaining(`at most ${megapixels} megapixels`),
    });
  });

  it('takes a JPEG that is read in strips whatever its size', { timeout: 30_000 }, async () => {
    const large = await flat(8_000, 6_000).jpeg().toBuffer();
    expect(await images.store(large)).toMatchObject({ width: 8_000, height: 6_000 });
  });

  it('goes on with the next picture after a refused one', async () => {
    const results = await Promise.allSettled([
      images.store(Buffer.from('no picture')),
      images.store(await picture().jpeg().toBuffer()),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });

  it('lets only so many wait', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 70 }, () => images.store(Buffer.from('no picture'))),
    );
    const kinds = results.map((result) => result.status === 'rejected' && result.reason.kind);
    expect(kinds.filter((kind) => kind === 'unavailable')).toHaveLength(6);
    await expect(images.store(await picture().jpeg().toBuffer())).resolves.toMatchObject({ width: 60 });
  });
});

describe('making variants', () => {
  const widthsOf = (variants: { url: string; width: number; type: string }[], type: string) =>
    variants.filter((variant) => variant.type === type).map(({ width }) => width);

  it.each([
    [2000, [480, 800, 1200, 1600]],
    [1600, [480, 800, 1200, 1600]],
    [1000, [480, 800, 1000]],
    [481, [480, 481]],
  ])('of a picture %i wide makes both types in the widths that pages ask for', async (width, widths) => {
    const upload = await images.store(await picture(width, 100).jpeg().toBuffer());
    const variants = await images.makeVariants(upload);
    expect(widthsOf(variants, 'image/webp')).toEqual(widths);
    expect(widthsOf(variants, 'image/avif')).toEqual(widths);
    for (const variant of variants) {
      const stem = upload.url.replace('.jpg', '');
      expect(variant.url).toBe(`${stem}-${variant.width}.${variant.type.replace('image/', '')}`);
      const { width: actual, format } = await sharp(fileOf(variant.url)).metadata();
      expect([actual, format]).toEqual([variant.width, variant.type === 'image/avif' ? 'heif' : 'webp']);
    }
  });

  it('makes one for a picture that is narrow already and none for an animation', async () => {
    const narrow = await images.store(await picture(300, 200).png().toBuffer());
    expect(await images.makeVariants(narrow)).toEqual([
      { url: narrow.url.replace('.png', '-300.webp'), width: 300, type: 'image/webp' },
    ]);
    expect(await images.makeVariants(await images.store(await animation('gif')))).toEqual([]);
  });

  it('makes only those that a format can hold of a very high picture', async () => {
    const tall = { width: 600, height: 20_000, channels: 3 as const, background: '#456' };
    const upload = await images.store(await sharp({ create: tall }).png().toBuffer());
    expect(widthsOf(await images.makeVariants(upload), 'image/webp')).toEqual([480]);
  });

  it('keeps transparency', async () => {
    const clear = sharp({ create: { width: 500, height: 20, channels: 4, background: '#0000' } });
    const upload = await images.store(await clear.png().toBuffer());
    for (const { url } of await images.makeVariants(upload))
      expect(await sharp(fileOf(url)).stats()).toMatchObject({ isOpaque: false });
  });

  it('makes what is missing and leaves what is there', async () => {
    const upload = await images.store(await picture(900, 100).webp().toBuffer());
    const variants = await images.makeVariants(upload);
    const [lost = '', ...kept] = variants.map(({ url }) => fileOf(url));
    const inodes = async () => Promise.all(kept.map(async (file) => (await stat(file)).ino));
    const before = await inodes();
    await rm(lost);
    expect(await images.makeVariants(upload)).toEqual(variants);
    expect(await inodes()).toEqual(before);
    expect((await stat(lost)).size).toBeGreaterThan(0);
  });
});
