import type { Language } from '../../data/languages.ts';

const JOINER = '\u2060';

/**
 * Text that an engine knowing only the rules of Unicode breaks where readers of the language expect it: Korean between
 * words, Japanese where a phrase begins. Words that cannot break are held together by U+2060.
 */
export function breakable(text: string, lang: Language): string {
  if (lang === 'ko') return text.replace(/(?<=\p{Script=Hangul})(?=[\p{Script=Hangul}\p{P}])/gu, JOINER);
  if (lang === 'ja') return text.replace(HELD_TOGETHER, JOINER);
  return text;
}

// A phrase begins with Kanji, Katakana, a letter or an opening bracket, after Hiragana or a mark; a long word stays whole too.
const LETTER = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々]';
const HELD_TOGETHER = new RegExp(
  `(?<=${LETTER})(?=\\p{Script=Hiragana})|(?<=[\\p{Script=Han}々])(?=[\\p{Script=Han}々])|(?<=[\\p{Script=Katakana}ー])(?=[\\p{Script=Katakana}ー])`,
  'gu',
);
