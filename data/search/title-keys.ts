import type { Language } from '../languages.ts';
import { initialOf, isSyllable } from './folding.ts';
import type { Reading } from './readings.ts';
import { IS_HAN } from './scripts.ts';
import { keyOf, type Unit } from './units.ts';

/**
 * What the index of titles holds. Each token begins with a letter that tells its sort, so that one index serves all
 * without one sort standing in the way of another:
 * `g` the title's units in order, Korean and Japanese as overlapping pairs, so that a phrase finds any part of a word;
 * `s` the beginning of the title; `h` the beginning of each word and what follows it;
 * `i` four Korean initial consonants in a row; `r` what is read aloud from a word on; `k` two kanji with the kana of an
 * inflection between them. Both indexes also hold `l` the language and `c` the category.
 */
export const SORTS = {
  unit: 'g',
  start: 's',
  head: 'h',
  initials: 'i',
  sound: 'r',
  kanji: 'k',
} as const;

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

/** A title as its index takes it. */
export function titleTokens(units: Unit[], readings: Reading[]): string {
  const tokens = [
    ...unitTokens(units),
    ...[...joinedWords(units), ...neighbours(units)].map((word) => SORTS.unit + word),
    SORTS.start + keyOf(units).slice(0, KEPT.keys),
    ...headTokens(units, readings[0]),
    ...initialTokens(units),
    ...new Set(readings.flatMap(soundTokens)),
    ...kanjiPairs(units).map((pair) => SORTS.kanji + pair),
  ];
  return tokens.join(' ');
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

const HIRAGANA = /^[\u3041-\u3096]$/;
const LONGEST_INFLECTION = 2;

/** Two kanji around the kana of an inflection, which people leave out or write otherwise: 引越 for 引っ越. */
function kanjiPairs(units: Unit[]): string[] {
  return units.flatMap(({ keys }, index) => {
    const next = IS_HAN.test(keys) ? kanjiAfter(units, index) : undefined;
    return next !== undefined && next > index + 1 ? [keys + units[next]?.keys] : [];
  });
}

/** The index of the kanji that follows another, with the kana of an inflection between them or without. */
export function kanjiAfter(units: Unit[], index: number): number | undefined {
  for (let next = index + 1; next <= index + 1 + LONGEST_INFLECTION; next += 1) {
    const [before, unit] = [units[next - 1], units[next]];
    if (!unit || unit.starts[0] !== before?.ends.at(-1)) return undefined;
    if (IS_HAN.test(unit.keys)) return next;
    if (!HIRAGANA.test(unit.letters)) return undefined;
  }
  return undefined;
}

function soundTokens({ sound, words }: Reading): string[] {
  return words.map((at) => SORTS.sound + sound.slice(at, at + KEPT.sounds));
}
