import type { Language } from '../data/languages.ts';

/** What a reader reads in a minute: words of English, characters of Korean and Japanese. */
const PER_MINUTE: Record<Language, number> = { en: 230, ko: 500, ja: 550 };

/** Minutes it takes to read an article (sanitised HTML), at least one. */
export function readingMinutes(html: string, lang: Language): number {
  const { letters, words } = countText(html);
  return Math.max(1, Math.round((lang === 'en' ? words : letters) / PER_MINUTE[lang]));
}

/** Letter by letter: every page is counted when it is rendered, and the regular expressions for letters of any script are slow. */
function countText(html: string): { letters: number; words: number } {
  let letters = 0;
  let words = 0;
  let inMarkup = 0;
  let inWord = false;
  for (let at = 0; at < html.length; at += 1) {
    const code = html.charCodeAt(at);
    if (inMarkup === 0) inMarkup = markupEnd(code);
    const isText = inMarkup === 0 && isLetter(code);
    if (isText) letters += 1;
    if (isText && !inWord) words += 1;
    inWord = isText;
    if (code === inMarkup) inMarkup = 0;
  }
  return { letters, words };
}

/** What ends the markup that a character begins: tags end with `>`, character references with `;`; 0 when it begins none. */
function markupEnd(code: number): number {
  if (code === 0x3c) return 0x3e;
  return code === 0x26 ? 0x3b : 0;
}

/** Roughly: what is neither space, punctuation nor symbol; of a surrogate pair only the first half. */
function isLetter(code: number): boolean {
  if (code < 0xc0) return (code | 32) >= 0x61 ? (code | 32) <= 0x7a : code >= 0x30 && code <= 0x39;
  if (code >= 0x2000 && code < 0x2e80) return false;
  if (code >= 0x3000 && code < 0x3041) return false;
  return code < 0xdc00 || (code > 0xdfff && code < 0xff00) || (code > 0xff20 && code < 0xffe0);
}
