import type { Random } from './random.ts';
import {
  box,
  CELADON,
  type Draw,
  fading,
  INDIGO,
  INK,
  line,
  OCHRE,
  PAPER,
  type Point,
  range,
  ring,
  times,
  turned,
  VERMILION,
  WIDTH,
} from './shapes.ts';

/** Paving: large and small squares of stone. */
const paving: Draw = (random) => {
  const taken = new Set<string>();
  const stones = [4, 3, 2, 1].flatMap((size) =>
    times(160, (index) => {
      const [column, row] = [index % 16, Math.floor(index / 16)];
      const cells = times(
        size * size,
        (cell) => `${column + (cell % size)},${row + Math.floor(cell / size)}`,
      );
      const fits = column + size <= 16 && row + size <= 10 && cells.every((cell) => !taken.has(cell));
      if (!fits || (size > 1 && random.next() < 0.72)) return '';
      for (const cell of cells) taken.add(cell);
      return stone(random, column * 100, row * 100, size * 100);
    }),
  );
  return { ground: '#cfc5b0', marks: stones.join('') };
};

function stone(random: Random, x: number, y: number, size: number): string {
  const colour = random.pick([
    INK,
    INDIGO,
    CELADON,
    CELADON,
    OCHRE,
    PAPER,
    PAPER,
    size > 100 ? INDIGO : VERMILION,
  ]);
  const inset = 6;
  const veins = times(Math.round(size / 34), () => {
    const from = y + random.between(inset, size - inset);
    const points: Point[] = range(x + inset, x + size - inset, 8).map((at) => [
      at,
      Math.min(y + size - inset, Math.max(y + inset, from + 26 * random.noise(at / 90, from))),
    ]);
    return line(points, colour === PAPER ? INK : PAPER, random.between(0.8, 2), 0.3);
  });
  return `<rect x="${x + inset}" y="${y + inset}" width="${size - inset * 2}" height="${size - inset * 2}" rx="5" fill="${colour}"/>${veins.join('')}`;
}

/** Sheets that overlap, like papers in a drawer. */
const sheets: Draw = (random) => {
  const papers = times(17, (index) => {
    const [width, height] = [random.between(300, 470), random.between(280, 430)];
    const centre: Point = [
      130 + (index % 6) * 270 + random.between(-60, 60),
      160 + Math.floor(index / 6) * 330 + random.between(-50, 50),
    ];
    const [x, y] = [centre[0] - width / 2, centre[1] - height / 2];
    const colour = [PAPER, OCHRE, CELADON, PAPER, INDIGO, PAPER, VERMILION, PAPER, INK][index % 9] ?? PAPER;
    const fibres = times(26, () => {
      const [fx, fy] = [x + random.between(10, width - 90), y + random.between(16, height - 30)];
      return line(
        [
          [fx, fy],
          [fx + random.between(20, 80), fy + random.between(-14, 14)],
        ],
        colour === PAPER ? INK : PAPER,
        1,
        0.28,
      );
    });
    return turned(
      times(4, (shade) => box(x + 2 + shade, y + shade * 4, width + shade, height + shade, INK, 0.1)).join(
        '',
      ) +
        box(x, y, width, height, PAPER) +
        box(x, y, width, height, colour, 0.9) +
        fibres.join(''),
      random.between(-9, 9),
      centre,
    );
  });
  return { ground: '#b9a888', marks: papers.join('') };
};

/** Interlocking tiles within one frame. */
const interlocked: Draw = (random) => {
  const size = 120;
  const colours = [INDIGO, INK, CELADON, OCHRE, VERMILION];
  const pieces = range(0, 6, 6).flatMap((row) =>
    range(0, 11, 11).map((column) => {
      const [x, y] = [80 + column * size, 80 + row * size];
      const fill = colours[(column * 2 + row * 3 + (random.next() < 0.25 ? 1 : 0)) % 5] ?? INK;
      const half = size / 2;
      const shapes = [
        `M${x} ${y}h${size}v${half}h${-half}v${half}h${-half}z`,
        `M${x} ${y}h${size}v${size}h${-half}v${-half}h${-half}z`,
        `M${x} ${y}h${half}v${half}h${half}v${half}h${-size}z`,
        `M${x + half} ${y}h${half}v${size}h${-size}v${-half}h${half}z`,
      ];
      const turn = (column + row * 2 + Math.floor(random.between(0, 2))) % 4;
      return `${box(x, y, size, size, colours[(column + row * 4 + 2) % 5] ?? PAPER, 1).replace(
        'fill-opacity="1.000"',
        'fill-opacity="0.32"',
      )}<path d="${shapes[turn]}" fill="${fill}"/>`;
    }),
  );
  const frame = `<rect x="80" y="80" width="1440" height="840" fill="none" stroke="${INK}" stroke-width="16"/>`;
  return { ground: PAPER, marks: pieces.join('') + frame, flat: true };
};

/** Narrow upright tiles, like spines on a shelf. */
const spines: Draw = (random) => {
  const shelf = (bottom: number, tallest: number) => {
    const marks: string[] = [];
    for (let x = -14; x < WIDTH; ) {
      const width = random.pick([26, 34, 44, 58, 74, 96]);
      const height = tallest * random.between(0.6, 1);
      const colour = random.pick([INK, INDIGO, INDIGO, CELADON, OCHRE, VERMILION, PAPER, PAPER]);
      const band = random.between(0.55, 0.85);
      marks.push(box(x, bottom - height, width - 4, height, colour));
      marks.push(
        box(
          x,
          bottom - height * band,
          width - 4,
          random.pick([6, 14, 40]),
          colour === INK ? OCHRE : INK,
          0.8,
        ),
      );
      x += width;
    }
    return marks.join('') + box(-10, bottom, 1620, 16, INK) + box(-10, bottom + 16, 1620, 12, INK, 0.25);
  };
  return { ground: '#e6dcc6', marks: shelf(470, 430) + shelf(956, 420) };
};

/** Tiles fitted closely, each in its own border: upright stripes beside level ones. */
const parquet: Draw = (random) => {
  const tiles = range(0, 4, 4).flatMap((row) =>
    range(0, 7, 7).map((column) => {
      const [x, y] = [column * 200, row * 200];
      const upright = (row + column) % 2 === 0;
      const colour = random.pick([INDIGO, INDIGO, INK, CELADON, OCHRE, VERMILION]);
      const count = random.pick([5, 7, 9, 12]);
      const stripes = range(0, count - 1, count - 1).map((index) => {
        const [at, width] = [18 + (index * 166) / count, (166 / count) * random.between(0.4, 0.72)];
        return upright ? box(x + at, y + 18, width, 164, colour) : box(x + 18, y + at, 164, width, colour);
      });
      return `<rect x="${x + 6}" y="${y + 6}" width="188" height="188" fill="${PAPER}" stroke="${colour}" stroke-width="5"/>${stripes.join('')}`;
    }),
  );
  return { ground: '#d8cdb6', marks: tiles.join('') };
};

/** Small cells closely packed, like scales or waves (seigaiha). */
const scales: Draw = (random) => {
  const radius = 76;
  const rows = range(-1, 27, 28).flatMap((row) =>
    range(-1, 11, 12).map((column): string => {
      const centre: Point = [
        column * radius * 2 + (row % 2 === 0 ? 0 : radius),
        row * radius * 0.5 + radius * 0.6,
      ];
      const warmth = random.noise(column / 3, row / 7);
      const colour = warmth > 0.5 ? VERMILION : warmth > 0.3 ? OCHRE : warmth < -0.35 ? CELADON : INDIGO;
      const hoops = [0.98, 0.76, 0.54, 0.32].map(
        (share, index) =>
          `<circle cx="${centre[0]}" cy="${centre[1]}" r="${radius * share}" fill="${index % 2 === 0 ? colour : PAPER}" fill-opacity="${index % 2 === 0 ? random.between(0.86, 1).toFixed(2) : 1}"/>`,
      );
      return `<circle cx="${centre[0]}" cy="${centre[1]}" r="${radius}" fill="${PAPER}"/>${hoops.join('')}${ring(centre, radius, PAPER, 3)}`;
    }),
  );
  return {
    ground: PAPER,
    marks:
      fading('evening', INK, 0, 0.2) +
      rows.join('') +
      `<rect width="1600" height="1000" fill="url(#evening)"/>`,
  };
};

/** Pieces that make a surface. */
export const tiles: readonly Draw[] = [paving, sheets, interlocked, spines, parquet, scales];
