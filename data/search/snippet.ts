import { foldText } from './folding.ts';
import { type Interpretation, MAX_QUERY_LENGTH } from './interpretations.ts';
import { anyRangesOf, marked, readable } from './marks.ts';

/** How much of the beginning of a text is looked through letter by letter when no word stands in it as it was typed. */
const SEARCHED_LENGTH = 1000;

/**
 * About `length` characters of a plain text around the first place where a word of the query stands, as HTML with
 * `<mark>`. Begins and ends with whole words, with `…` where something is left out; without a match it is the beginning.
 */
export function snippet(text: string, q: string, query: Pick<Interpretation, 'words'>, length = 160): string {
  const match = firstWord(text, q) ?? firstMatch(text, query);
  const from = Math.max(0, match - Math.floor(length / 3));
  const part = wordsFrom(text, from, length);
  const [before, after] = [part.start > 0 ? '…' : '', part.end < text.trimEnd().length ? '…' : ''];
  const shown = text.slice(part.start, part.end).replace(/\s+/g, ' ').trim();
  return `${before}${marked(shown, anyRangesOf(readable(shown), query))}${after}`;
}

/**
 * Where one of the words stands as it was typed, but for its case and perhaps its ending (a particle, an inflection): the
 * quick way, which nearly always finds it.
 */
function firstWord(text: string, q: string): number | undefined {
  const lowered = text.toLowerCase();
  if (lowered.length !== text.length) return undefined;
  const typed = q.slice(0, MAX_QUERY_LENGTH).toLowerCase().split(/\s+/u);
  for (const spelling of SPELLINGS) {
    const place = firstOf(lowered, typed.map(spelling));
    if (place !== undefined) return place;
  }
  return undefined;
}

/** The ways in which a typed word is looked for: as it is, without signs around it, folded (in Hiragana), and that in Katakana. */
const SPELLINGS = [
  (word: string) => word,
  withoutSigns,
  (word: string) => foldText(withoutSigns(word)),
  (word: string) => inKatakana(foldText(withoutSigns(word))),
];

function withoutSigns(word: string): string {
  return word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
}

function inKatakana(folded: string): string {
  return folded.replaceAll(/[\u3041-\u3096]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60));
}

function firstOf(text: string, words: string[]): number | undefined {
  const places = words.map((word) => (word === '' ? -1 : placeOf(text, word))).filter((at) => at >= 0);
  return places.length > 0 ? Math.min(...places) : undefined;
}

const LONGEST_ENDING = 3;
const SHORTEST_STEM = 2;

function placeOf(text: string, word: string): number {
  const shortest = Math.max(SHORTEST_STEM, word.length - LONGEST_ENDING);
  let at = text.indexOf(word);
  for (let length = word.length - 1; at < 0 && length >= shortest; length -= 1)
    at = text.indexOf(word.slice(0, length));
  return at;
}

/** Where the first match begins near the beginning of a text, or 0. */
function firstMatch(text: string, query: Pick<Interpretation, 'words'>): number {
  const [first] = anyRangesOf(readable(text.slice(0, SEARCHED_LENGTH)), query);
  return first?.[0] ?? 0;
}

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** The whole words that begin at `from` or after it and end before `length` more units. */
function wordsFrom(text: string, from: number, length: number): { start: number; end: number } {
  const region = text.slice(from, from + length * 2);
  let [start, end] = [from, from];
  for (const { index, segment } of words.segment(region)) {
    // The first word may have begun before; a text's own beginning is always whole.
    if (index === 0 && from > 0 && segment.length < length / 3) {
      start = from + segment.length;
      end = start;
    } else if (from + index + segment.length - start > length && end > start) break;
    else end = from + index + segment.length;
  }
  return { start, end };
}
