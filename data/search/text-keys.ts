import { foldText, isSyllable, keysOf } from './folding.ts';
import { EAST_ASIAN, IS_HAN } from './scripts.ts';

/**
 * What the index of texts holds: every word once, after a letter that tells where it stands: `b` anywhere in title,
 * summary, tags and body, `m` in all but the body. Korean and Japanese are cut into overlapping pairs of characters;
 * each kanji, and the first syllable of each Korean word, stands there alone as well.
 */
export const PLACES = { anywhere: 'b', above: 'm' } as const;

export type Place = (typeof PLACES)[keyof typeof PLACES];

/** The tokens of an article: `above` its title, summary and tags, `body` its plain text. */
export function textTokens(above: string, body: string): string {
  const bag: Bag = { words: new Set(), pairs: new Set() };
  gather(bag, above);
  const tokensAbove = tokensOf(bag, PLACES.above);
  gather(bag, body);
  return tokensAbove + tokensOf(bag, PLACES.anywhere);
}

/** The words of a text, each once. A pair of characters is a number: those are kept and written faster than texts. */
interface Bag {
  words: Set<string>;
  pairs: Set<number>;
}

function tokensOf({ words, pairs }: Bag, place: Place): string {
  let tokens = '';
  for (const word of words) tokens += `${place}${word} `;
  const units = new Uint16Array(pairs.size * 4);
  let length = 0;
  for (const pair of pairs) {
    units[length++] = place.charCodeAt(0);
    units[length++] = pair >>> 16;
    if (pair & 0xffff) units[length++] = pair & 0xffff;
    units[length++] = SPACE;
  }
  return tokens + Buffer.from(units.buffer, 0, length * 2).toString('utf16le');
}

const SPACE = 0x20;

// Lines in which each UTF-16 unit folds by itself: ASCII and the common ranges of Korean and Japanese.
const SIMPLE =
  /^[\t\r -~«»·\u2010-\u2027\u3000-\u3029\u3041-\u3096\u309D\u309E\u30A1-\u30FE\u4E00-\u9FFF\uAC00-\uD7A3]*$/;

function gather(bag: Bag, text: string): void {
  for (const line of text.split('\n')) {
    if (SIMPLE.test(line)) gatherSimple(bag, line.toLowerCase());
    else for (const word of wordsIn(line)) bag.words.add(word);
  }
}

/** The same words that wordsIn finds, ten times as fast. */
function gatherSimple({ words, pairs }: Bag, line: string): void {
  let [wordStart, previous] = [-1, NO_LETTER];
  for (let at = 0; at <= line.length; at += 1) {
    const key = KEYS[line.charCodeAt(at)] ?? NO_LETTER;
    if (isLatin(key)) {
      if (wordStart < 0) wordStart = at;
      previous = NO_LETTER;
      continue;
    }
    if (wordStart >= 0) addWord(words, line, [wordStart, at]);
    wordStart = -1;
    if (key > SILENT) addPair(pairs, previous, key);
    if (key !== SILENT) previous = key;
  }
}

function addPair(pairs: Set<number>, previous: number, key: number): void {
  if (previous !== NO_LETTER) pairs.add((previous << 16) | key);
  if (isHan(key) || (previous === NO_LETTER && key >= FIRST_SYLLABLE)) pairs.add(key << 16);
}

function addWord(words: Set<string>, line: string, [start, end]: [number, number]): void {
  const signs = signsAt(line, end);
  if (end - start + signs <= LONGEST_WORD) words.add(line.slice(start, end + signs));
}

/** How many signs belong to a word that ends there: those of `c++` and `c#`, but not of `1+1`. */
function signsAt(line: string, end: number): number {
  let count = 0;
  while (isSign(line.charCodeAt(end + count))) count += 1;
  const next = KEYS[line.charCodeAt(end + count)] ?? NO_LETTER;
  return count <= 2 && !isLatin(next) ? count : 0;
}

function isSign(code: number): boolean {
  return code === 0x2b || code === 0x23;
}

/** What KEYS tells of signs and spaces, and of the sign of a long vowel. */
const [NO_LETTER, SILENT] = [0, 1];
const FIRST_SYLLABLE = 0xac00;

function isLatin(key: number): boolean {
  return key > SILENT && key < 0x80;
}

function isHan(code: number): boolean {
  return (code >= 0x4e00 && code <= 0x9fff) || (code >= 0x3005 && code <= 0x3029);
}

/** For each UTF-16 unit of a simple line what it is compared by: itself for most letters, NO_LETTER for signs and spaces. */
const KEYS = Uint16Array.from({ length: 0x10000 }, (_, code) => {
  if (code < 0x80) return /[a-z0-9]/.test(String.fromCharCode(code)) ? code : NO_LETTER;
  if (isHan(code) && (code >= 0x4e00 || code === 0x3005 || code === 0x3007 || code >= 0x3021)) return code;
  if (code >= 0xac00 && code <= 0xd7a3) return code;
  if (code < 0x3041 || code > 0x30fe || code === 0x30fb) return NO_LETTER;
  const isKatakana = code >= 0x30a1 && code !== 0x30fc && code !== 0x30f7;
  return keysOf(String.fromCharCode(isKatakana ? code - 0x60 : code)).charCodeAt(0) || SILENT;
});

/** The expression that finds texts with all words of a query; undefined when there is none to look for. */
export function textExpression(q: string, place: Place, { prefixes = false } = {}): string | undefined {
  const words = [...new Set(phrasesIn(q))].slice(0, MAX_WORDS);
  if (words.length === 0) return undefined;
  return words
    .map((word) => `"${place}${word}"${prefixes && word.length >= SHORTEST_PREFIX ? ' *' : ''}`)
    .join(' AND ');
}

const MAX_WORDS = 64;
const LONGEST_WORD = 60;
const SHORTEST_PREFIX = 4;
const OTHER_LETTER = `(?![${EAST_ASIAN}])[\\p{L}\\p{N}]`;
const RUN = new RegExp(
  `[${EAST_ASIAN}]+|(?:${OTHER_LETTER}\\p{M}*)+(?:[+#]{1,2}(?![+#]|${OTHER_LETTER}))?`,
  'gu',
);
const CJK = /[\u1100-\u11FF\u3005-\uD7FF\uF900-\uFAFF\u{20000}-\u{3FFFF}]/u;

/** The words of any text. */
function* wordsIn(text: string): Generator<string> {
  for (const [run] of foldText(text.toWellFormed()).matchAll(RUN)) {
    if (CJK.test(run)) yield* pairsOf(lettersOf(run));
    else if (run.length <= LONGEST_WORD) yield run;
  }
}

function* pairsOf(letters: string[]): Generator<string> {
  for (const [index, letter] of letters.entries()) {
    if (index > 0) yield letters[index - 1] + letter;
    if (IS_HAN.test(letter) || (index === 0 && isSyllable(letter))) yield letter;
  }
}

/** What a query must find of them: pairs say all that the characters alone would. */
function* phrasesIn(q: string): Generator<string> {
  for (const [run] of foldText(q.toWellFormed()).matchAll(RUN)) {
    const letters = CJK.test(run) ? lettersOf(run) : [run];
    if (letters.length > 1) for (const [at, letter] of letters.slice(1).entries()) yield letters[at] + letter;
    else if (letters[0] && run.length <= LONGEST_WORD) yield letters[0];
  }
}

/** The characters of a Korean or Japanese run, kana without regard to size and length. */
function lettersOf(run: string): string[] {
  return [...run.replace(/[\u3041-\u30FF]/g, (kana) => keysOf(kana))];
}
