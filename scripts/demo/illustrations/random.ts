/** Chance that always falls the same way: everything it answers follows from the seed. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number;
  between(low: number, high: number): number;
  pick<T>(list: readonly T[]): T;
  /** A smooth landscape between -1 and 1; hills are about one unit wide. */
  noise(x: number, y?: number): number;
}

/** Seeds the random numbers with a text. */
export function createRandom(seed: string): Random {
  let state = hash(seed);
  const offset = state % 10_000;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    return scramble(state);
  };
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    pick: (list) => list[Math.floor(next() * list.length)] as (typeof list)[number],
    noise: (x, y = 0) => valueNoise(x + offset, y + offset),
  };
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}

/** Mulberry32's last step: one number between 0 and 1 from one integer. */
function scramble(integer: number): number {
  let value = Math.imul(integer ^ (integer >>> 15), integer | 1);
  value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
  return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
}

function valueNoise(x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const corner = (dx: number, dy: number) =>
    scramble(Math.imul(left + dx, 374761393) + Math.imul(top + dy, 668265263)) * 2 - 1;
  const ease = (t: number) => t * t * (3 - 2 * t);
  const mix = (a: number, b: number, t: number) => a + (b - a) * t;
  const across = ease(x - left);
  return mix(mix(corner(0, 0), corner(1, 0), across), mix(corner(0, 1), corner(1, 1), across), ease(y - top));
}
