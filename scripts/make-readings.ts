import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

/**
 * Makes data/search/readings.br, the list of Japanese words with their readings, from the CSV files of the IPA
 * dictionary (mecab-ipadic 2.7.0-20070801, UTF-8): `node scripts/make-readings.ts FOLDER`. Run once; the list is kept
 * with the code. One word a line, sorted: `surface<TAB>cost<TAB>reading|reading`, each reading in Hiragana with `.`
 * between what its letters read (`じん.こう`), or without any where the word is read as a whole (`きょう`).
 */

const KANJI = /\p{Script=Han}/u;
const MOST_READINGS = 3;
const MOST_LETTERS = 8;
const LARGEST_COST_DIFFERENCE = 8000;
const ROUNDS = 5;

interface Word {
  surface: string;
  reading: string;
  cost: number;
}

function toHiragana(kana: string): string {
  return kana.replace(/[\u30A1-\u30F6]/g, (one) => String.fromCharCode(one.charCodeAt(0) - 0x60));
}

/** Words with a kanji; of an inflected ending only the first kana is kept, since kana read as they are written. */
function wordsIn(folder: string): Word[] {
  const words: Word[] = [];
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.csv') && name !== 'Symbol.csv'))
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
      const [surface = '', , , cost = '', , , , , , , , reading = ''] = line.split(',');
      const word = withoutEnding({ surface, reading: toHiragana(reading), cost: Number(cost) });
      if (word && KANJI.test(word.surface) && /^[\u3041-\u3096ー]+$/.test(word.reading)) words.push(word);
    }
  return words;
}

function withoutEnding(word: Word): Word | undefined {
  const ending = /[\u3041-\u3096]([\u3041-\u3096]+)$/.exec(word.surface)?.[1] ?? '';
  if (!word.reading.endsWith(ending)) return undefined;
  const surface = word.surface.slice(0, word.surface.length - ending.length);
  const reading = word.reading.slice(0, word.reading.length - ending.length);
  return [...surface].length <= MOST_LETTERS && reading !== '' ? { ...word, surface, reading } : undefined;
}

type Counts = Map<string, Map<string, number>>;

/** How likely a kanji reads like that; every kanji may read like anything, hardly likely. */
function likelihood(counts: Counts, letter: string, reading: string): number {
  const readings = counts.get(letter);
  const total = readings?.get('') ?? 0;
  return ((readings?.get(reading) ?? 0) + 0.001) / (total + 1);
}

/** The likeliest way to share a reading out among the letters of a word; undefined when no way fits. */
function shareOut(word: Word, counts: Counts): { parts: string[]; score: number } | undefined {
  const letters = [...word.surface];
  const { reading } = word;
  let states = new Map<number, { parts: string[]; score: number }>([[0, { parts: [], score: 0 }]]);
  for (const letter of letters) {
    const next: typeof states = new Map();
    for (const [at, state] of states)
      for (const part of partsOf(letter, reading, at)) {
        const score =
          state.score +
          (KANJI.test(letter) ? Math.log(likelihood(counts, letter, part)) : 0) -
          part.length * 0.5;
        const known = next.get(at + part.length);
        if (!known || known.score < score)
          next.set(at + part.length, { parts: [...state.parts, part], score });
      }
    states = next;
  }
  return states.get(reading.length);
}

function partsOf(letter: string, reading: string, at: number): string[] {
  if (!KANJI.test(letter)) return spelledParts(toHiragana(letter), reading, at);
  const parts: string[] = [];
  for (let length = 1; length <= MOST_KANA && at + length <= reading.length; length += 1)
    if (!NEVER_FIRST.test(reading[at + length] ?? '')) parts.push(reading.slice(at, at + length));
  return parts.filter((part) => !/^[っん]/.test(part) && !NEVER_FIRST.test(part));
}

const MOST_KANA = 5;
/** No kanji's reading begins with a small vowel or a long one's sign. */
const NEVER_FIRST = /^[ぁぃぅぇぉゃゅょー]/;

/** A kana reads as it is written; ヶ is a が or か. */
function spelledParts(kana: string, reading: string, at: number): string[] {
  const ways = kana === 'ゖ' ? ['が', 'か'] : [kana];
  return ways.filter((way) => reading.startsWith(way, at)).slice(0, 1);
}

/** Learns what each kanji reads from the words themselves, round by round. */
function learn(words: Word[]): Counts {
  let counts: Counts = new Map();
  for (let round = 0; round < ROUNDS; round += 1) {
    const next: Counts = new Map();
    for (const word of words) {
      const shared = shareOut(word, counts);
      for (const [index, letter] of [...word.surface].entries()) {
        const part = shared?.parts[index];
        if (part === undefined || !KANJI.test(letter)) continue;
        const readings = next.get(letter) ?? new Map<string, number>();
        next.set(
          letter,
          readings.set(part, (readings.get(part) ?? 0) + 1).set('', (readings.get('') ?? 0) + 1),
        );
      }
    }
    counts = next;
  }
  return counts;
}

/** `じん.こう`; words whose letters share a reading as no other word does are read as a whole. */
function toReading(word: Word, counts: Counts): string {
  const letters = [...word.surface];
  if (letters.length === 1) return word.reading;
  const parts = shareOut(word, counts)?.parts;
  const isUsual = parts?.every(
    (part, index) => !KANJI.test(letters[index] ?? '') || isUsualReading(counts, letters[index] ?? '', part),
  );
  return parts && isUsual ? parts.join('.') : word.reading;
}

function isUsualReading(counts: Counts, letter: string, part: string): boolean {
  const readings = counts.get(letter);
  return (readings?.get(part) ?? 0) >= Math.max(3, 0.005 * (readings?.get('') ?? 0));
}

function main(folder: string): void {
  const words = wordsIn(folder);
  const counts = learn(words.filter(({ surface }) => [...surface].length <= 4));
  const bySurface = new Map<string, Map<string, number>>();
  for (const word of words) {
    const readings = bySurface.get(word.surface) ?? new Map<string, number>();
    bySurface.set(
      word.surface,
      readings.set(word.reading, Math.min(word.cost, readings.get(word.reading) ?? word.cost)),
    );
  }
  const lines = [...bySurface].map(([surface, readings]) => {
    const sorted = [...readings].sort((a, b) => a[1] - b[1]);
    const cheapest = sorted[0]?.[1] ?? 0;
    const kept = sorted
      .filter(([, cost]) => cost <= cheapest + LARGEST_COST_DIFFERENCE)
      .slice(0, MOST_READINGS);
    const written = kept.map(([reading]) => toReading({ surface, reading, cost: 0 }, counts));
    return `${surface}\t${Math.round(cheapest / 100)}\t${written.join('|')}`;
  });
  const text = lines.sort().join('\n');
  const compressed = brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
  });
  writeFileSync(new URL('../data/search/readings.br', import.meta.url), compressed);
  console.log(`${lines.length} words, ${text.length} characters, ${compressed.length} bytes compressed`);
}

main(process.argv[2] ?? '.');
