import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { foldText } from './folding.ts';
import { added, soundOf } from './romaji.ts';
import { HAS_JAPANESE, IS_HAN } from './scripts.ts';

/**
 * One way to read a title, or a part of it, aloud: its sounds, and for each sound where in the title it stands. `words`
 * are the places in `sound` at which a word begins.
 */
export interface Reading {
  sound: string;
  starts: number[];
  ends: number[];
  words: number[];
}

/** A word of a title as it can be spoken. */
export interface SpokenWord {
  /** How many UTF-16 units of the title it takes. */
  length: number;
  /** Its readings, the likeliest first: the sounds of its letters in turn, or of the word as a whole. */
  readings: string[][];
  /** Whether somebody may begin to type here. */
  isStart: boolean;
}

/** A word as the title is cut into, with its readings in kana. */
interface Word {
  start: number;
  end: number;
  readings: string[][];
  /** Of a single kana: which of the two. */
  kana?: 'hiragana' | 'katakana';
}

const SPOKEN = /^[\p{L}\p{N}ー]/u;
const SPELLED_TOGETHER =
  /[A-Za-zＡ-Ｚａ-ｚ]+|[0-9０-９]+|[ヴゔ][ァィェォぁぃぇぉ]|[テデてで][ィぃ]|[トドとど][ゥぅ]|[ウう][ォぉ]/y;
const LONGEST_WORD = 8;
/** What each word more costs, in the unit of the dictionary's costs (hundredths): long words win over their parts. */
const WORD_COST = 60;
const UNKNOWN_COST = 300;
const KANA_COST = 30;
/** How many words of the title a second reading of a word goes on with; before it stands the word before (たて in たてがき). */
const WORDS_AFTER = 4;

/** The sound of a sign that makes the vowel before it long. */
const LONGER = '_';

/** The words that are read in their second way as a rule. */
const PREFERRED: Record<string, string> = {
  日本: 'に.ほん',
  私: 'わたし',
  明日: 'あした',
  家: 'いえ',
  町: 'まち',
  街: 'まち',
  人: 'ひと',
  何: 'なに',
  音: 'おと',
  他: 'ほか',
  風: 'かぜ',
  本: 'ほん',
  水: 'みず',
  火: 'ひ',
  空: 'そら',
  雨: 'あめ',
  森: 'もり',
  川: 'かわ',
  島: 'しま',
  声: 'こえ',
  力: 'ちから',
  書: 'しょ',
};

/**
 * The words of a title with kana or kanji as they can be spoken; together they take all of its letters. None of other
 * titles. Takes about 0.1 ms; the first call reads the dictionary, about 60 ms.
 */
export function spokenWords(title: string): SpokenWord[] {
  if (!HAS_JAPANESE.test(title)) return [];
  const words = segment(title);
  return words.map(({ start, end, readings }, index) => ({
    length: end - start,
    readings: readings.map((parts) => parts.map((part) => (part === 'ー' ? LONGER : (soundOf(part) ?? '')))),
    isStart: startsWord(words, index),
  }));
}

/** How words are read: first all of them, then every other reading that one of them has, with the words around it. */
export function readingsOf(words: SpokenWord[]): Reading[] {
  const placed = withPlaces(words);
  const first = toReading(placed.map((word) => said(word, word.readings[0])));
  return [first, ...placed.flatMap((_, index) => otherReadings(placed, index))].filter(
    ({ sound }) => sound !== '',
  );
}

interface PlacedWord extends SpokenWord {
  start: number;
}

function withPlaces(words: SpokenWord[]): PlacedWord[] {
  let end = 0;
  return words.map((word) => {
    const start = end;
    end += word.length;
    return { ...word, start };
  });
}

/** The other readings of one word, between the first readings of its neighbours; nothing new begins after it. */
function otherReadings(words: PlacedWord[], index: number): Reading[] {
  const others = words[index]?.readings.slice(1) ?? [];
  if (others.length === 0) return [];
  const from = Math.max(0, index - 1);
  const around = words
    .slice(from, index + 1 + WORDS_AFTER)
    .map((word, at) => said(word, word.readings[0], word.isStart && from + at <= index));
  const word = words[index] as PlacedWord;
  return others.map((parts) => toReading(around.with(index - from, said(word, parts))));
}

/** A word in one of its readings. */
interface SaidWord {
  start: number;
  length: number;
  isStart: boolean;
  parts: string[];
}

function said(
  { start, length, isStart }: PlacedWord,
  parts: string[] = [],
  isStartHere: boolean = isStart,
): SaidWord {
  return { start, length, isStart: isStartHere, parts };
}

function toReading(words: SaidWord[]): Reading {
  const result: Reading = { sound: '', starts: [], ends: [], words: [] };
  for (const { start, length, parts, ...word } of words) {
    let { isStart } = word;
    for (const [at, part] of parts.entries()) {
      const place: Place = parts.length === 1 ? [start, start + length] : [start + at, start + at + 1];
      for (const letter of part) {
        speak(result, letter === LONGER ? '' : letter, { place, isStart });
        isStart = false;
      }
    }
  }
  return result;
}

type Place = [start: number, end: number];

/** Adds a letter to a reading; at the start of a word it counts even where it would only prolong the word before. */
function speak(
  reading: Reading,
  letter: string,
  { place: [start, end], isStart }: { place: Place; isStart: boolean },
): void {
  const sound = added(reading.sound.at(-1), letter) || (isStart ? letter : '');
  // Of `iy` after n the word begins with the y.
  if (isStart) reading.words.push(reading.sound.length + Math.max(0, sound.length - 1));
  if (sound === '' && reading.ends.length > 0) reading.ends[reading.ends.length - 1] = end;
  for (const one of sound) {
    reading.sound += one;
    reading.starts.push(start);
    reading.ends.push(end);
  }
}

const PARTICLES = 'はがのにでともへや';

/** A kana after another of its kind goes on with a word, unless that other is a particle; what is in the dictionary is a word. */
function startsWord(words: Word[], index: number): boolean {
  const [before, word] = [words[index - 1], words[index]];
  if (!before || word?.kana === undefined || before.kana !== word.kana) return true;
  const reading = before.readings[0]?.[0] ?? '';
  return reading === 'を' || (PARTICLES.includes(reading) && words[index - 2]?.kana !== word.kana);
}

/** The cheapest way to cut a title into words of the dictionary. */
function segment(title: string): Word[] {
  const best: { cost: number; word: Word; from: number }[] = [];
  const costAt = (at: number) => (at === 0 ? 0 : (best[at]?.cost ?? Number.POSITIVE_INFINITY));
  for (let at = 0; at < title.length; at += 1) {
    if (costAt(at) === Number.POSITIVE_INFINITY) continue;
    for (const { word, cost } of wordsAt(title, at)) {
      const total = costAt(at) + cost;
      if (total < costAt(word.end)) best[word.end] = { cost: total, word, from: at };
    }
  }
  const words: Word[] = [];
  for (let at = title.length; at > 0; ) {
    const step = best[at];
    if (!step) break;
    words.push(step.word);
    at = step.from;
  }
  return words.reverse();
}

function wordsAt(title: string, at: number): { word: Word; cost: number }[] {
  const found = isJapanese(title, at) ? lookUp(title, at) : [];
  readAlsoApart(title, found);
  const letter = String.fromCodePoint(title.codePointAt(at) ?? 0);
  const end = at + letter.length;
  if (IS_HAN.test(letter)) return [...found, { word: { start: at, end, readings: [] }, cost: UNKNOWN_COST }];
  return [...found, { word: spelled(title, at), cost: KANA_COST }];
}

const AFTER_WORDS = /^.[がはをにのともで]$/u;

/** What the dictionary has as a verb may be a word and its particle: 雪が is そそが, and ゆき with が. */
function readAlsoApart(title: string, found: { word: Word }[]): void {
  const [alone, together] = found.map(({ word }) => word);
  if (!alone || !together || alone.end !== alone.start + 1) return;
  const surface = title.slice(together.start, together.end);
  const reading = alone.readings[0]?.[0];
  if (!reading || !AFTER_WORDS.test(surface)) return;
  if (together.readings.every((parts) => parts.join('') !== reading + surface[1]))
    together.readings.push([reading, surface[1] as string]);
}

/** A letter that reads as it is written, a word in Latin letters, or a ヴァ. */
function spelled(title: string, start: number): Word {
  SPELLED_TOGETHER.lastIndex = start;
  const text = SPELLED_TOGETHER.exec(title)?.[0] ?? String.fromCodePoint(title.codePointAt(start) ?? 0);
  const kana = /[\u3041-\u3096]/.test(text)
    ? 'hiragana'
    : /[\u30A1-\u30FC]/.test(text)
      ? 'katakana'
      : undefined;
  return { start, end: start + text.length, readings: [[SPOKEN.test(text) ? foldText(text) : '']], kana };
}

function isJapanese(title: string, at: number): boolean {
  const code = title.charCodeAt(at);
  return (code >= 0x3041 && code <= 0x30ff) || code === 0x3005 || (code >= 0x4e00 && code <= 0x9fff);
}

interface Dictionary {
  lines: string[];
  /** The first and the last line of the words that begin with a letter. */
  byLetter: Map<string, [number, number]>;
}

let dictionary: Dictionary | undefined;

/** The words of the dictionary that a title has at a place. */
function lookUp(title: string, at: number): { word: Word; cost: number }[] {
  dictionary ??= readDictionary();
  const { lines, byLetter } = dictionary;
  const range = byLetter.get(title[at] ?? '');
  const found: { word: Word; cost: number }[] = [];
  let [low, high] = range ?? [0, -1];
  for (let end = at + 1; end <= Math.min(title.length, at + LONGEST_WORD) && low <= high; end += 1) {
    const surface = title.slice(at, end);
    low = lowerBound(lines, surface, [low, high + 1]);
    const line = lines[low];
    if (!line?.startsWith(surface)) break;
    if (line[surface.length] === '\t') found.push(toWord(line, at, end));
  }
  return found;
}

function toWord(line: string, start: number, end: number): { word: Word; cost: number } {
  const [surface = '', cost = '', written = ''] = line.split('\t');
  const preferred = PREFERRED[surface];
  const all = written.split('|');
  const ordered = preferred ? [preferred, ...all.filter((one) => one !== preferred)] : all;
  return {
    word: { start, end, readings: ordered.map((one) => one.split('.')) },
    cost: Number(cost) + WORD_COST,
  };
}

function lowerBound(lines: string[], surface: string, [from, to]: [number, number]): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle] as string) < surface) low = middle + 1;
    else high = middle;
  }
  return low;
}

function readDictionary(): Dictionary {
  const file = new URL('./readings.br', import.meta.url);
  const lines = brotliDecompressSync(readFileSync(file)).toString('utf8').split('\n');
  const byLetter = new Map<string, [number, number]>();
  for (const [index, line] of lines.entries()) {
    const range = byLetter.get(line[0] ?? '');
    if (range) range[1] = index;
    else byLetter.set(line[0] ?? '', [index, index]);
  }
  return { lines, byLetter };
}
