import type { Random } from './random.ts';
import {
  area,
  bell,
  below,
  box,
  CELADON,
  curve,
  type Draw,
  disc,
  fading,
  glow,
  INDIGO,
  INK,
  inside,
  line,
  NIGHT,
  OCHRE,
  PAPER,
  type Point,
  ramp,
  times,
  VERMILION,
} from './shapes.ts';

/** Flat layers, each set back from the one beneath. */
const terraces: Draw = (random) => {
  const colours = [INK, INDIGO, CELADON, OCHRE, PAPER, CELADON, INK, OCHRE, INDIGO, PAPER];
  const layers = times(10, (index) => {
    const step = 9 - index;
    const edge = 60 + step * 128;
    const top = 130 + index * 84;
    const surface = (x: number) =>
      top + 16 * random.noise(x / 420, index * 2) + 1300 * ramp(edge - x, -60, 90);
    const points = curve(surface, -20, 1620, 130);
    const grain = times(9, (depth) =>
      line(
        points.map(([x, y]) => [x, y + 8 + depth * 9 + 3 * random.noise(x / 80, depth + index * 9)]),
        INK,
        1.1,
        0.3 - depth * 0.026,
      ),
    );
    return below(points, PAPER) + below(points, colours[index] ?? INK, 0.86) + grain.join('');
  });
  return {
    ground: '#e9dfca',
    marks: [
      fading('haze', CELADON, 0.7, 0),
      `<rect width="1600" height="700" fill="url(#haze)"/>`,
      disc([330, 250], 92, PAPER, 0.95),
      ...layers,
    ].join(''),
  };
};

/** Bands one above the other down to `bottom`, each a colour and a thickness. */
function bands(
  random: Random,
  top: number,
  bottom: number,
  thickness: (share: number) => number,
  colours: readonly string[],
): string {
  const marks: string[] = [];
  for (let y = top, index = 0; y < bottom; index++) {
    const crest = curve((x) => y + 15 * random.noise(x / 340, index * 1.3) + 5 * random.noise(x / 60, index));
    marks.push(
      below(crest, PAPER),
      below(crest, colours[index % colours.length] ?? INK, random.between(0.72, 0.96)),
    );
    marks.push(line(crest, INK, random.between(0.8, 2.2), 0.4));
    y += thickness((y - top) / (bottom - top)) * random.between(0.45, 1.7);
  }
  return marks.join('');
}

/** Sediment, thick and thin, and a black stone that cuts through it. */
const sediment: Draw = (random) => {
  const stone: Point[] = [
    [1010, -20],
    [1620, -20],
    [1620, 1020],
    [560, 1020],
  ];
  const veins = times(40, (index) =>
    line(
      [
        [300 + index * 30, 1040],
        [760 + index * 30 + 40 * random.noise(index), -40],
      ],
      index % 7 === 3 ? OCHRE : PAPER,
      random.pick([0.8, 1.2, 2.4]),
      random.between(0.1, 0.5),
    ),
  );
  return {
    ground: PAPER,
    marks: [
      bands(random, -20, 1000, () => 46, [
        OCHRE,
        PAPER,
        CELADON,
        PAPER,
        INDIGO,
        OCHRE,
        PAPER,
        VERMILION,
        PAPER,
        CELADON,
      ]),
      ...times(9, (index) =>
        area(
          stone.map(([x, y]) => [x - 4 - index * 5, y]),
          INK,
          0.085,
        ),
      ),
      inside(
        area(stone, INK),
        box(0, 0, 1600, 1000, INK) + veins.join('') + glow([1300, 300], 494, INDIGO, 0.6),
        'stone',
      ),
    ].join(''),
  };
};

/** Thin level layers, and one shallow curve that breaks them. */
const hollow: Draw = (random) => {
  const bowl = curve((x) => 250 + 470 * bell(x, 860, 470) ** 1.2, -20, 1620, 120);
  const slabs = bands(random, 250, 1000, (share) => 16 + 70 * share, [
    INK,
    INDIGO,
    INK,
    CELADON,
    INK,
    INDIGO,
    OCHRE,
  ]);
  const sky: Point[] = [...bowl, [1620, -20], [-20, -20]];
  const rims = times(7, (index) =>
    line(
      bowl.map(([x, y]) => [x, y - 14 - index * 15]),
      INK,
      1.5,
      0.5 - index * 0.06,
    ),
  );
  return {
    ground: PAPER,
    marks: [
      slabs,
      ...times(8, (index) => line(bowl, INK, 8 + index * 8, 0.09)),
      area(sky, PAPER),
      ...rims,
      disc([860, 330], 74, INK, 0.94),
    ].join(''),
  };
};

/** A block in section, stepped by faults, and a flock that crosses above it. */
const section: Draw = (random) => {
  const shift = (x: number) => (x > 1090 ? -150 : x > 660 ? -70 : 0);
  const block = times(32, (index) => {
    const y = 420 + index * 26 + 7 * random.noise(index * 3);
    const colour = [INK, OCHRE, INDIGO, PAPER, CELADON, INK, PAPER, INDIGO][index % 8] ?? INK;
    return [
      [150, 640],
      [676, 1070],
      [1106, 1450],
    ]
      .map(([from = 0, to = 0]) => {
        const lean = (x: number, depth: number) => x + (depth - 700) * 0.16;
        const top = y + shift(from + 1);
        const height = random.between(14, 27);
        return area(
          [
            [lean(from, top), top],
            [lean(to, top), top],
            [lean(to, top + height), top + height],
            [lean(from, top + height), top + height],
          ],
          colour,
          0.92,
        );
      })
      .join('');
  });
  const flock = times(150, (index) => {
    const x = 60 + index * 10 + random.between(-60, 60);
    const y =
      250 - 120 * Math.sin(x / 430) + 62 * (random.next() + random.next() - 1) * (1 + random.noise(x / 200));
    return disc([x, y], random.between(1.8, 5.4), INK, random.between(0.55, 0.95));
  });
  return {
    ground: PAPER,
    marks: [
      fading('light', OCHRE, 0.5, 0),
      `<rect width="1600" height="620" fill="url(#light)"/>`,

      ...block,
      ...flock,
      disc([1310, 128], 46, VERMILION, 0.95),
    ].join(''),
  };
};

/** Dense fine lines in dark stone, with one hollow worn into them. */
const worn: Draw = (random) => {
  const lines = times(96, (index, share) => {
    const points = curve(
      (x) =>
        120 +
        index * 10 +
        330 * bell(x, 620, 300) * (1 - share) ** 1.7 +
        10 * random.noise(x / 260, index / 16) +
        36 * (1 - share) * random.noise(x / 700, 3),
      -20,
      1620,
      100,
    );
    const colour = index % 19 === 7 ? OCHRE : index % 11 === 4 ? CELADON : PAPER;
    return line(
      points,
      colour,
      index === 0 ? 5 : random.pick([0.9, 1.2, 2]),
      index === 0 ? 0.95 : 0.78 - 0.5 * share,
    );
  });
  return {
    ground: NIGHT,
    marks: [
      glow([620, 360], 399, INDIGO, 0.95),
      glow([1400, 900], 608, INK, 0.9),
      ...lines,
      `<g transform="translate(620 428) scale(1 0.16)">${glow([0, 0], 260, PAPER, 0.6)}</g>`,
    ].join(''),
  };
};

/** Uneven bands that grow finer to the bottom. */
const silt: Draw = (random) => {
  const layers: string[] = [];
  for (let y = 60, thickness = 190, index = 0; y < 1010; index++) {
    const colour = [CELADON, INDIGO, OCHRE, INDIGO, PAPER, VERMILION, INK][index % 7] ?? INK;
    const crest = curve(
      (x) => y + thickness * 0.22 * random.noise(x / 400, index * 2) + 3 * random.noise(x / 40, index),
    );
    layers.push(
      below(crest, PAPER),
      fading(`silt-${index}`, colour, 0.95, 0.4),
      below(crest, `url(#silt-${index})`),
      line(crest, INK, 1.4, 0.5),
    );
    y += thickness * random.between(0.7, 1.2);
    thickness = Math.max(8, thickness * 0.77);
  }
  return { ground: PAPER, marks: layers.join('') };
};

/** What settles, layer upon layer. */
export const strata: readonly Draw[] = [terraces, sediment, hollow, section, worn, silt];
