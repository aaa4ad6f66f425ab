import sharp, { type Sharp } from 'sharp';
import { grid } from './illustrations/grid.ts';
import { orbits } from './illustrations/orbits.ts';
import { createRandom, type Random } from './illustrations/random.ts';
import { type Draw, HEIGHT, toSvg, WIDTH } from './illustrations/shapes.ts';
import { strata } from './illustrations/strata.ts';
import { strokes } from './illustrations/strokes.ts';
import { tiles } from './illustrations/tiles.ts';
import { waves } from './illustrations/waves.ts';

const DRAWINGS = new Map<string, Draw>(
  Object.entries({ waves, grid, strata, orbits, strokes, tiles }).flatMap(([family, draws]) =>
    draws.map((draw, index) => [`${family}-${index + 1}`, draw] as const),
  ),
);

/** The names of all pictures that {@link drawIllustration} can draw. */
export const ILLUSTRATION_NAMES: readonly string[] = [...DRAWINGS.keys()];

/**
 * Draws one of the demo's pictures, 1600 x 1000 pixels as JPEG, WebP or PNG, always with the same bytes for the same name.
 * @throws RangeError for a name that is not one of {@link ILLUSTRATION_NAMES}.
 */
export async function drawIllustration(name: string): Promise<Buffer> {
  const draw = DRAWINGS.get(name);
  if (!draw) throw new RangeError(`There is no illustration named "${name}".`);
  const random = createRandom(name);
  const composition = draw(random);
  const picture = sharp(Buffer.from(toSvg(composition)));
  if (composition.flat) return picture.png({ palette: true, colours: 64, dither: 0, effort: 4 }).toBuffer();
  const grained = picture.composite([
    { ...(await blotches(random)), blend: 'soft-light' },
    { ...grain(random), tile: true, blend: 'soft-light' },
  ]);
  return encode(grained, name).toBuffer();
}

/** Every format that the site accepts from cameras and browsers is met in the demo. */
function encode(picture: Sharp, name: string): Sharp {
  return /[256]$/.test(name) ? picture.webp({ quality: 66, effort: 2 }) : picture.jpeg({ quality: 78 });
}

/** The tooth of the paper. */
function grain(random: Random) {
  const size = 400;
  return {
    input: grey(size * size, () => 128 + (random.next() + random.next() - 1) * 46),
    raw: { width: size, height: size, channels: 4 as const },
  };
}

/** Where the paper took more ink, and where less. */
async function blotches(random: Random) {
  const [width, height] = [WIDTH / 20, HEIGHT / 20];
  const noise = (index: number) => {
    const [x, y] = [index % width, Math.floor(index / width)];
    return 128 + 34 * random.noise(x / 9, y / 9) + 16 * random.noise(x / 2.5, y / 2.5);
  };
  const { data, info } = await sharp(grey(width * height, noise), { raw: { width, height, channels: 4 } })
    .resize(WIDTH, HEIGHT, { kernel: 'cubic' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { input: data, raw: { width: info.width, height: info.height, channels: info.channels } };
}

/** Opaque grey pixels. */
function grey(count: number, level: (index: number) => number): Buffer {
  const pixels = Buffer.alloc(count * 4, 255);
  for (let index = 0; index < count; index++) pixels.fill(level(index), index * 4, index * 4 + 3);
  return pixels;
}
