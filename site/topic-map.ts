import type { TopicMap } from '../data/public-site.ts';

/** A category as a drop on the vertical axis of the picture. */
export interface Drop {
  key: string;
  count: number;
  y: number;
  radius: number;
}

/** Two categories that share tags, as an arc beside the axis. */
export interface Arc {
  a: string;
  b: string;
  /** The tags that they share. */
  shared: string[];
  /** An SVG path. */
  path: string;
  width: number;
}

/** The topic map as shapes. Lengths are in units of the picture's own system. */
export interface TopicPicture {
  width: number;
  height: number;
  /** Where the axis stands. */
  x: number;
  drops: Drop[];
  arcs: Arc[];
}

const WIDTH = 360;
const AXIS = 196;
const STEP = 56;
const LARGEST_DROP = 19;
const SMALLEST_DROP = 5;
const WIDEST_ARC = 7;
/** More would be a tangle; the list beside the picture goes on. */
const MOST_DROPS = 16;
const MOST_ARCS = 40;

/** Draws the largest categories and their strongest overlaps. */
export function drawTopicMap({ categories, overlaps }: TopicMap): TopicPicture {
  const shown = categories.slice(0, MOST_DROPS);
  const largest = Math.max(1, ...shown.map(({ count }) => count));
  const drops = shown.map(({ key, count }, index) => ({
    key,
    count,
    y: STEP * (index + 0.5),
    radius: round(SMALLEST_DROP + (LARGEST_DROP - SMALLEST_DROP) * Math.sqrt(count / largest)),
  }));
  return {
    width: WIDTH,
    height: STEP * Math.max(1, drops.length),
    x: AXIS,
    drops,
    arcs: arcsOf(drops, overlaps),
  };
}

function arcsOf(drops: Drop[], overlaps: TopicMap['overlaps']): Arc[] {
  const places = new Map(drops.map((drop) => [drop.key, drop]));
  const strongest = overlaps
    .flatMap((overlap) => {
      const ends = [places.get(overlap.a), places.get(overlap.b)].filter((end) => end !== undefined);
      const [from, to] = ends.sort((one, other) => one.y - other.y);
      return from && to ? [{ ...overlap, from, to }] : [];
    })
    .sort((one, other) => other.weight - one.weight)
    .slice(0, MOST_ARCS);
  const heaviest = strongest[0]?.weight ?? 1;
  const longest = STEP * Math.max(1, drops.length - 1);
  return strongest.map(({ a, b, shared, weight, from, to }) => {
    const height = to.y - from.y;
    const reach = round(24 + (WIDTH - AXIS - 34) * (height / longest));
    return {
      a,
      b,
      shared,
      path: `M${edgeOf(from)} ${from.y}A${reach} ${round(height / 2)} 0 0 1 ${edgeOf(to)} ${to.y}`,
      width: round(1 + (WIDEST_ARC - 1) * (weight / heaviest)),
    };
  });
}

/** Where an arc begins: just inside the drop, so that it joins it and does not lie on it. */
function edgeOf({ radius }: Drop): number {
  return round(AXIS + radius - 1);
}

/** A name as long as the room beside the axis: about 20 Latin letters, or 11 of the wider scripts. */
export function shortenLabel(name: string): string {
  let room = 20;
  let short = '';
  for (const character of name) {
    room -= character > '\u2e7f' ? 1.8 : 1;
    if (room < 0) return `${short.trimEnd()}…`;
    short += character;
  }
  return name;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
