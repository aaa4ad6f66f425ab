import sharp from 'sharp';

/** How far a picture is shrunk before its colours are averaged; decoders do most of that while they decode. */
const SIDE = 32;
const OPAQUE = 255;

/** The mean colour of a picture file as `#rrggbb`, of an animation that of its first frame; empty when it is partly transparent. */
export async function meanColour(file: string): Promise<string> {
  const pixels = await sharp(file)
    .resize({ width: SIDE, height: SIDE, fit: 'fill' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer();
  const [red, green, blue, alpha] = [0, 1, 2, 3].map((channel) => meanOf(pixels, channel));
  if (alpha !== OPAQUE) return '';
  return `#${[red, green, blue].map((value = 0) => value.toString(16).padStart(2, '0')).join('')}`;
}

function meanOf(pixels: Buffer, channel: number): number {
  let sum = 0;
  for (let at = channel; at < pixels.length; at += 4) sum += pixels[at] ?? 0;
  return Math.floor((sum * 4) / pixels.length);
}
