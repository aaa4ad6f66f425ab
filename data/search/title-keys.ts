import type { Language } from '../languages.ts';
import { initialOf, isSyllable } from './folding.ts';
import type { Reading } from './readings.ts';
import { keyOf, type Unit } from './units.ts';

/**
 * What the index of titles holds. Each token begins with a letter that tells its sort, so that one index serves all
 * without one sort standing in the way of another:
 * `g` the title's units in order, Korean and Japanese as overlapping pairs, so that a phrase finds any part of a word;
 * `s` the beginning of the title; `h` the beginning of each word and what follows it;
 * `i` four Korean initial consonants in a row; `r` what is read aloud from a word on. Both indexes also hold
 * `l` the language and `c` the category.
 */
export const SORTS = { unit: 'g', start: 's', head: 'h', initials: 'i', sound: 'r' } as const;

/** The token of the language. */
export function langToken(lang: Language): string {
  return `l${lang}`;
}

/** The token of a category's key, which may hold signs that no token may hold. */
export function categoryToken(category: string): string {
  return `c${Buffer.from(category).toString('hex')}`;
}

/** How many keys of a start or head are kept, and how many initials and sounds. A longer query also needs its units. */
export const KEPT = { keys: 6, initials: 4, sounds: 12 } as const;

// What SQLite's tokenizer (Unicode 6.1) surely takes for letters, and the signs and spaces of expressions.
const UNSURE =
  /[^ -~\u00C0-\u024F\u0370-\u0481\u048A-\u052F\u3041-\u3096\u309D-\u309F\u30A1-\u30FA\u30FC-\u30FE\u3131-\u318E\u3400-\u4DB5\u4E00-\u9FCC\uAC00-\uD7A3]/gu;

/** Tokens with every letter that SQLite might not know spelled in hexadecimal; otherwise nothing would be left of them. */
export function safeTokens(tokens: string): string {
  return tokens.replace(UNSURE, (letter) => `z${letter.codePointAt(0)?.toString(16)}z`);
}

/** A title as its index takes it. */
export function titleTokens(units: Unit[], readings: Reading[]): string {
  const tokens = [
    ...unitTokens(units),
    ...[...joinedWords(units), ...neighbours(units)].map((word) => SORTS.unit + word),
    SORTS.start + keyOf(units).slice(0, KEPT.keys),
    ...headTokens(units, readings[0]),
    ...initialTokens(units),
    ...readings.flatMap(soundTokens),
  ];
  return safeTokens(tokens.join(' '));
}

/** The units of a title or a phrase as tokens: a Korean or Japanese character together with the one after it. */
export function unitTokens(units: Unit[]): string[] {
  return units.map((unit, index) => {
    const next = units[index + 1];
    return SORTS.unit + unit.keys + (unit.isCjk && next?.isCjk ? next.keys : '');
  });
}

/** Words of several units as people also write them in one: `dont`, `nodejs`, `iphone17`. */
export function joinedWords(units: Unit[]): string[] {
  const words: string[] = [];
  for (const [index, unit] of units.entries()) {
    if (!unit.isJoined) continue;
    if (units[index - 1]?.isJoined) words[words.length - 1] += unit.keys;
    else words.push((units[index - 1]?.keys ?? '') + unit.keys);
  }
  return words;
}

/** Two words as one, since people write `web components` and `webcomponents`. */
function neighbours(units: Unit[]): string[] {
  return units.flatMap((unit, index) => {
    const next = units[index + 1];
    return next && !unit.isCjk && !next.isCjk && !next.isJoined ? [unit.keys + next.keys] : [];
  });
}

function headTokens(units: Unit[], reading: Reading | undefined): string[] {
  const spoken = new Set(reading?.words.map((at) => reading.starts[at]));
  const heads = new Set<string>();
  for (const [index, unit] of units.entries())
    if (unit.startsWord || spoken.has(unit.starts[0]))
      heads.add(SORTS.head + keyOf(units.slice(index, index + KEPT.keys)).slice(0, KEPT.keys));
  return [...heads];
}

function initialTokens(units: Unit[]): string[] {
  return initialRuns(units).flatMap(({ letters }) =>
    [...letters].map((_, at) => SORTS.initials + letters.slice(at, at + KEPT.initials)),
  );
}

/** The initial consonants of each stretch of Korean, and the index of the unit where it begins. */
export function initialRuns(units: Unit[]): { letters: string; from: number }[] {
  const runs: { letters: string; from: number }[] = [];
  let isOpen = false;
  for (const [index, unit] of units.entries()) {
    const isKorean = isSyllable(unit.letters);
    if (isKorean && !isOpen) runs.push({ letters: '', from: index });
    const run = runs.at(-1);
    if (isKorean && run) run.letters += initialOf(unit.letters);
    isOpen = isKorean;
  }
  return runs;
}

function soundTokens({ sound, words }: Reading): string[] {
  return words.map((at) => SORTS.sound + sound.slice(at, at + KEPT.sounds));
}
