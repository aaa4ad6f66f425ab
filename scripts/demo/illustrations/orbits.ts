import { brush } from './brush.ts';
import {
  area,
  bell,
  CELADON,
  curve,
  type Draw,
  disc,
  fading,
  glow,
  INDIGO,
  INK,
  line,
  loop,
  NIGHT,
  OCHRE,
  PAPER,
  type Point,
  printed,
  range,
  seal,
  times,
  VERMILION,
} from './shapes.ts';

/** Rings about a point off the middle: the mouth of a jar, or of a well. */
const jar: Draw = (random) => {
  const hoop = (radius: number, index: number): Point[] => {
    const start = random.between(0, 6);
    return range(start, start + Math.PI * 2 * random.between(0.86, 1.02), 20).map((angle) => [
      760 - index * 9 + radius * Math.cos(angle) * 1.04,
      520 + index * 6 + radius * Math.sin(angle),
    ]);
  };
  const hoops = times(8, (index) =>
    brush(random, hoop(690 - index * 66, index), {
      width: 52 - index * 2,
      colour: [CELADON, CELADON, INDIGO, CELADON, INK, INDIGO, INK, INK][index] ?? INK,
      opacity: 0.85,
      dry: 0.5,
      taper: 0.12,
    }),
  );
  return {
    ground: PAPER,
    marks: [
      glow([700, 560], 480, INK, 0.6),
      printed(hoops.join('')),
      disc([690, 568], 148, INK),
      glow([640, 510], 110, CELADON, 0.6),
      seal(1452, 856),
    ].join(''),
  };
};

/** A great arc, small bodies on their way along it, and the ties between them. */
const constellation: Draw = (random) => {
  const centre: Point = [420, 1330];
  const bodies = times(30, (index) => {
    const angle = -1.72 + index * 0.05 + random.between(-0.02, 0.02);
    const distance = 930 + 230 * random.noise(index * 1.7) + random.between(-60, 60);
    const point: Point = [
      centre[0] + distance * Math.cos(angle) * 1.25,
      centre[1] + distance * Math.sin(angle),
    ];
    return { point, size: random.pick([6, 9, 14, 22, 34, 50]) };
  });
  const ties = bodies.flatMap(({ point: [x, y] }, index) =>
    [3, 7].map((step) => {
      const other = bodies[index + step];
      if (!other) return '';
      const [x2, y2] = other.point;
      return `<path d="M${x} ${y}Q${(x + x2) / 2} ${(y + y2) / 2 - 130} ${x2} ${y2}" fill="none" stroke="${INK}" stroke-width="1.6" stroke-opacity="0.55"/>`;
    }),
  );
  const colours = [INK, INK, INK, INDIGO, INDIGO, OCHRE];
  return {
    ground: PAPER,
    marks: [
      fading('air', CELADON, 0.55, 0),
      `<rect width="1600" height="1000" fill="url(#air)"/>`,
      `<ellipse cx="420" cy="1330" rx="960" ry="770" fill="${INDIGO}"/>`,
      ...range(0, 8, 8).map(
        (index) =>
          `<ellipse cx="420" cy="1330" rx="${955 - index * 26}" ry="${765 - index * 22}" fill="none" stroke="${PAPER}" stroke-width="1.4" stroke-opacity="${0.5 - index * 0.05}"/>`,
      ),
      `<ellipse cx="420" cy="1330" rx="1180" ry="946" fill="none" stroke="${VERMILION}" stroke-width="5"/>`,
      ...ties,
      printed(bodies.map(({ point, size }) => disc(point, size, random.pick(colours), 0.94)).join('')),
      disc([1105, 584], 30, VERMILION),
    ].join(''),
  };
};

/** Four moons, one a season. */
const seasons: Draw = (random) => {
  const shades: ((x: number, centre: Point) => number)[] = [
    (x, [, y]) => y + 60 * Math.sin(x / 60),
    (x, [cx, y]) => y - 40 + (x - cx) * 0.5,
    (x, [cx, y]) => y + 90 - 30 * bell(x, cx, 80),
    (x, [, y]) => y - 10 + 26 * random.noise(x / 50, 9),
  ];
  const moons = [CELADON, VERMILION, OCHRE, INDIGO].map((colour, index) => {
    const centre: Point = [260 + index * 360, index % 2 === 0 ? 560 : 440];
    const shade = shades[index] as (x: number, centre: Point) => number;
    const lines = range(-12, 12, 24).map((step) =>
      line(
        curve((x) => shade(x, centre) + step * 22, centre[0] - 240, centre[0] + 240, 40),
        index === 3 ? PAPER : INK,
        2,
        index === 3 ? 0.5 : 0.34,
      ),
    );
    const shape = `<circle cx="${centre[0]}" cy="${centre[1]}" r="216"/>`;
    return (
      printed(disc(centre, 216, colour, 0.94)) +
      `<clipPath id="moon-${index}">${shape}</clipPath><g clip-path="url(#moon-${index})">${lines.join('')}${glow([centre[0] - 90, centre[1] + 150], 300, INK, 0.4)}</g>`
    );
  });
  return {
    ground: PAPER,
    marks: [
      printed(
        brush(
          random,
          [
            [-40, 610],
            [420, 470],
            [800, 560],
            [1180, 430],
            [1640, 520],
          ],
          { width: 70, opacity: 0.35, dry: 0.75, taper: 0 },
        ),
      ),
      ...moons,
    ].join(''),
  };
};

/** A small light, and rings that something disturbs on their way out. */
const broadcast: Draw = (random) => {
  const centre: Point = [560, 470];
  const rings = times(44, (index, share) => {
    const radius = 46 + index * 26;
    const points = loop(
      centre,
      (angle) =>
        radius +
        bell(angle, 0.45, 0.28) * Math.sin(index * 0.9) * 24 * bell(radius, 560, 260) +
        bell(angle, 5.6, 0.2) * 26 * random.noise(index / 2) +
        3 * random.noise(angle * 2, index),
      1,
      150,
    );
    return line(points, index % 11 === 6 ? OCHRE : PAPER, 2.2 - share * 1.3, 0.85 - share * 0.62);
  });
  const dust = times(80, () =>
    disc(
      [random.between(0, 1600), random.between(0, 1000)],
      random.between(0.8, 2.6),
      PAPER,
      random.between(0.15, 0.6),
    ),
  );
  return {
    ground: NIGHT,
    marks: [
      glow(centre, 700, INDIGO, 0.95),
      ...dust,
      ...rings,
      glow(centre, 90, OCHRE, 0.95),
      disc(centre, 15, '#fbf3dc'),
    ].join(''),
  };
};

/** Small bodies that keep their distance. */
const suspension: Draw = (random) => {
  const grains: { at: Point; size: number }[] = [];
  for (let tries = 0; tries < 900 && grains.length < 60; tries++) {
    const at: Point = [random.between(-20, 1620), random.between(-20, 1020)];
    const size = random.between(24, 130) * (0.6 + 0.4 * random.next());
    const free = grains.every(
      (other) => Math.hypot(other.at[0] - at[0], other.at[1] - at[1]) > other.size + size + 8,
    );
    if (free) grains.push({ at, size });
  }
  const marks = grains.map(({ at, size }, index) => {
    const colour = [INK, INK, INK, INDIGO, VERMILION, OCHRE][index % 6] ?? INK;
    const rings = range(size * 0.46, size, Math.max(2, Math.round(size / 11))).map((radius) => {
      const from = random.between(0, 6.28);
      const arc = range(from, from + random.between(4.6, 6.3), 40);
      return line(
        arc.map((angle) => [at[0] + radius * Math.cos(angle), at[1] + radius * Math.sin(angle)]),
        INK,
        1.4,
        0.5,
      );
    });
    return glow(at, size * 1.25, CELADON, 0.75) + disc(at, size * 0.32, colour, 0.95) + rings.join('');
  });
  return { ground: PAPER, marks: marks.join('') };
};

/** Rings within rings, uneven, like those of a tree. */
const rings: Draw = (random) => {
  const centre: Point = [920, 470];
  const radius = (size: number) => (angle: number) =>
    size *
      (1 +
        0.13 * random.noise(Math.cos(angle) * 1.3 + 5, Math.sin(angle) * 1.3 + size / 900) +
        0.05 * Math.sin(angle * 3 + size / 200)) +
    4 * random.noise(Math.cos(angle) * 6, Math.sin(angle) * 6 + size / 40);
  const bands: [number, string, number][] = [
    [1180, OCHRE, 0.5],
    [960, OCHRE, 0.55],
    [760, VERMILION, 0.55],
    [560, OCHRE, 0.75],
    [420, INDIGO, 0.85],
    [270, INK, 0.75],
    [120, VERMILION, 0.9],
  ];
  let size = 22;
  const lines: string[] = [];
  while (size < 1250) {
    lines.push(
      line(
        loop(centre, radius(size), 0.86, 110),
        size < 420 ? PAPER : INK,
        random.between(1, 3.4),
        random.between(0.4, 0.85),
      ),
    );
    size += random.between(9, 24) + size * 0.006;
  }
  return {
    ground: PAPER,
    marks: [
      ...bands.map(([width, colour, opacity]) => area(loop(centre, radius(width), 0.86), colour, opacity)),
      ...lines,
      glow([0, 0], 800, PAPER, 0.6),
    ].join(''),
  };
};

/** Circles, and what turns around them. */
export const orbits: readonly Draw[] = [jar, constellation, seasons, broadcast, suspension, rings];
