import { clustersOf, finalLength, foldText, isSyllable, keysOf } from './folding.ts';

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

const CJK = /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u;
const LETTER = /[\p{L}\p{M}]/u;
const DIGIT = /\p{N}/u;

type Kind = 'hangul' | 'han' | 'hiragana' | 'katakana' | 'letter' | 'digit' | 'sign' | 'space' | 'mark';

/** The units of a text, in order. */
export function unitsOf(text: string): Unit[] {
  const builder = createBuilder();
  for (const [cluster, start, end] of clustersOf(text)) {
    const folded = foldCluster(cluster);
    const kind = kindOf(cluster, folded);
    if (kind !== undefined) builder.add(folded, kind, start, end);
    else for (const letter of folded) builder.add(letter, kindOf(letter, letter) ?? 'mark', start, end);
  }
  return builder.finish();
}

function foldCluster(cluster: string): string {
  const code = cluster.charCodeAt(0);
  if (cluster.length === 1) {
    if (code < 0x80) return cluster.toLowerCase();
    if (code >= 0x30a1 && code <= 0x30f6) return FOLDED_KATAKANA[code - 0x30a1] as string;
    if ((code >= 0x3041 && code <= 0x3096) || (code >= 0x4e00 && code <= 0x9fff)) return cluster;
    if (code >= 0xac00 && code <= 0xd7a3) return cluster;
  }
  return foldText(cluster);
}

const FOLDED_KATAKANA = Array.from({ length: 0x56 }, (_, index) => String.fromCharCode(0x3041 + index));

/** The kind of a single letter; undefined when folding has made several of it. */
function kindOf(cluster: string, folded: string): Kind | undefined {
  const code = folded.charCodeAt(0);
  if (folded.length === 1) {
    if (code < 0x80) return ASCII_KINDS[code];
    if (code >= 0x4e00 && code <= 0x9fff) return 'han';
    if (code >= 0xac00 && code <= 0xd7a3) return 'hangul';
    if (code >= 0x3041 && code <= 0x3096) return cluster.charCodeAt(0) >= 0x30a1 ? 'katakana' : 'hiragana';
    if (code === 0x30fc) return 'katakana';
  }
  if ([...folded].length !== 1) return folded === '' ? 'mark' : undefined;
  return otherKind(folded);
}

function otherKind(letter: string): Kind {
  if (/\s/u.test(letter)) return 'space';
  if (DIGIT.test(letter)) return /\p{Script=Han}/u.test(letter) ? 'han' : 'digit';
  if (!LETTER.test(letter)) return 'mark';
  if (!CJK.test(letter)) return 'letter';
  if (/\p{Script=Hangul}/u.test(letter)) return 'hangul';
  return /\p{Script=Han}/u.test(letter) ? 'han' : 'hiragana';
}

const ASCII_KINDS: Kind[] = Array.from({ length: 0x80 }, (_, code) => {
  const letter = String.fromCharCode(code);
  if (/[a-z]/i.test(letter)) return 'letter';
  if (/\d/.test(letter)) return 'digit';
  if (letter === '+' || letter === '#') return 'sign';
  return code <= 0x20 ? 'space' : 'mark';
});

const CJK_KINDS = new Set<Kind>(['hangul', 'han', 'hiragana', 'katakana']);

function createBuilder() {
  const units: Unit[] = [];
  let current: Unit | undefined;
  let [last, afterSpace, afterMark]: [Kind, boolean, boolean] = ['space', true, false];

  const open = (kind: Kind): Unit => {
    const isCjk = CJK_KINDS.has(kind);
    const isJoined = !isCjk && !afterSpace && units.at(-1)?.isCjk === false;
    const startsWord = afterSpace || afterMark || kind !== last;
    const unit = { keys: '', letters: '', isCjk, startsWord, isJoined, starts: [], ends: [] };
    units.push(unit);
    return unit;
  };
  const append = (unit: Unit, letter: string, [start, end]: [number, number]) => {
    const keys = unit.isCjk ? keysOf(letter) : letter;
    unit.letters += letter;
    unit.keys += keys;
    for (let count = 0; count < keys.length; count += 1) {
      unit.starts.push(start);
      unit.ends.push(end);
    }
  };

  return {
    add(letter: string, kind: Kind, start: number, end: number): void {
      if (kind === 'space' || kind === 'mark' || (kind === 'sign' && !takesSign(current))) {
        current = undefined;
        afterSpace ||= kind === 'space';
        afterMark = true;
        return;
      }
      // A long vowel's sign belongs to the kana before it.
      if (letter === 'ー' && units.at(-1)?.isCjk && !afterMark) return extend(units.at(-1) as Unit, end);
      const continues = !CJK_KINDS.has(kind) && current && (kind === last || kind === 'sign');
      current = continues ? current : open(kind);
      append(current as Unit, letter, [start, end]);
      [last, afterSpace, afterMark] = [kind === 'sign' ? last : kind, false, false];
    },
    finish: () => units.filter(({ keys }) => keys !== ''),
  };
}

/** `c++` and `c#`: at most two signs, right after a letter. */
function takesSign(unit: Unit | undefined): boolean {
  return unit !== undefined && !unit.isCjk && !/[+#]{2}$/.test(unit.keys);
}

function extend(unit: Unit, end: number): void {
  unit.ends[unit.ends.length - 1] = end;
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
