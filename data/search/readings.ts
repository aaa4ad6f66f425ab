import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { foldText } from './folding.ts';
import { added, soundOf } from './romaji.ts';

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

/** A word of a title with its readings, each as what the word's letters read in turn, or the word as a whole. */
interface Word {
  start: number;
  end: number;
  readings: string[][];
  /** Of a single kana: which of the two. */
  kana?: 'hiragana' | 'katakana';
}

const JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HAN = /^\p{Script=Han}$/u;
const SPOKEN = /^[\p{L}\p{N}ー]/u;
const SPELLED_TOGETHER = /[A-Za-zＡ-Ｚａ-ｚ]+|[0-9０-９]+|[ヴゔ][ァィェォぁぃぇぉ]/y;
const LONGEST_WORD = 8;
/** What each word more costs, in the unit of the dictionary's costs (hundredths): long words win over their parts. */
const WORD_COST = 60;
const UNKNOWN_COST = 300;
const KANA_COST = 30;
/** How many words of the title a second reading of a word goes on with; before it stands the word before (たて in たてがき). */
const WORDS_AFTER = 4;

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
 * How a title with kana or kanji is read: first the whole title, then every other reading that one of its words has.
 * Empty for other titles. Takes about 0.1 ms; the first call reads the dictionary, about 60 ms.
 */
export function readingsOf(title: string): Reading[] {
  if (!JAPANESE.test(title)) return [];
  const words = segment(title);
  const first = toReading(words, (word) => word.readings[0] ?? []);
  const others = words.flatMap((word, index) =>
    word.readings
      .slice(1)
      .map((reading) =>
        toReading(words.slice(Math.max(0, index - 1), index + 1 + WORDS_AFTER), (one) =>
          one === word ? reading : (one.readings[0] ?? []),
        ),
      ),
  );
  return [first, ...others].filter(({ sound }) => sound !== '');
}

function toReading(words: Word[], readingOf: (word: Word) => string[]): Reading {
  const result: Reading = { sound: '', starts: [], ends: [], words: [] };
  for (const [index, word] of words.entries()) {
    const parts = readingOf(word);
    let isStart = startsWord(words, index);
    for (const [at, part] of parts.entries()) {
      const place = parts.length === 1 ? word : { start: word.start + at, end: word.start + at + 1 };
      for (const letter of part === 'ー' ? [''] : (soundOf(part) ?? '')) {
        speak(result, letter, { ...place, isStart });
        isStart = false;
      }
    }
  }
  return result;
}

/** Adds a letter to a reading; at the start of a word it counts even where it would only prolong the word before. */
function speak(
  reading: Reading,
  letter: string,
  { start, end, isStart }: { start: number; end: number; isStart: boolean },
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
  const letter = String.fromCodePoint(title.codePointAt(at) ?? 0);
  const end = at + letter.length;
  if (HAN.test(letter)) return [...found, { word: { start: at, end, readings: [] }, cost: UNKNOWN_COST }];
  return [...found, { word: spelled(title, at), cost: KANA_COST }];
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
