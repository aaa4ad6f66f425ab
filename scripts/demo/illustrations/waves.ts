import { beside, brush, spline } from './brush.ts';
import type { Random } from './random.ts';
import {
  area,
  bell,
  below,
  CELADON,
  curve,
  type Draw,
  disc,
  fading,
  glow,
  INDIGO,
  INK,
  line,
  NIGHT,
  OCHRE,
  PAPER,
  type Point,
  printed,
  ramp,
  range,
  times,
  VERMILION,
} from './shapes.ts';

/** Lines that leave one point in the dark, rise and come to rest. */
const signal: Draw = (random) => {
  const lines = times(58, (index, share) => {
    const side = share * 2 - 1;
    const height = (x: number) =>
      560 +
      side * (8 + 470 * ramp(x, 150, 1700)) -
      190 *
        bell(x, 560 + side * 60, 250) *
        Math.cos(side * 1.2) *
        Math.sin(x / 62 - side * 1.6) *
        (1 - side ** 2 * 0.55) +
      random.noise(x / 300, index / 9) * 10;
    const glow = 0.25 + 0.65 * bell(side, 0, 0.55);
    return line(curve(height, 170, 1640, 130), index % 9 === 4 ? OCHRE : PAPER, 1.5, glow);
  });
  return {
    ground: NIGHT,
    marks: [
      fading('deep', INDIGO, 0, 0.75),
      `<rect width="1600" height="1000" fill="url(#deep)"/>`,
      ...lines,
      glow([170, 560], 90, VERMILION, 0.9),
      disc([170, 560], 13, VERMILION),
    ].join(''),
  };
};

/** Ink that runs into water. */
const bleeding: Draw = (random) => {
  const flow = (index: number) => (x: number) =>
    180 + index * 92 + 130 * random.noise(x / 520, index * 0.28) + 60 * Math.sin(x / 330 + index * 0.35);
  const ribbon = (index: number, colour: string, opacity: number, thickness: number) =>
    times(9, (wash, share) => {
      const spread = 70 * (1 - share) ** 1.6;
      const edge = (x: number, side: number) => spread * (1 + 0.9 * random.noise(x / 130, side + wash * 0.4));
      const top = curve((x) => flow(index)(x) - edge(x, index));
      const bottom = curve(
        (x) =>
          flow(index)(x) + thickness * (1 + 0.7 * random.noise(x / 240, index + 40)) + edge(x, index + 20),
      );
      return area([...top, ...bottom.reverse()], colour, opacity * (0.06 + 0.3 * share ** 2));
    }).join('');
  const ripples = times(46, (index, share) =>
    line(
      curve((x) => flow(index / 5.4)(x) + 18 * random.noise(x / 90, index)),
      INK,
      random.between(0.7, 1.8),
      0.12 + 0.3 * share,
    ),
  );
  return {
    ground: PAPER,
    marks: [
      printed(
        ribbon(0.6, CELADON, 0.7, 120) +
          ribbon(2.4, INK, 0.85, 70) +
          ribbon(4.1, INDIGO, 0.8, 110) +
          ribbon(6.2, INK, 1, 170),
      ),
      ...ripples,
    ].join(''),
  };
};

/** Swells behind swells, as a woodblock printer would lay them. */
const swells: Draw = (random) => {
  const layers = times(9, (index, share) => {
    const crest = curve(
      (x) => 330 + index * 78 + 62 * random.noise(x / 460, index * 3) + 24 * Math.sin(x / 190 + index * 2.1),
    );
    const contours = times(5, (depth) =>
      line(
        crest.map(([x, y]) => [x, y + 9 + depth * 8]),
        PAPER,
        1.6 - depth * 0.25,
        0.5 - depth * 0.08,
      ),
    );
    return (
      fading(`swell-${index}`, index % 4 === 1 ? CELADON : INDIGO, 0.35 + 0.65 * share, 0.15 + 0.7 * share) +
      below(crest, PAPER) +
      below(crest, `url(#swell-${index})`) +
      contours.join('')
    );
  });
  const road = (offset: number) => curve((x) => 585 + offset + 95 * Math.sin(x / 480 + 0.6));
  return {
    ground: PAPER,
    marks: [
      fading('dusk', OCHRE, 0.55, 0),
      `<rect width="1600" height="420" fill="url(#dusk)"/>`,
      disc([1180, 250], 96, VERMILION, 0.92),
      ...layers,
      line(road(0), PAPER, 9, 0.95),
      line(road(34), PAPER, 4, 0.95),
    ].join(''),
  };
};

/** Parallel lines between two edges that make way for two currents, together and then apart. */
const currents: Draw = (random) => {
  const upper = (x: number) => 470 + 80 * Math.sin(x / 270) - 210 * ramp(x, 760, 1420);
  const lower = (x: number) => 545 + 80 * Math.sin(x / 270) + 190 * ramp(x, 760, 1420);
  const between = (low: (x: number) => number, high: (x: number) => number, count: number) =>
    times(count, (index) => {
      const share = (index + 1) / (count + 1);
      const wobble = (x: number) => 5 * random.noise(x / 120, index);
      return line(
        curve((x) => low(x) + (high(x) - low(x)) * share + wobble(x), 130, 1470),
        INK,
        random.between(1, 2.4),
        random.between(0.5, 0.85),
      );
    });
  return {
    ground: PAPER,
    marks: [
      ...between(() => 90, upper, 25),
      ...between(upper, lower, 9),
      ...between(lower, () => 910, 25),
      printed(
        brush(random, curve(upper, 118, 1490, 14), {
          width: 40,
          colour: INDIGO,
          dry: 0.4,
          taper: 0.05,
        }),
      ),
      printed(
        brush(random, curve(lower, 118, 1490, 14), {
          width: 40,
          colour: VERMILION,
          dry: 0.4,
          taper: 0.05,
        }),
      ),
    ].join(''),
  };
};

/** Two voices: close together at the left, apart and among each other at the right. */
const voices: Draw = (random) => {
  const voice = (colour: string, phase: number, tilt: number) =>
    times(34, (index, share) => {
      const side = share * 2 - 1;
      const open = (x: number) => ramp(x, 40, 1560);
      const points = curve(
        (x) =>
          500 +
          tilt * open(x) +
          side * (14 + 215 * open(x)) +
          120 * open(x) * Math.sin(x / (110 + 90 * open(x)) + phase + side * 1.4),
        120,
        1490,
        110,
      );
      const end = points.at(-1) as Point;
      const dot = index % 3 === 0 ? disc(end, random.between(3, 8), colour, 0.9) : '';
      return line(points, colour, 2, 0.8) + dot;
    }).join('');
  return {
    ground: PAPER,
    marks: [
      fading('far', OCHRE, 0, 0.42, true),
      `<rect width="1600" height="1000" fill="url(#far)"/>`,
      printed(voice(INDIGO, 0, -110)),
      printed(voice(VERMILION, 2.6, 120)),
      disc([120, 500], 17, INK),
    ].join(''),
  };
};

/** A river on the flats, its branches, and the lines that keep it company. */
const delta: Draw = (random) => {
  const course: Point[] = [
    [1560, -40],
    [1380, 190],
    [1110, 300],
    [930, 480],
    [690, 560],
    [480, 690],
    [220, 780],
    [-60, 1010],
  ];
  const spine = spline(course, 90);
  const contours = range(-9, 9, 18)
    .filter((step) => Math.abs(step) > 2)
    .map((step) =>
      line(
        spine.map((_, index) => beside(spine, index, step * 27 + 10 * random.noise(index / 9, step / 3))),
        INK,
        1.5,
        0.66 - Math.abs(step) * 0.055,
      ),
    );
  const branches = [14, 24, 36, 46, 58, 70].map((index, count) =>
    tributary(random, spine[index] as Point, count % 2 === 0 ? 0.35 : -2.2, 30, 5),
  );
  return {
    ground: '#e6dfcd',
    marks: [
      glow([240, 200], 760, CELADON, 0.75),
      glow([1380, 880], 760, OCHRE, 0.6),
      ...contours,
      printed(branches.join('')),
      printed(brush(random, course, { width: 116, colour: INDIGO, dry: 0.22, taper: 0 })),
      printed(brush(random, course, { width: 40, colour: INK, opacity: 0.6, dry: 0.7, taper: 0 })),
    ].join(''),
  };
};

/** A channel that leaves a point in a direction (radians) and divides as it narrows. */
function tributary(random: Random, from: Point, direction: number, width: number, order: number): string {
  const length = random.between(90, 150) * (0.35 + order * 0.13);
  const bend = random.between(-0.5, 0.5);
  const step = ([x, y]: Point, angle: number): Point => [
    x + (length / 2) * Math.cos(angle),
    y + (length / 2) * Math.sin(angle),
  ];
  const middle = step(from, direction + bend);
  const end = step(middle, direction - bend);
  const own = line(spline([from, middle, end], 12), INDIGO, width * 0.55, 0.9);
  if (order === 0) return own;
  const turns = [random.between(-0.75, -0.3), random.between(0.25, 0.75)];
  return (
    own + turns.map((turn) => tributary(random, end, direction + turn, width * 0.62, order - 1)).join('')
  );
}

/** Water, sound and what travels. */
export const waves: readonly Draw[] = [signal, bleeding, swells, currents, voices, delta];
