import type { Random } from './random.ts';
import { INK, type Point, ramp, through } from './shapes.ts';

export interface Brush {
  /** Across the whole stroke where it is widest. */
  width: number;
  colour?: string;
  opacity?: number;
  /** From 0, a full brush, to 1, one that is nearly empty where it leaves the paper. */
  dry?: number;
  /** The share of the length over which it thins out to its end. */
  taper?: number;
}

/** A brush stroke along points: many bristles, each of which runs out of ink where it likes. */
export function brush(random: Random, points: readonly Point[], stroke: Brush): string {
  const { width, colour = INK, opacity = 0.92, dry = 0.45, taper = 0.25 } = stroke;
  const spine = spline(points, 46);
  const bristles = Math.round(Math.min(64, Math.max(10, width / 2.5)));
  const hair = (width / bristles) * 1.55;
  const seed = random.between(0, 900);
  const tip = Math.min(0.3, (width * 0.42) / lengthOf(spine));
  const layer = (dryness: number, alpha: number, shift: number) => {
    const d = Array.from({ length: bristles }, (_, index) => {
      const side = ((index + random.between(0.2, 0.8)) / bristles) * 2 - 1;
      return bristle(spine, side, { width, dryness, taper, tip, random, seed: seed + shift });
    });
    return `<path d="${d.join('')}" fill="none" stroke="${colour}" stroke-width="${hair.toFixed(2)}" stroke-opacity="${alpha.toFixed(3)}" stroke-linecap="round"/>`;
  };
  return layer(dry * 0.75, opacity * 0.72, 0) + layer(dry, opacity * 0.7, 300);
}

interface Bristle {
  width: number;
  dryness: number;
  taper: number;
  /** The share of the length in which the round tip of the brush comes down. */
  tip: number;
  random: Random;
  seed: number;
}

/** The `d` of the pieces of one bristle; `side` goes from -1 to 1 across the stroke. */
function bristle(spine: Point[], side: number, hair: Bristle): string {
  const { width, dryness, random, seed } = hair;
  const pieces: Point[][] = [[]];
  // The hairs leave the paper one after another, the sooner the drier the brush.
  const end =
    1 - Math.abs(random.noise(seed + side * 9) + 0.6 * random.noise(side * 40, seed)) * (0.1 + 0.3 * dryness);
  for (const index of spine.keys()) {
    const share = index / (spine.length - 1);
    const paper =
      random.noise(seed + side * width * 0.16, share * 9) + random.noise(share * 40, side * 30) * 0.5;
    const thirst = -1.5 + dryness * (1.1 + 1.7 * share ** 1.4) + 0.3 * side ** 4;
    if (paper < thirst || share > end) pieces.push([]);
    else pieces.at(-1)?.push(beside(spine, index, side * (width / 2) * swell(share, hair.tip, hair.taper)));
  }
  return pieces
    .filter((piece) => piece.length > 1)
    .map(through)
    .join('');
}

function lengthOf(points: readonly Point[]): number {
  return points.reduce((sum, [x, y], index) => {
    const [px, py] = points[index - 1] ?? [x, y];
    return sum + Math.hypot(x - px, y - py);
  }, 0);
}

function swell(share: number, tip: number, taper: number): number {
  const rise = share < tip ? Math.sqrt(1 - (1 - share / tip) ** 2) : 1;
  const fall = taper > 0 ? 0.3 + 0.7 * ramp(1 - share, 0, taper) : 1;
  return (0.12 + 0.88 * rise) * fall;
}

/** The point at a distance to the left of the curve. */
export function beside(points: readonly Point[], index: number, distance: number): Point {
  const [x, y] = points[index] as Point;
  const [x1, y1] = points[Math.max(0, index - 1)] as Point;
  const [x2, y2] = points[Math.min(points.length - 1, index + 1)] as Point;
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  return [x + ((y2 - y1) / length) * distance, y - ((x2 - x1) / length) * distance];
}

/** A smooth curve through the points (Catmull-Rom). */
export function spline(points: readonly Point[], steps: number): Point[] {
  const at = (index: number) => points[Math.min(points.length - 1, Math.max(0, index))] as Point;
  return Array.from({ length: steps + 1 }, (_, step) => {
    const position = (step / steps) * (points.length - 1);
    const index = Math.min(points.length - 2, Math.floor(position));
    const around = [at(index - 1), at(index), at(index + 1), at(index + 2)] as const;
    return [blend(around, position - index, 0), blend(around, position - index, 1)];
  });
}

function blend(points: readonly [Point, Point, Point, Point], t: number, axis: 0 | 1): number {
  const [a, b, c, d] = [points[0][axis], points[1][axis], points[2][axis], points[3][axis]];
  return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}
