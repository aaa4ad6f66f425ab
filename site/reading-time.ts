import type { Language } from '../data/languages.ts';

/** What a reader reads in a minute: words of English, characters of Korean and Japanese. */
const PER_MINUTE: Record<Language, number> = { en: 230, ko: 500, ja: 550 };
const UNIT: Record<Language, RegExp> = { en: /[\p{L}\p{N}]+/gu, ko: /[\p{L}\p{N}]/gu, ja: /[\p{L}\p{N}]/gu };

/** Minutes it takes to read an article (sanitised HTML), at least one. */
export function readingMinutes(html: string, lang: Language): number {
  const text = html.replace(/<[^<>]*>|&[#\w]+;/g, ' ');
  const units = text.match(UNIT[lang])?.length ?? 0;
  return Math.max(1, Math.round(units / PER_MINUTE[lang]));
}
