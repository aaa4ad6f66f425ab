import { brush } from './brush.ts';
import type { Random } from './random.ts';
import {
  box,
  CELADON,
  type Draw,
  disc,
  glow,
  INDIGO,
  INK,
  line,
  NIGHT,
  OCHRE,
  PAPER,
  type Point,
  printed,
  range,
  ring,
  times,
  VERMILION,
} from './shapes.ts';

/** Equal squares, each with another floor plan, in the manner of a syllable block. */
const plans: Draw = (random) => {
  const cells = times(40, (index) => {
    const [x, y] = [(index % 8) * 200, Math.floor(index / 8) * 200];
    const [ground, mark] = random.pick([
      [PAPER, INK],
      [PAPER, INK],
      [PAPER, INDIGO],
      [INDIGO, PAPER],
      [INK, PAPER],
      [OCHRE, INK],
      [CELADON, INK],
      [VERMILION, PAPER],
    ] as const);
    return box(x + 5, y + 5, 190, 190, ground) + plan(random, x, y, mark);
  });
  return { ground: '#d9cfba', marks: cells.join('') };
};

/** One square's plan: two or three rooms, each with one plain shape. */
function plan(random: Random, x: number, y: number, colour: string): string {
  const room = (left: number, top: number, width: number, height: number) =>
    furnish(random, { x: x + left, y: y + top, width, height }, colour);
  return random.pick([
    () => room(28, 28, 84, 144) + room(126, 28, 46, 144),
    () => room(28, 28, 144, 84) + room(28, 126, 144, 46),
    () => room(28, 28, 66, 66) + room(106, 28, 66, 66) + room(28, 106, 144, 66),
    () => room(28, 28, 144, 66) + room(28, 106, 66, 66) + room(106, 106, 66, 66),
    () => room(28, 28, 144, 144),
  ])();
}

function furnish(random: Random, { x, y, width, height }: Room, colour: string): string {
  const [right, bottom] = [x + width, y + height];
  const radius = Math.min(width, height) / 2;
  const middle: Point = [x + width / 2, y + height / 2];
  const shape = (d: string) => `<path d="${d}" fill="${colour}"/>`;
  const bars = (count: number) =>
    times(count, (_, share) =>
      box(x, y + share * (height - 9), width * random.pick([1, 1, 0.7, 0.45]), 9, colour),
    );
  return random.pick([
    () => disc(middle, radius, colour),
    () => ring(middle, radius - 6, colour, 12),
    () => shape(`M${x} ${bottom}V${y}A${width} ${height} 0 0 1 ${right} ${bottom}Z`),
    () => shape(`M${right} ${y}V${bottom}A${width} ${height} 0 0 1 ${x} ${y}Z`),
    () => shape(`M${x} ${bottom}L${right} ${y}V${bottom}Z`),
    () => box(x, y, width, height, colour),
    () => bars(Math.round(height / 20)).join(''),
    () => bars(Math.round(height / 20)).join(''),
  ])();
}

/** A fine lattice, painted here and there, and one point that reaches out into it. */
const reach: Draw = (random) => {
  const painted: string[] = [];
  const targets: Point[] = [];
  for (const column of range(0, 31, 31))
    for (const row of range(0, 19, 19)) {
      const density = random.noise(column / 5, row / 5) + random.between(-0.25, 0.25);
      if (density < 0.38) continue;
      painted.push(
        box(
          column * 50 + 3,
          row * 50 + 3,
          44,
          44,
          random.pick([INDIGO, INDIGO, CELADON, OCHRE, INK]),
          random.between(0.5, 0.95),
        ),
      );
      if (random.next() < 0.34) targets.push([column * 50 + 25, row * 50 + 25]);
    }
  const lattice = [
    ...range(0, 1600, 32).map((x) =>
      line(
        [
          [x, 0],
          [x, 1000],
        ],
        INK,
        1,
        0.34,
      ),
    ),
    ...range(0, 1000, 20).map((y) =>
      line(
        [
          [0, y],
          [1600, y],
        ],
        INK,
        1,
        0.34,
      ),
    ),
  ];
  const home: Point = [575, 625];
  const flights = targets.map(([x, y]) => {
    const [mx, my] = [(home[0] + x) / 2 + (y - home[1]) * 0.16, (home[1] + y) / 2 - (x - home[0]) * 0.16];
    return `<path d="M${home.join(' ')}Q${mx} ${my} ${x} ${y}" fill="none" stroke="${VERMILION}" stroke-width="1.8" stroke-opacity="0.8"/>${disc([x, y], 5, VERMILION)}`;
  });
  return {
    ground: PAPER,
    marks: [
      printed(painted.join('')),
      ...lattice,
      ...flights,
      disc(home, 24, VERMILION),
      disc(home, 9, PAPER),
    ].join(''),
  };
};

/** Small cells, filled line by line up to where each line ends. */
const lines: Draw = (random) => {
  const cells = range(0, 24, 24).flatMap((row) => {
    const paragraph = row % 9 === 8;
    const end = paragraph ? 0 : Math.round(34 - ((row * 7) % 9) * 1.6 - (row % 9 === 7 ? 15 : 0));
    return range(0, 39, 39).map((column) => {
      const filled = column < end && column > 1;
      const last = column === end - 1;
      const gap = filled && !last && random.next() < 0.13;
      const written = last ? VERMILION : random.pick([INDIGO, INDIGO, INDIGO, INK, INK, CELADON]);
      return box(column * 40 + 4, row * 40 + 4, 32, 32, filled && !gap ? written : '#e7decb');
    });
  });
  return { ground: PAPER, marks: cells.join(''), flat: true };
};

/** Windows in the dark, in rows that are shifted like a comb's. */
const windows: Draw = (random) => {
  const halos: string[] = [];
  const cells = range(-1, 11, 12).flatMap((row) =>
    range(-1, 16, 17).map((column) => {
      const [x, y] = [column * 104 + (row % 2 === 0 ? 0 : 52) + 6, row * 92 + 6];
      const light = random.noise(column / 3.2, row / 2.6) + random.between(-0.55, 0.5);
      const shape = (fill: string, opacity: number) =>
        `<path d="M${x + 20} ${y}h52l20 40l-20 40h-52l-20-40z" fill="${fill}" fill-opacity="${opacity}"/>`;
      if (light < 0.22) return shape(INDIGO, Number(random.between(0.14, 0.5).toFixed(2)));
      const fill = random.pick([OCHRE, OCHRE, OCHRE, PAPER, VERMILION]);
      halos.push(glow([x + 46, y + 40], 92, fill, 0.8));
      return shape(fill, Number(random.between(0.7, 1).toFixed(2)));
    }),
  );
  return { ground: NIGHT, marks: halos.join('') + cells.join('') };
};

/** One square that rectangles of all sizes share; some have been rubbed out. */
const shared: Draw = (random) => {
  const parts = partition(random, { x: 400, y: 90, width: 820, height: 820 }, 5);
  const marks = parts.map(({ x, y, width, height }, index) => {
    const rubbed = index % 4 === 2;
    if (rubbed)
      return (
        box(x + 14, y + 14, width - 28, height - 28, INK, 0.05) +
        line(
          [
            [x + 20, y + height - 20],
            [x + width - 20, y + 20],
          ],
          INK,
          1,
          0.18,
        )
      );
    return box(
      x + 5,
      y + 5,
      width - 10,
      height - 10,
      random.pick([INK, INDIGO, INDIGO, OCHRE, CELADON, VERMILION]),
      0.94,
    );
  });
  const lattice = range(0, 1600, 40)
    .map((x) =>
      line(
        [
          [x, 0],
          [x, 1000],
        ],
        INK,
        0.8,
        0.16,
      ),
    )
    .concat(
      range(0, 1000, 25).map((y) =>
        line(
          [
            [0, y],
            [1600, y],
          ],
          INK,
          0.8,
          0.16,
        ),
      ),
    );
  return { ground: PAPER, marks: [...lattice, box(400, 90, 820, 820, PAPER, 0.75), ...marks].join('') };
};

interface Room {
  x: number;
  y: number;
  width: number;
  height: number;
}

function partition(random: Random, room: Room, depth: number): Room[] {
  if (depth === 0 || room.width * room.height < 22_000) return [room];
  const share = random.pick([0.34, 0.5, 0.62]);
  const { x, y, width, height } = room;
  const [one, two] =
    width > height * random.between(0.8, 1.25)
      ? [
          { x, y, width: width * share, height },
          { x: x + width * share, y, width: width * (1 - share), height },
        ]
      : [
          { x, y, width, height: height * share },
          { x, y: y + height * share, width, height: height * (1 - share) },
        ];
  return [...partition(random, one, depth - 1), ...partition(random, two, depth - 1)];
}

/** A sparse weave at night whose lights go out, one after another, from the edge. */
const lastLights: Draw = (random) => {
  const columns = range(70, 1530, 13);
  const rows = range(80, 920, 8);
  const threads = [
    ...columns.map((x) =>
      brush(
        random,
        [
          [x, -20],
          [x + random.between(-9, 9), 500],
          [x + random.between(-9, 9), 1020],
        ],
        { width: 11, colour: PAPER, opacity: 0.34, dry: 0.75, taper: 0 },
      ),
    ),
    ...rows.map((y) =>
      brush(
        random,
        [
          [-20, y],
          [800, y + random.between(-9, 9)],
          [1620, y + random.between(-9, 9)],
        ],
        { width: 13, colour: CELADON, opacity: 0.42, dry: 0.75, taper: 0 },
      ),
    ),
  ];
  const lights = columns.flatMap((x, column) =>
    rows.map((y) => {
      const power = 1.12 - column / 11 + random.between(-0.22, 0.22);
      if (power < 0.18) return { halo: '', lamp: ring([x, y], 6, PAPER, 1.5, 0.4) };
      const colour = random.next() < 0.12 ? VERMILION : OCHRE;
      return {
        halo: glow([x, y], 60, colour, Math.min(0.9, power)),
        lamp: disc([x, y], 9 + 5 * Math.min(1, power), colour, Math.min(1, 0.4 + power)),
      };
    }),
  );
  return {
    ground: NIGHT,
    marks: [...threads, ...lights.map(({ halo }) => halo), ...lights.map(({ lamp }) => lamp)].join(''),
  };
};

/** Order, and what breaks it. */
export const grid: readonly Draw[] = [plans, reach, lines, windows, shared, lastLights];
