import { eachLetter, finalLength, foldText, isSyllable, keysOf } from './folding.ts';
import { HAS_EAST_ASIAN, HAS_HANGUL, IS_HAN } from './scripts.ts';

/**
 * The smallest part of a text that a match can begin with: one character of Korean or Japanese, or in other scripts a
 * run of letters or of digits. `starts` and `ends` tell for each of its keys where in the text it came from.
 */
export interface Unit {
  keys: string;
  /** The folded letters, Korean as syllables. */
  letters: string;
  isCjk: boolean;
  /** Whether a word begins here as far as spaces, punctuation and changes of script can tell. */
  startsWord: boolean;
  /** Whether nothing but a hyphen, apostrophe or the like stands before it: the end of another unit. */
  isJoined: boolean;
  starts: number[];
  ends: number[];
}

const LETTER = /[\p{L}\p{M}]/u;
const DIGIT = /\p{N}/u;

type Kind = 'hangul' | 'han' | 'hiragana' | 'katakana' | 'letter' | 'digit' | 'sign' | 'space' | 'mark';

/** The units of a text, in order. */
export function unitsOf(text: string): Unit[] {
  const builder: Builder = {
    units: [],
    current: undefined,
    last: 'space',
    afterSpace: true,
    afterMark: false,
  };
  eachLetter(text, (letter, start, end) => {
    const folded = foldLetter(letter);
    if (folded.length === 1) add(builder, folded, kindOf(letter, folded), [start, end]);
    else for (const one of folded) add(builder, one, kindOf(one, one), [start, end]);
  });
  return builder.units;
}

function foldLetter(letter: string): string {
  const code = letter.charCodeAt(0);
  if (letter.length > 1) return foldText(letter);
  if (code < 0x80) return code >= 0x41 && code <= 0x5a ? letter.toLowerCase() : letter;
  if (code >= 0x30a1 && code <= 0x30f6) return String.fromCharCode(code - 0x60);
  return isPlain(code) ? letter : foldText(letter);
}

/** Hiragana, the common Han characters and Korean syllables fold to themselves. */
function isPlain(code: number): boolean {
  return (
    (code >= 0x3041 && code <= 0x3096) ||
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7a3)
  );
}

function kindOf(letter: string, folded: string): Kind {
  const code = folded.charCodeAt(0);
  if (code < 0x80) return ASCII_KINDS[code] as Kind;
  if (folded.length > 1 || !isPlain(code)) return otherKind(folded);
  if (code >= 0xac00) return 'hangul';
  if (code >= 0x4e00) return 'han';
  return letter.charCodeAt(0) >= 0x30a1 ? 'katakana' : 'hiragana';
}

function otherKind(letter: string): Kind {
  if (letter === 'ー') return 'katakana';
  if (/\s/u.test(letter)) return 'space';
  if (DIGIT.test(letter)) return IS_HAN.test(letter) ? 'han' : 'digit';
  if (!LETTER.test(letter)) return 'mark';
  if (!HAS_EAST_ASIAN.test(letter)) return 'letter';
  if (HAS_HANGUL.test(letter)) return 'hangul';
  return IS_HAN.test(letter) ? 'han' : 'hiragana';
}

const ASCII_KINDS: Kind[] = Array.from({ length: 0x80 }, (_, code) => {
  const letter = String.fromCharCode(code);
  if (/[a-z]/i.test(letter)) return 'letter';
  if (/\d/.test(letter)) return 'digit';
  if (letter === '+' || letter === '#') return 'sign';
  return code <= 0x20 ? 'space' : 'mark';
});

function isCjkKind(kind: Kind): boolean {
  return kind === 'hangul' || kind === 'han' || kind === 'hiragana' || kind === 'katakana';
}

interface Builder {
  units: Unit[];
  /** The unit that a next letter may still belong to. */
  current: Unit | undefined;
  /** Of the last letter. */
  last: Kind;
  afterSpace: boolean;
  afterMark: boolean;
}

function add(builder: Builder, letter: string, kind: Kind, place: [start: number, end: number]): void {
  const previous = builder.units.at(-1);
  if (kind === 'space' || kind === 'mark' || (kind === 'sign' && !takesSign(builder.current))) {
    builder.current = undefined;
    builder.afterSpace ||= kind === 'space';
    builder.afterMark = true;
  } else if (letter === 'ー' && previous?.isCjk && !builder.afterMark)
    // A long vowel's sign belongs to the kana before it.
    previous.ends[previous.ends.length - 1] = place[1];
  else addLetter(builder, letter, kind, place);
}

/** `c++` and `c#`: at most two signs, right after a letter. */
function takesSign(unit: Unit | undefined): boolean {
  return unit !== undefined && !unit.isCjk && !/[+#]{2}$/.test(unit.keys);
}

function addLetter(builder: Builder, letter: string, kind: Kind, [start, end]: [number, number]): void {
  const isCjk = isCjkKind(kind);
  const keys = isCjk ? keysOf(letter) : letter;
  if (keys === '') return;
  const { current, last } = builder;
  const continues = kind === 'sign' || (kind === last && !/[+#]$/.test(current?.keys ?? ''));
  const unit = !isCjk && current && continues ? current : open(builder, kind, isCjk);
  unit.letters += letter;
  unit.keys += keys;
  for (let count = 0; count < keys.length; count += 1) {
    unit.starts.push(start);
    unit.ends.push(end);
  }
  builder.current = unit;
  if (kind !== 'sign') builder.last = kind;
  builder.afterSpace = false;
  builder.afterMark = false;
}

function open({ units, afterSpace, afterMark, last }: Builder, kind: Kind, isCjk: boolean): Unit {
  const isJoined = !isCjk && !afterSpace && units.at(-1)?.isCjk === false;
  const startsWord = afterSpace || afterMark || kind !== last;
  const unit = { keys: '', letters: '', isCjk, startsWord, isJoined, starts: [], ends: [] };
  units.push(unit);
  return unit;
}

/**
 * The same units with the last syllable's final consonant taken for the beginning of a next syllable, as an input method
 * shows it before the vowel is typed: 인공진 on the way to 인공지능. Undefined where there is no final consonant.
 */
export function withFinalDetached(units: Unit[]): Unit[] | undefined {
  const last = units.at(-1);
  const length = last && isSyllable(last.letters) ? Math.min(1, finalLength(last.letters)) : 0;
  if (!last || length === 0) return undefined;
  const at = last.keys.length - length;
  return [...units.slice(0, -1), part(last, 0, at), part(last, at, last.keys.length)];
}

function part(unit: Unit, from: number, to: number): Unit {
  return {
    ...unit,
    keys: unit.keys.slice(from, to),
    starts: unit.starts.slice(from, to),
    ends: unit.ends.slice(from, to),
  };
}

/** The keys of several units in a row. */
export function keyOf(units: Unit[]): string {
  return units.map(({ keys }) => keys).join('');
}
