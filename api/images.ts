import { createHash, randomUUID } from 'node:crypto';
import { access, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { Problem } from '../data/errors.ts';
import type { Upload, Variant } from '../data/uploads.ts';
import { withPictureBlocksOnly } from './gif-blocks.ts';
import { meanColour } from './mean-colour.ts';
import { withoutTexts } from './png-texts.ts';

/** The largest picture that is accepted, in bytes (Spec 8: 5 MB). */
export const maxUploadBytes = 5 * 1024 * 1024;

/** What is known of a picture once its file stands in the folder. */
type StoredImage = Omit<Upload, 'variants' | 'colour' | 'createdAt'>;

/** What must be known of an upload to make its variants. */
type VariantSource = Pick<Upload, 'url' | 'width' | 'height' | 'animated'>;

/** Pictures kept as files named by their content. Files are never changed or removed: addresses stay good for ever. */
export interface ImageStore {
  /**
   * Proves by decoding that the bytes are a JPEG, PNG, WebP or GIF and keeps a clean copy: upright, in sRGB, without any
   * metadata or foreign bytes. Animations stay animated, but for animated PNG, of which the first frame is kept.
   * @throws Problem `too-large`, `unsupported-type` (another format), `invalid` (damaged, or too many pixels), `unavailable`
   * (too many are waiting).
   */
  store(bytes: Uint8Array): Promise<StoredImage>;
  /**
   * Makes the smaller and better compressed forms for pages and answers all of them, each type from narrow to wide.
   * Those that exist are kept. Animated pictures have none; pictures narrow enough for any page have one.
   */
  makeVariants(upload: VariantSource): Promise<Variant[]>;
  /** The mean colour of a picture (of its first frame) as `#rrggbb`; empty when it is partly transparent. */
  measureColour(upload: Pick<Upload, 'url'>): Promise<string>;
}

type Format = 'jpeg' | 'png' | 'webp' | 'gif';

const EXTENSIONS = { jpeg: 'jpg', png: 'png', webp: 'webp', gif: 'gif' } as const;
const VARIANT_WIDTHS = [480, 800, 1200, 1600];
/** WebP cannot be higher. */
const MAX_VARIANT_HEIGHT = 16_383;
/** In a picture, or in all frames of an animation together. */
const MAX_PIXELS = 50_000_000;
/** What JPEG and GIF can hold. One row of a PNG 50 million pixels wide (6 KB of file) takes 1.8 GB to work on. */
const MAX_SIDE = 65_535;
const MAX_FRAMES = 1_000;
/** For pixels that have to be held all at once, beside some 30 MB for everything else. */
const MAX_HELD_BYTES = 150_000_000;
/**
 * What is read and written in one piece takes time as well as memory. A WebP (all frames together) takes 30 ms a megapixel
 * and 100 ms a megabyte of file. Of a GIF one frame after another is in memory, and none is packed anew.
 */
const MAX_WEBP_PIXELS = 12_500_000;
const MAX_TRANSPARENT_WEBP_PIXELS = 8_000_000;
const MAX_GIF_PIXELS = 8_000_000;
/** The best Huffman codes take 6 bytes a pixel until all are known, and save a quarter of the file. */
const MAX_OPTIMISED_PIXELS = 15_000_000;
const MAX_ENCODING_SECONDS = 10;
/** Pictures that wait to be stored; each takes a quarter of a second or so. */
const MAX_WAITING = 64;
/** Stricter than `truncated`, and not `warning`, which refuses photographs that every browser shows. */
const decoding: SharpOptions = { failOn: 'error', limitInputPixels: MAX_PIXELS };

/**
 * Opens the folder of pictures, which is made when the first one is stored.
 *
 * One picture is stored and one set of variants made at a time: decoding is what costs memory and processor time, and
 * readers must not wait because somebody uploads a hundred photographs.
 */
export function createImageStore({ folder }: { folder: string }): ImageStore {
  sharp.concurrency(1);
  sharp.cache(false);
  const storing = createQueue(MAX_WAITING);
  const making = createQueue();
  return {
    store: (bytes) => storing(() => storeImage(folder, bytes)),
    makeVariants: (upload) => making(() => makeVariants(folder, upload)),
    measureColour: ({ url }) => making(() => meanColour(fileOf(folder, url))),
  };
}

function createQueue(maxLength = Number.POSITIVE_INFINITY): <T>(job: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let length = 0;
  return (job) => {
    if (length >= maxLength)
      return Promise.reject(
        new Problem('unavailable', 'Too many pictures are waiting to be stored. Try again in a moment.'),
      );
    length++;
    const result = last.then(job).finally(() => {
      length--;
    });
    last = result.catch(() => {});
    return result;
  };
}

async function storeImage(folder: string, bytes: Uint8Array): Promise<StoredImage> {
  if (bytes.length > maxUploadBytes) throw new Problem('too-large', 'A picture may have at most 5 MB.');
  const format = formatOf(bytes);
  // The name comes from the bytes that were sent, not from the file that is written: the same picture keeps its address
  // when a later release compresses differently. 128 bits of the hash are enough for nobody to find two that meet.
  const name = `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.${EXTENSIONS[format]}`;
  const file = join(folder, name);
  if (!(await exists(file))) await writeAtomically(file, await cleanCopy(bytes, format));
  return { url: `/uploads/${name}`, ...(await describe(file, format)) };
}

/** By the signature in the first bytes, so that no decoder of another format (SVG, TIFF, HEIF …) ever sees an upload. */
function formatOf(bytes: Uint8Array): Format {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (/^RIFF.{4}WEBP/s.test(start)) return 'webp';
  if (/^GIF8[79]a/.test(start)) return 'gif';
  throw new Problem('unsupported-type', 'The file is not a JPEG, PNG, WebP or GIF picture.');
}

async function cleanCopy(sent: Uint8Array, format: Format): Promise<Buffer> {
  const bytes = format === 'png' ? withoutTexts(sent) : sent;
  try {
    const metadata = await sharp(bytes, { ...decoding, limitInputPixels: false }).metadata();
    checkSize(metadata);
    if (format === 'gif') return await cleanGif(bytes, metadata);
    const picture = isAnimated(metadata)
      ? sharp(bytes, { ...decoding, animated: true })
      : sharp(bytes, decoding).autoOrient();
    return await encode(
      picture.toColourspace('srgb').timeout({ seconds: MAX_ENCODING_SECONDS }),
      metadata,
    ).toBuffer();
  } catch (error) {
    throw error instanceof Problem ? error : damaged(error);
  }
}

/** Every frame is decoded, to prove that it can be. */
async function cleanGif(
  bytes: Uint8Array,
  { width, height, pageHeight = height }: Metadata,
): Promise<Buffer> {
  const gif = withPictureBlocksOnly(bytes, { width, height: pageHeight });
  const frames = sharp(gif, { ...decoding, animated: true }).timeout({ seconds: MAX_ENCODING_SECONDS });
  await frames.resize({ width: 1, kernel: 'nearest' }).raw().toBuffer();
  return gif;
}

/** From the header alone, before a pixel is decoded. */
function checkSize(metadata: Metadata): void {
  const { width, height, pages = 1, pageHeight = height } = metadata;
  const pixels = width * pageHeight;
  if (pixels > MAX_PIXELS) throw new Problem('invalid', 'A picture may have at most 50 megapixels.');
  if (Math.max(width, pageHeight) > MAX_SIDE)
    throw new Problem('invalid', 'A picture may be at most 65,535 pixels wide and high.');
  if (pages > MAX_FRAMES) throw new Problem('invalid', 'An animation may have at most 1,000 frames.');
  const { still, inAll } = pixelLimits(metadata);
  if (pixels > still)
    throw new Problem(
      'invalid',
      `A picture of this kind may have at most ${megapixels(still)} megapixels. ` +
        'A JPEG that is not progressive or a PNG that is not interlaced may have 50.',
    );
  if (pixels * pages > inAll)
    throw new Problem(
      'invalid',
      `An animation of this kind may have at most ${megapixels(inAll)} megapixels in all its frames together.`,
    );
}

/**
 * How many pixels a frame may have, and all frames together. Plain JPEG and PNG are read and written in strips; of all
 * others the whole picture is in memory at once, some of them more than once.
 */
function pixelLimits(metadata: Metadata): { still: number; inAll: number } {
  const { format, channels, depth, isProgressive, hasAlpha } = metadata;
  if (format === 'gif') return { still: MAX_GIF_PIXELS, inAll: MAX_PIXELS };
  if (format === 'webp') return alike(hasAlpha ? MAX_TRANSPARENT_WEBP_PIXELS : MAX_WEBP_PIXELS);
  if (!isProgressive) return alike(MAX_PIXELS);
  return alike(MAX_HELD_BYTES / (channels * (format === 'jpeg' || depth === 'ushort' ? 2 : 1)));
}

function alike(pixels: number): { still: number; inAll: number } {
  return { still: pixels, inAll: pixels };
}

function megapixels(pixels: number): number {
  return Math.floor(pixels / 1e5) / 10;
}

function encode(picture: Sharp, { format, width, height }: Metadata): Sharp {
  switch (format) {
    case 'jpeg':
      return picture.jpeg({ quality: 90, optimiseCoding: width * height <= MAX_OPTIMISED_PIXELS });
    case 'png':
      return picture.png();
    default:
      // More effort saves 7 % of a picture with few details and nothing of one with many, for a third more time.
      return picture.webp({ quality: 85, effort: 0 });
  }
}

function damaged(cause: unknown): Problem {
  const problem = new Problem('invalid', 'The picture is damaged: it cannot be decoded to its end.');
  problem.cause = cause;
  return problem;
}

async function describe(file: string, format: Format): Promise<Omit<StoredImage, 'url'>> {
  const [metadata, { size }] = await Promise.all([sharp(file).metadata(), stat(file)]);
  const { width, height, pageHeight = height } = metadata;
  return { width, height: pageHeight, type: `image/${format}`, bytes: size, animated: isAnimated(metadata) };
}

function isAnimated({ pages = 1 }: Metadata): boolean {
  return pages > 1;
}

async function makeVariants(folder: string, upload: VariantSource): Promise<Variant[]> {
  const variants = plannedVariants(upload);
  const present = await Promise.all(variants.map((variant) => exists(fileOf(folder, variant.url))));
  const missing = variants.filter((_, index) => !present[index]);
  if (missing.length === 0) return variants;

  // Decoded once at the largest width that is needed; all are made from that.
  const { data, info } = await sharp(fileOf(folder, upload.url), decoding)
    .resize({ width: Math.max(...missing.map((variant) => variant.width)) })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  for (const { url, width, type } of missing)
    await writeAtomically(fileOf(folder, url), await compress(sharp(data, { raw }).resize({ width }), type));
  return variants;
}

function plannedVariants({ url, width, height, animated }: VariantSource): Variant[] {
  if (animated) return [];
  const narrowest = Math.min(...VARIANT_WIDTHS);
  const widest = Math.min(width, Math.max(...VARIANT_WIDTHS));
  const widths = [...VARIANT_WIDTHS.filter((candidate) => candidate < widest), widest];
  const types = width <= narrowest ? (['webp'] as const) : (['webp', 'avif'] as const);
  const stem = url.slice(0, -extname(url).length);
  return types.flatMap((type) =>
    widths
      .filter((candidate) => (height * candidate) / width <= MAX_VARIANT_HEIGHT)
      .map((candidate) => ({
        url: `${stem}-${candidate}.${type}`,
        width: candidate,
        type: `image/${type}` as const,
      })),
  );
}

function compress(picture: Sharp, type: Variant['type']): Promise<Buffer> {
  // AVIF at its default effort costs ten times as much for a fifth less; the server has readers to answer meanwhile.
  const encoded =
    type === 'image/webp' ? picture.webp({ quality: 78 }) : picture.avif({ quality: 52, effort: 1 });
  return encoded.toBuffer();
}

function fileOf(folder: string, url: string): string {
  return join(folder, basename(url));
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** A reader finds the whole file or none, even after a power cut. Names that begin with a dot are never served. */
async function writeAtomically(file: string, bytes: Buffer): Promise<void> {
  const folder = dirname(file);
  await mkdir(folder, { recursive: true });
  const temporary = join(folder, `.${basename(file)}.${randomUUID()}`);
  try {
    await writeFile(temporary, bytes, { flag: 'wx', flush: true });
    await rename(temporary, file);
  } finally {
    await rm(temporary, { force: true });
  }
}
