import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { pngChunk } from '../support/png-chunk.ts';

/** One file that somebody sends as a picture. */
export interface Attempt {
  what: string;
  bytes: Uint8Array;
  /** The answer: stored, or refused as no picture (415), as too large (413), as damaged or too much work (422). */
  status: 201 | 413 | 415 | 422;
}

/** What no stored picture may hold. */
export const MARK = '<script>hit(1)</script>';
const MARKED = Buffer.from(`${MARK}PK\x03\x04\x14\0<?php hit(1) ?>%PDF-1.7\n#!/bin/sh`, 'latin1');

const latin1 = (text: string) => Buffer.from(text, 'latin1');

interface PngShape {
  width: number;
  height: number;
  depth?: number;
  colourType?: 0 | 2 | 6;
  /** Chunks between the header and the pixels. */
  extra?: Buffer[];
  /** What stands where the pixels should; a picture of zeros unless given. */
  data?: Buffer;
}

/** A PNG as small as a picture of these measures can be. */
function png({ width, height, depth = 1, colourType = 0, extra = [], data }: PngShape): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([depth, colourType, 0, 0, 0], 8);
  const bitsPerPixel = depth * { 0: 1, 2: 3, 6: 4 }[colourType];
  const pixels = () => deflateSync(Buffer.alloc((Math.ceil((width * bitsPerPixel) / 8) + 1) * height));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    ...extra,
    pngChunk('IDAT', data ?? pixels()),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A GIF of frames that are one pixel each, on a canvas of any size. */
function gif(width: number, height: number, frames: number): Buffer {
  const frame = Buffer.from('21f9040405000000' + '2c000000000100010000' + '0202440100', 'hex');
  const measures = Buffer.alloc(4);
  measures.writeUInt16LE(width);
  measures.writeUInt16LE(height, 2);
  const palette = Buffer.from('800000000000ffffff', 'hex');
  return Buffer.concat([
    latin1('GIF89a'),
    measures,
    palette,
    ...Array<Buffer>(frames).fill(frame),
    latin1(';'),
  ]);
}

const flat = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 170, g: 50, b: 50, alpha: 0.5 } } });

/** What looks like a photograph to an encoder, the more so the more details it has. */
async function photograph(width: number, height: number, details = 80) {
  const seed = { width: details, height: Math.round(details * 0.78), channels: 3 as const };
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const small = await sharp({ create: { ...seed, background: '#888', noise } })
    .raw()
    .toBuffer();
  return sharp(small, { raw: seed }).resize(width, height, { fit: 'fill', kernel: 'cubic' });
}

/** Photographs one after another, as an animation. */
async function frames(side: number, count: number, details: number) {
  const one = () => photograph(side, side, details).then((picture) => picture.raw().toBuffer());
  const all = Buffer.concat(await Promise.all(Array.from({ length: count }, one)));
  const raw = { width: side, height: side * count, channels: 3 as const, pageHeight: side };
  return sharp(all, { raw });
}

const WITH_EVERYTHING = {
  exif: {
    IFD0: { Copyright: MARK, ImageDescription: MARK, Artist: 'Somebody at home' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '37/1 33/1 58/1', GPSLongitude: '126/1 58/1 40/1' },
  },
  xmp: `<x:xmpmeta xmlns:x="adobe:ns:meta/">${MARK}</x:xmpmeta>`,
  icc: 'p3',
};

/** The four formats, small and honest. */
async function samples(): Promise<Record<'jpeg' | 'png' | 'webp' | 'gif', Buffer>> {
  const picture = await photograph(300, 200);
  return {
    jpeg: await picture.clone().jpeg().toBuffer(),
    png: await picture.clone().png().toBuffer(),
    webp: await picture.clone().webp().toBuffer(),
    gif: await picture.clone().gif().toBuffer(),
  };
}

async function truncated(): Promise<Attempt[]> {
  return Object.entries(await samples()).flatMap(([format, bytes]) =>
    [0.1, 0.3, 0.5, 0.7, 0.9].map((part) => ({
      what: `${format}, cut off after ${part * 100} %`,
      bytes: bytes.subarray(0, bytes.length * part),
      status: 422 as const,
    })),
  );
}

async function polyglots(): Promise<Attempt[]> {
  const { jpeg, png: plainPng, webp, gif: plainGif } = await samples();
  const inComment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, MARKED.length + 2]), MARKED]);
  const inBlock = Buffer.concat([Buffer.from([0x21, 0xfe, MARKED.length]), MARKED, Buffer.from([0])]);
  const withRiffChunk = Buffer.concat([webp, latin1('JUNK'), Buffer.alloc(4), MARKED]);
  withRiffChunk.writeUInt32LE(MARKED.length, webp.length + 4);
  withRiffChunk.writeUInt32LE(withRiffChunk.length - 8, 4);
  const end = plainPng.length - 12;
  const accepted: [string, Buffer][] = [
    ['JPEG with HTML in a comment', Buffer.concat([jpeg.subarray(0, 2), inComment, jpeg.subarray(2)])],
    ['JPEG with an archive behind it', Buffer.concat([jpeg, MARKED])],
    [
      'PNG with HTML in a chunk of its own',
      Buffer.concat([plainPng.subarray(0, end), pngChunk('teSt', MARKED), plainPng.subarray(end)]),
    ],
    [
      'PNG with HTML in a text',
      Buffer.concat([
        plainPng.subarray(0, end),
        pngChunk('tEXt', Buffer.concat([latin1('Comment\0'), MARKED])),
        plainPng.subarray(end),
      ]),
    ],
    ['PNG with an archive behind it', Buffer.concat([plainPng, MARKED])],
    [
      'GIF with HTML in a comment',
      Buffer.concat([plainGif.subarray(0, plainGif.length - 1), inBlock, latin1(';')]),
    ],
    ['GIF with a Java archive behind it', Buffer.concat([plainGif, MARKED])],
    ['WebP with HTML in a chunk', withRiffChunk],
    ['WebP with an archive behind it', Buffer.concat([webp, MARKED])],
  ];
  return accepted.map(([what, bytes]) => ({ what, bytes, status: 201 }));
}

async function withMetadata(): Promise<Attempt[]> {
  const { exif, xmp, icc } = WITH_EVERYTHING;
  const picture = (await photograph(300, 200)).withExif(exif).withXmp(xmp).withIccProfile(icc);
  const made: [string, Buffer][] = [
    ['JPEG with EXIF, GPS, XMP and a profile', await picture.clone().jpeg().toBuffer()],
    ['PNG with EXIF, GPS, XMP and a profile', await picture.clone().png().toBuffer()],
    ['WebP with EXIF, GPS, XMP and a profile', await picture.clone().webp().toBuffer()],
  ];
  return made.map(([what, bytes]) => ({ what, bytes, status: 201 }));
}

const inDisguise: Attempt[] = [
  ['HTML', '<!doctype html><script>hit(1)</script>', 415],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="hit(1)"/>', 415],
  ['XML', '<?xml version="1.0"?><x/>', 415],
  ['a script', '#!/bin/sh\n', 415],
  ['PDF', '%PDF-1.7', 415],
  ['an archive', 'PK\x03\x04', 415],
  ['a TIFF', 'II*\0\x08\0\0\0', 415],
  ['a BMP', 'BM\0\0\0\0', 415],
  ['an AVIF', '\0\0\0\x1cftypavif', 415],
  ['a sound in RIFF', 'RIFF\x24\0\0\0WAVEfmt ', 415],
  ['SVG behind the signature of a JPEG', '\xff\xd8\xff<svg xmlns="http://www.w3.org/2000/svg"/>', 422],
  ['SVG behind the signature of a PNG', '\x89PNG\r\n\x1a\n<svg xmlns="http://www.w3.org/2000/svg"/>', 422],
  ['HTML behind the signature of a GIF', 'GIF89a/*<svg/onload=hit(1)>*/=1;', 422],
  ['HTML behind the signature of a WebP', `RIFF\x10\0\0\0WEBP${MARK}`, 422],
].map(([what, text, status]) => ({
  what: String(what),
  bytes: latin1(String(text)),
  status: status as 415 | 422,
}));

const zeros = (megabytes: number) => deflateSync(Buffer.alloc(megabytes << 20), { level: 9 });

/** Some bytes that would be gigabytes of memory, or minutes of work. */
async function bombs(): Promise<Attempt[]> {
  const side = { width: 9000, height: 5500 };
  const text = pngChunk('zTXt', Buffer.concat([latin1('k\0\0'), zeros(50)]));
  const profile = pngChunk('iCCP', Buffer.concat([latin1('x\0\0'), zeros(300)]));
  const small = { width: 60, height: 40, depth: 8, colourType: 2 } as const;
  const made: [string, Buffer, Attempt['status']][] = [
    [
      'PNG of 3,600 megapixels, in its header only',
      png({ width: 60_000, height: 60_000, data: zeros(1) }),
      422,
    ],
    ['PNG of 100 megapixels', png({ width: 10_000, height: 10_000 }), 422],
    ['JPEG of 100 megapixels', await flat(10_000, 10_000).jpeg().toBuffer(), 422],
    [
      'WebP of 100 megapixels',
      await flat(10_000, 10_000).webp({ lossless: true, effort: 0 }).toBuffer(),
      422,
    ],
    ['PNG 50,000,000 pixels wide', png({ width: 50_000_000, height: 1 }), 422],
    ['PNG 50,000,000 pixels high', png({ width: 1, height: 50_000_000 }), 422],
    ['PNG with 4 GB of texts', png({ ...small, extra: Array<Buffer>(80).fill(text) }), 201],
    ['PNG with a colour profile of 300 MB', png({ ...small, extra: [profile] }), 201],
    [
      'PNG with fewer pixels than it promises',
      png({ ...small, width: 5000, height: 5000, data: zeros(1) }),
      422,
    ],
    ['PNG with more pixels than it promises', png({ ...small, data: zeros(500) }), 201],
    ['GIF of 10,000 frames', gif(10, 10, 10_000), 422],
    ['GIF of 200,000 frames', gif(10, 10, 200_000), 422],
    ['GIF of 10,000 frames on a canvas of 49 megapixels', gif(7000, 7000, 10_000), 422],
    ['GIF with one pixel on a canvas of 4,295 megapixels', gif(65_535, 65_535, 1), 201],
    ['WebP without losses, 49 megapixels in some bytes', await lossless(side, 3), 422],
    ['the same, half transparent', await lossless(side, 4), 422],
    ['GIF of 49 megapixels', await flat(9000, 5500).gif({ effort: 1 }).toBuffer(), 422],
    [
      'PNG of 49 megapixels, interlaced, 16 bits',
      await flat(9000, 5500, 4).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
      422,
    ],
    ['JPEG of 49 megapixels with 40,000 scans', await manyScans(), 422],
    ['more than 5 MB', Buffer.alloc(5 * 1024 * 1024 + 1, '\xff\xd8\xff', 'latin1'), 413],
  ];
  return made.map(([what, bytes, status]) => ({ what, bytes, status }));
}

const lossless = ({ width, height }: { width: number; height: number }, channels: 3 | 4) =>
  flat(width, height, channels).webp({ lossless: true, effort: 0 }).toBuffer();

/** A progressive JPEG whose last scan comes again and again, as long as the file may be. */
async function manyScans(): Promise<Buffer> {
  const jpeg = await flat(9000, 5500).jpeg({ progressive: true }).toBuffer();
  const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
  const times = Math.floor((5_200_000 - jpeg.length) / scan.length);
  return Buffer.concat([jpeg.subarray(0, -2), ...Array<Buffer>(times).fill(scan), jpeg.subarray(-2)]);
}

/** The most work that is accepted, format by format. */
async function largest(): Promise<Attempt[]> {
  const all: [string, Buffer][] = [
    ['JPEG of 49 megapixels', await (await photograph(8000, 6200)).jpeg({ quality: 60 }).toBuffer()],
    [
      'JPEG of 24 megapixels, progressive',
      await (await photograph(5500, 4500)).jpeg({ quality: 60, progressive: true }).toBuffer(),
    ],
    ['PNG of 49 megapixels', await flat(8000, 6200).png().toBuffer()],
    ['PNG of 49 megapixels, 16 bits', png({ width: 7000, height: 7000, depth: 16, colourType: 6 })],
    ['PNG of 18 megapixels, interlaced, 16 bits', await interlaced(4600, 4000)],
    ['WebP of 12 megapixels', await (await photograph(4100, 3040)).webp({ effort: 0 }).toBuffer()],
    [
      'WebP of 12 megapixels, animated',
      await frames(620, 32, 20).then((all) => all.webp({ effort: 0 }).toBuffer()),
    ],
    ['WebP of 8 megapixels, half transparent', await lossless({ width: 3200, height: 2490 }, 4)],
    ['GIF of 8 megapixels', await (await photograph(3200, 2490)).gif({ effort: 1, dither: 0 }).toBuffer()],
    ['GIF of 49 megapixels, animated', await animatedGif()],
    ['GIF of noise', await noisyGif()],
  ];
  return all.map(([what, bytes]) => ({ what, bytes, status: 201 }));
}

const animatedGif = async () => (await frames(350, 400, 1)).gif({ effort: 1, dither: 0 }).toBuffer();

/** Which no encoder could make smaller, however long it tried. */
const noisyGif = async () => (await frames(1200, 6, 16)).gif({ effort: 1, dither: 1 }).toBuffer();

const interlaced = (width: number, height: number) =>
  flat(width, height, 4).toColourspace('rgb16').png({ progressive: true }).toBuffer();

/** Every attempt, by the class that it belongs to. */
export async function pictureAttempts(): Promise<Record<string, Attempt[]>> {
  return {
    truncated: await truncated(),
    'two things at once': await polyglots(),
    'with metadata': await withMetadata(),
    'in disguise': inDisguise,
    bombs: await bombs(),
    'as large as is accepted': await largest(),
  };
}
