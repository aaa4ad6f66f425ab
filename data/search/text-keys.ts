import { foldText, keysOf } from './folding.ts';
import { safeTokens } from './title-keys.ts';

/**
 * What the index of texts holds: every word once, after a letter that tells where it stands: `b` anywhere in title,
 * summary, tags and body, `m` in all but the body. Korean and Japanese are cut into overlapping pairs of characters.
 */
export const PLACES = { anywhere: 'b', above: 'm' } as const;

export type Place = (typeof PLACES)[keyof typeof PLACES];

/** The tokens of an article: `above` its title, summary and tags, `body` its plain text. */
export function textTokens(above: string, body: string): string {
  const [wordsAbove, all] = [new Set<string>(), new Set<string>()];
  for (const word of wordsIn(above)) wordsAbove.add(word);
  for (const word of wordsIn(body)) all.add(word);
  const tokens: string[] = [];
  for (const word of wordsAbove) tokens.push(PLACES.above + word, PLACES.anywhere + word);
  for (const word of all) if (!wordsAbove.has(word)) tokens.push(PLACES.anywhere + word);
  return safeTokens(tokens.join(' '));
}

/**
 * The expression that finds texts with all words of a query; undefined when there is none to look for. A single
 * character of Korean or Japanese is looked for in titles only.
 */
export function textExpression(q: string, place: Place, { prefixes = false } = {}): string | undefined {
  const words = [...new Set(wordsIn(q))].slice(0, MAX_WORDS).filter((word) => word.length <= LONGEST_WORD);
  if (words.length === 0) return undefined;
  return words
    .map((word) => `"${place}${word}"${prefixes && word.length >= SHORTEST_PREFIX ? ' *' : ''}`)
    .join(' AND ');
}

const MAX_WORDS = 64;
const LONGEST_WORD = 60;
const SHORTEST_PREFIX = 4;
const RUN =
  /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|(?:(?![\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])[\p{L}\p{N}]\p{M}*)+(?:[+#]{1,2}(?![\p{L}\p{N}+#]))?/gu;
const CJK = /[\u1100-\u11FF\u3005-\uD7FF\uF900-\uFAFF\u{20000}-\u{3FFFF}]/u;

function* wordsIn(text: string): Generator<string> {
  for (const [run] of foldText(text.toWellFormed()).matchAll(RUN)) {
    if (CJK.test(run)) yield* pairsOf(run);
    else if (run.length <= LONGEST_WORD) yield run;
  }
}

const KANA = /[\u3041-\u30FF]/;

function* pairsOf(run: string): Generator<string> {
  const same = KANA.test(run) ? run.replace(/[\u3041-\u30FF]/g, (kana) => keysOf(kana)) : run;
  let previous = '';
  for (const letter of same) {
    if (previous !== '') yield previous + letter;
    previous = letter;
  }
}
