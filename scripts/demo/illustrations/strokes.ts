import { brush, spline } from './brush.ts';
import {
  CELADON,
  type Draw,
  disc,
  glow,
  INDIGO,
  INK,
  line,
  OCHRE,
  PAPER,
  type Point,
  printed,
  range,
  seal,
  times,
  VERMILION,
} from './shapes.ts';

/** A few broad strokes, thick and thin, that meet within a frame. */
const meeting: Draw = (random) => ({
  ground: PAPER,
  marks: [
    glow([1000, 430], 620, OCHRE, 0.34),
    printed(
      brush(
        random,
        [
          [-80, 360],
          [420, 300],
          [1000, 330],
          [1590, 236],
        ],
        { width: 176, dry: 0.55, taper: 0.3 },
      ) +
        brush(
          random,
          [
            [1120, -60],
            [1090, 330],
            [1120, 640],
            [1040, 985],
          ],
          { width: 138, dry: 0.5, taper: 0.4 },
        ) +
        brush(
          random,
          [
            [1050, 330],
            [860, 560],
            [560, 760],
            [90, 880],
          ],
          { width: 92, dry: 0.66, taper: 0.5 },
        ) +
        brush(
          random,
          [
            [300, 560],
            [420, 640],
            [520, 670],
          ],
          { width: 74, colour: INDIGO, dry: 0.5, taper: 0.3 },
        ),
    ),
    ...[
      [
        [196, 92],
        [800, 84],
        [1404, 94],
      ],
      [
        [1404, 80],
        [1410, 500],
        [1400, 920],
      ],
      [
        [1412, 908],
        [800, 916],
        [190, 906],
      ],
      [
        [196, 914],
        [190, 500],
        [198, 86],
      ],
    ].map((side) =>
      brush(random, side as unknown as Point[], { width: 12, colour: VERMILION, dry: 0.5, taper: 0 }),
    ),
    seal(1306, 806, 62),
  ].join(''),
});

/** A tangle of fine strokes, dense in the middle and open at the edges. */
const tangle: Draw = (random) => {
  const threads = times(190, (index) => {
    const swing = () => (random.next() + random.next() + random.next() - 1.5) * 2;
    const points: Point[] = times(5, (_, share) => [
      800 + (share - 0.5) * 2200 * random.between(0.4, 1) + swing() * 130,
      500 + swing() * 210 + (share - 0.5) * swing() * 420,
    ]);
    const colour = index % 17 === 0 ? VERMILION : index % 5 === 0 ? INDIGO : INK;
    return line(spline(points, 36), colour, random.pick([0.8, 1, 1.4, 2, 3.2]), random.between(0.35, 0.8));
  });
  return {
    ground: PAPER,
    marks: [glow([800, 500], 510, CELADON, 0.55), printed(threads.join(''))].join(''),
  };
};

/** Straight and curved strokes gathered into a square, in columns. */
const gathered: Draw = (random) => {
  const columns = range(0, 6, 6).flatMap((column) => {
    const x = 1140 - column * 112;
    const colour = column === 2 ? VERMILION : column === 5 ? INDIGO : INK;
    if (column === 3)
      return [
        brush(
          random,
          times(12, (_, share) => [x + 44 * Math.sin(share * 7), 170 + share * 640]),
          { width: 70, dry: 0.4 },
        ),
      ];
    const cut = random.between(0.35, 0.65);
    return [
      brush(
        random,
        [
          [x, 160],
          [x + 6, 160 + 320 * cut],
          [x - 4, 160 + 640 * cut],
        ],
        { width: random.between(60, 92), colour, dry: 0.42, taper: 0.12 },
      ),
      brush(
        random,
        [
          [x - 2, 200 + 640 * cut],
          [x + 5, 840],
        ],
        { width: random.between(44, 90), colour, dry: 0.6, taper: 0.2 },
      ),
    ];
  });
  const frame = [
    brush(
      random,
      [
        [330, 120],
        [800, 108],
        [1280, 116],
      ],
      { width: 30, dry: 0.55 },
    ),
    brush(
      random,
      [
        [330, 892],
        [800, 904],
        [1276, 888],
      ],
      { width: 34, dry: 0.6 },
    ),
  ];
  return {
    ground: PAPER,
    marks: [
      glow([620, 700], 510, CELADON, 0.6),
      printed(columns.join('')),
      printed(frame.join('')),
      seal(1390, 838),
    ].join(''),
  };
};

/** Three strokes from one place, each to its own; the marks of a broad chisel around them. */
const partings: Draw = (random) => {
  const from: Point = [300, 760];
  const chisel = times(20, (index) => {
    const angle = -1.65 + index * 0.098;
    const points = range(620, 1250, 5).map(
      (radius): Point => [
        from[0] + radius * Math.cos(angle + radius / 4200),
        from[1] + radius * Math.sin(angle + radius / 4200),
      ],
    );
    return brush(random, points, {
      width: 42,
      colour: index % 2 === 0 ? CELADON : OCHRE,
      opacity: 0.3,
      dry: 0.7,
      taper: 0.3,
    });
  });
  return {
    ground: PAPER,
    marks: [
      printed(chisel.join('')),
      printed(
        brush(random, [from, [430, 520], [470, 300], [640, 60]], {
          width: 104,
          colour: INDIGO,
          dry: 0.5,
          taper: 0.4,
        }),
      ),
      printed(
        brush(random, [from, [620, 640], [980, 520], [1500, 330]], {
          width: 132,
          dry: 0.58,
          taper: 0.4,
        }),
      ),
      printed(
        brush(random, [from, [640, 800], [1010, 800], [1430, 900]], {
          width: 92,
          colour: VERMILION,
          dry: 0.5,
          taper: 0.45,
        }),
      ),
      disc(from, 56, INK, 0.95),
      seal(96, 90),
    ].join(''),
  };
};

/** Vertical strokes side by side. */
const rain: Draw = (random) => {
  const strokes = times(21, (index) => {
    const x = 60 + index * 74 + random.between(-10, 10);
    const top = random.between(-60, 240);
    const colour = index === 14 ? VERMILION : index % 4 === 1 ? INDIGO : index % 7 === 5 ? CELADON : INK;
    return brush(
      random,
      [
        [x, top],
        [x + random.between(-8, 8), 480],
        [x + random.between(-14, 14), random.between(640, 1040)],
      ],
      {
        width: random.between(26, 62),
        colour,
        dry: random.between(0.4, 0.8),
        opacity: colour === CELADON ? 0.7 : 0.9,
        taper: random.between(0.2, 0.6),
      },
    );
  });
  return { ground: PAPER, marks: printed(strokes.join('')) };
};

/** Long fibres that cross, and dots that keep some of them company. */
const fibres: Draw = (random) => {
  const fibre = (colour: string) => {
    const upright = random.next() < 0.55;
    const place = random.between(-100, upright ? 1700 : 1100);
    const drift = random.between(-160, 160);
    const points: Point[] = times(5, (_, share) => {
      const along = -60 + share * (upright ? 1120 : 1720);
      const across = place + drift * share + 46 * random.noise(share * 3, place);
      return upright ? [across, along] : [along, across];
    });
    return line(spline(points, 30), colour, random.pick([0.8, 1.2, 1.8, 2.8, 4.5]), random.between(0.3, 0.8));
  };
  const dotted = times(4, (index) => {
    const x = 330 + index * 300 + random.between(-40, 40);
    const column = range(110, 890, 16).map((y) =>
      disc([x + 34, y + random.between(-4, 4)], random.between(5, 9), VERMILION, 0.92),
    );
    return (
      line(
        [
          [x, 40],
          [x + 8, 960],
        ],
        PAPER,
        5,
        0.95,
      ) + column.join('')
    );
  });
  return {
    ground: '#2a4166',
    marks: [
      glow([1200, 260], 510, CELADON, 0.45),
      glow([260, 860], 544, INK, 0.6),
      ...times(130, (index) => fibre(index % 6 === 0 ? OCHRE : PAPER)),
      ...dotted,
    ].join(''),
  };
};

/** Ink as the brush leaves it. */
export const strokes: readonly Draw[] = [meeting, tangle, gathered, partings, rain, fibres];
