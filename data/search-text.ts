/**
 * A text as search compares it, and where each part of it came from: UTF-16 unit i of `text` stands for the original's
 * units from `map[2 * i]` up to, not including, `map[2 * i + 1]`.
 */
export interface Folded {
  text: string;
  map: Uint32Array;
}

interface Token {
  text: string;
  start: number;
  end: number;
}

type Range = [start: number, end: number];

const MAX_QUERY_LENGTH = 400;
const MAX_PHRASES = 32;

/**
 * Folds case, width and other compatibility forms (NFKC), Katakana to Hiragana, and accents on Latin, Greek and Cyrillic
 * letters; が stays が. Each user-perceived letter folds on its own, so the map always covers whole ones.
 */
export function fold(text: string): Folded {
  const parts: string[] = [];
  const map: number[] = [];
  for (const cluster of text.matchAll(CLUSTER)) {
    const folded = foldText(cluster[0]);
    parts.push(folded);
    for (let unit = 0; unit < folded.length; unit += 1)
      map.push(cluster.index, cluster.index + cluster[0].length);
  }
  return { text: parts.join(''), map: Uint32Array.from(map) };
}

/**
 * A text as the search index takes it: folded tokens with spaces between. Each character of Korean and Japanese is a
 * token, so that a phrase of them finds any part of a word; other letters and digits are words, with the signs of `c++`
 * and `c#` at their end.
 */
export function tokensOf(text: string): string {
  return [...tokenize(foldText(text.toWellFormed()))].map((token) => token.text).join(' ');
}

/**
 * The FTS5 expression that finds titles by what somebody has typed so far: every word must begin somewhere in the title,
 * in any order. Undefined when there is nothing to look for.
 */
export function suggestQuery(q: string): string | undefined {
  const expression = expressionOf(q);
  return expression && `title : (${expression})`;
}

/** The FTS5 expression of a search over title, summary, tags and text, otherwise like suggestQuery. */
export function resultsQuery(q: string): string | undefined {
  return expressionOf(q);
}

/** The title as HTML, everything escaped, with `<mark>` around what the query matches, in whole graphemes. */
export function highlight(title: string, q: string): string {
  return marked(title, phrasesOf(q));
}

/**
 * About `length` characters of a plain text around the query's first match, as HTML with `<mark>` like highlight. Begins
 * and ends with whole words, with `…` where something is left out; without a match it is the beginning of the text.
 */
export function snippet(text: string, q: string, length = 160): string {
  const phrases = phrasesOf(q);
  const from = Math.max(0, firstMatch(text, phrases) - Math.floor(length / 3));
  const part = wordsFrom(text, from, length);
  const [before, after] = [part.start > 0 ? '…' : '', part.end < text.trimEnd().length ? '…' : ''];
  return `${before}${marked(text.slice(part.start, part.end).replace(/\s+/g, ' ').trim(), phrases)}${after}`;
}

// A letter with what belongs to it: Hangul in conjoining jamo, or any character with marks and half-width voicing signs.
const CLUSTER =
  /[\u1100-\u115F\uA960-\uA97C]+[\u1160-\u11A7\uD7B0-\uD7C6]*[\u11A8-\u11FF\uD7CB-\uD7FB]*\p{M}*|\P{M}[\p{M}\uFF9E\uFF9F]*|\p{M}+/gsu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant
const ASCII = /^[\u0000-\u007F]*$/;
// NFKC would turn a lone jamo such as ㅅ into a conjoining one, which no longer equals what a keyboard types.
const ALL_BUT_LONE_JAMO = /[^\u3131-\u318E]+/gu;

function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .replace(ALL_BUT_LONE_JAMO, (run) => run.normalize('NFKC'))
    .toLowerCase()
    .normalize('NFD')
    .replace(/([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu, '$1')
    .normalize('NFC')
    .replaceAll('ς', 'σ')
    .replace(/[\u30A1-\u30F6\u30FD\u30FE]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
}

const TOKEN =
  /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]|(?:(?![\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])[\p{L}\p{N}]\p{M}*)+(?:[+#]{1,2}(?![\p{L}\p{N}+#]))?/gu;
const LETTER_OR_DIGIT = /^[\p{L}\p{N}]/u;

function* tokenize(folded: string): Generator<Token> {
  for (const { 0: text, index } of folded.matchAll(TOKEN)) {
    // The scripts also have punctuation, such as the middle dot of names.
    if (LETTER_OR_DIGIT.test(text)) yield { text, start: index, end: index + text.length };
  }
}

/** The words of a query, each as its tokens; the last token of each may be unfinished. */
function phrasesOf(q: string): string[][] {
  const typed = foldText(q.slice(0, MAX_QUERY_LENGTH).toWellFormed()).trimEnd();
  return withoutUnfinishedSyllable(typed)
    .split(/\s+/)
    .map((word) => [...tokenize(word)].map((token) => token.text))
    .filter((tokens) => tokens.length > 0)
    .slice(0, MAX_PHRASES);
}

/** A jamo at the end is a syllable still being typed; `ㅋㅋ` is a word of its own. */
function withoutUnfinishedSyllable(typed: string): string {
  return typed.replace(/(?<![\u3131-\u318E])[\u3131-\u318E]$/u, '');
}

function expressionOf(q: string): string | undefined {
  const phrases = phrasesOf(q).map((tokens) => `"${tokens.join(' ')}" *`);
  return phrases.length > 0 ? phrases.join(' AND ') : undefined;
}

/** Where the phrases stand in a text, in its own units, sorted and merged. */
function rangesOf(text: string, phrases: string[][]): Range[] {
  const folded = fold(text);
  const tokens = [...tokenize(folded.text)];
  const found = phrases.flatMap((phrase) => occurrences(tokens, phrase));
  const original = found.map(
    ([start, end]): Range => [folded.map[2 * start] ?? 0, folded.map[2 * end - 1] ?? 0],
  );
  return merged(original.map((range) => wholeGraphemes(text, range)).sort(([a], [b]) => a - b));
}

function occurrences(tokens: Token[], phrase: string[]): Range[] {
  const ranges: Range[] = [];
  const last = phrase.length - 1;
  for (let at = 0; at + last < tokens.length; at += 1) {
    const fits = phrase.every((wanted, offset) => {
      const text = tokens[at + offset]?.text ?? '';
      return offset === last ? text.startsWith(wanted) : text === wanted;
    });
    const [first, final] = [tokens[at], tokens[at + last]];
    if (fits && first && final) ranges.push([first.start, final.start + (phrase[last]?.length ?? 0)]);
  }
  return ranges;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function wholeGraphemes(text: string, [start, end]: Range): Range {
  const segments = graphemes.segment(text);
  const last = segments.containing(end - 1);
  return [segments.containing(start)?.index ?? start, last ? last.index + last.segment.length : end];
}

function merged(sorted: Range[]): Range[] {
  const ranges: Range[] = [];
  for (const [start, end] of sorted) {
    const previous = ranges.at(-1);
    if (previous && start <= previous[1]) previous[1] = Math.max(previous[1], end);
    else ranges.push([start, end]);
  }
  return ranges;
}

function marked(text: string, phrases: string[][]): string {
  let [html, position] = ['', 0];
  for (const [start, end] of rangesOf(text, phrases)) {
    html += `${escapeHtml(text.slice(position, start))}<mark>${escapeHtml(text.slice(start, end))}</mark>`;
    position = end;
  }
  return html + escapeHtml(text.slice(position));
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

const WINDOW = 4000;
const OVERLAP = 200;
const SEARCHED_LENGTH = 400_000;

/** Where the first match begins, or 0. Reads a long text in windows, since folding all of it is rarely needed. */
function firstMatch(text: string, phrases: string[][]): number {
  for (let from = 0; from < Math.min(text.length, SEARCHED_LENGTH); from += WINDOW - OVERLAP) {
    const [first] = rangesOf(text.slice(from, from + WINDOW), phrases);
    if (first) return from + first[0];
  }
  return 0;
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
