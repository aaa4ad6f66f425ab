import type { Random } from './random.ts';

/** Every illustration is drawn in this many units, which are its pixels. */
export const WIDTH = 1600;
export const HEIGHT = 1000;

/** The six inks of all illustrations, and the night that two of them make. */
export const PAPER = '#f3ecdd';
export const INK = '#1b1d22';
export const INDIGO = '#25426f';
export const VERMILION = '#c4452d';
export const CELADON = '#86a593';
export const OCHRE = '#d3a04d';
export const NIGHT = '#151c2e';

export type Point = readonly [x: number, y: number];

/** What a composition is: SVG elements on a ground. */
export interface Composition {
  ground: string;
  marks: string;
  /** Without grain, for crisp shapes that PNG keeps small. */
  flat?: boolean;
}

/** One picture of a family. */
export type Draw = (random: Random) => Composition;

/** `steps + 1` numbers from `from` to `to`. */
export function range(from: number, to: number, steps: number): number[] {
  return Array.from({ length: steps + 1 }, (_, index) => from + ((to - from) * index) / steps);
}

/** `count` results of a function of the index and of its share of the whole, from 0 to 1. */
export function times<T>(count: number, make: (index: number, share: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index, count > 1 ? index / (count - 1) : 0));
}

/** Rises gently from 0 at `from` to 1 at `to`. */
export function ramp(x: number, from: number, to: number): number {
  const t = Math.min(1, Math.max(0, (x - from) / (to - from)));
  return t * t * (3 - 2 * t);
}

/** A bell of height 1 around a centre. */
export function bell(x: number, centre: number, width: number): number {
  return Math.exp(-(((x - centre) / width) ** 2));
}

/** The curve of a function from the left edge to the right one. */
export function curve(y: (x: number) => number, from = -20, to = WIDTH + 20, steps = 80): Point[] {
  return range(from, to, steps).map((x) => [x, y(x)]);
}

/** A closed curve around a centre; the radius may depend on the angle in radians. */
export function loop([x, y]: Point, radius: (angle: number) => number, flatness = 1, steps = 90): Point[] {
  return range(0, Math.PI * 2, steps).map((angle) => [
    x + radius(angle) * Math.cos(angle),
    y + radius(angle) * flatness * Math.sin(angle),
  ]);
}

/** The `d` of a path through points. */
export function through(points: readonly Point[]): string {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
}

export function line(points: readonly Point[], colour: string, width: number, opacity = 1): string {
  return `<path d="${through(points)}" fill="none" stroke="${colour}" stroke-width="${width.toFixed(2)}" stroke-opacity="${opacity.toFixed(3)}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

export function area(points: readonly Point[], fill: string, opacity = 1): string {
  return `<path d="${through(points)}Z" fill="${fill}" fill-opacity="${opacity.toFixed(3)}"/>`;
}

/** All that lies below a curve. */
export function below(points: readonly Point[], fill: string, opacity = 1): string {
  return area([...points, [WIDTH + 20, HEIGHT + 20], [-20, HEIGHT + 20]], fill, opacity);
}

export function disc([x, y]: Point, radius: number, fill: string, opacity = 1): string {
  return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius.toFixed(1)}" fill="${fill}" fill-opacity="${opacity.toFixed(3)}"/>`;
}

export function ring([x, y]: Point, radius: number, colour: string, width: number, opacity = 1): string {
  return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius.toFixed(1)}" fill="none" stroke="${colour}" stroke-width="${width.toFixed(2)}" stroke-opacity="${opacity.toFixed(3)}"/>`;
}

export function box(x: number, y: number, width: number, height: number, fill: string, opacity = 1): string {
  return `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}" fill="${fill}" fill-opacity="${opacity.toFixed(3)}"/>`;
}

/** Inks that darken what lies below them, as on paper. */
export function printed(marks: string): string {
  return `<g style="mix-blend-mode:multiply">${marks}</g>`;
}

/** A disc of one of the inks that fades from its middle to nothing; far cheaper than blurring one. */
export function glow(centre: Point, radius: number, ink: string, opacity: number): string {
  return disc(centre, radius, `url(#glow-${ink.slice(1)})`, opacity);
}

/** Turned around a point, in degrees. */
export function turned(marks: string, degrees: number, [x, y]: Point = [WIDTH / 2, HEIGHT / 2]): string {
  return `<g transform="rotate(${degrees.toFixed(2)} ${x.toFixed(1)} ${y.toFixed(1)})">${marks}</g>`;
}

/** Only what lies inside a shape. */
export function inside(shape: string, marks: string, id: string): string {
  return `<clipPath id="${id}">${shape}</clipPath><g clip-path="url(#${id})">${marks}</g>`;
}

/** A colour that fades out, as a printer wipes a woodblock (bokashi): give `url(#id)` as the fill. */
export function fading(id: string, colour: string, from: number, to: number, sideways = false): string {
  const end = sideways ? 'x2="1" y2="0"' : 'x2="0" y2="1"';
  return `<linearGradient id="${id}" x1="0" y1="0" ${end}><stop offset="0" stop-color="${colour}" stop-opacity="${from}"/><stop offset="1" stop-color="${colour}" stop-opacity="${to}"/></linearGradient>`;
}

/** A small red seal, as painters and carvers sign. */
export function seal(x: number, y: number, size = 54): string {
  const cut = size / 9;
  const strokes = [
    box(x + cut * 1.5, y + cut * 1.6, cut * 6, cut * 0.9, PAPER),
    box(x + cut * 1.5, y + cut * 4, cut * 2.6, cut * 0.9, PAPER),
    box(x + cut * 4.9, y + cut * 3.8, cut * 0.9, cut * 3.6, PAPER),
    box(x + cut * 1.5, y + cut * 6.3, cut * 2.6, cut * 0.9, PAPER),
    box(x + cut * 6.7, y + cut * 3.8, cut * 0.9, cut * 3.6, PAPER),
  ];
  return `<rect x="${x}" y="${y}" width="${size}" height="${size}" rx="4" fill="${VERMILION}" fill-opacity="0.92"/>${strokes.join('')}`;
}

/** The whole picture as an SVG document. */
export function toSvg({ ground, marks }: Composition): string {
  const glows = [PAPER, INK, INDIGO, VERMILION, CELADON, OCHRE].map((ink) => {
    const stops = [1, 0.82, 0.46, 0.16, 0.03, 0].map(
      (opacity, index) => `<stop offset="${index / 5}" stop-color="${ink}" stop-opacity="${opacity}"/>`,
    );
    return `<radialGradient id="glow-${ink.slice(1)}">${stops.join('')}</radialGradient>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><defs>${glows.join('')}</defs><rect width="100%" height="100%" fill="${ground}"/>${marks}</svg>`;
}
