import { readFileSync } from 'node:fs';
import type { Language } from '../../data/languages.ts';

/** Something that a reader may have typed, and the title that must then be among the five suggested. */
export interface ExpectedSuggestion {
  typed: string;
  title: string;
}

/** The titles of a language, and what must find them, from en.txt, ko.txt or ja.txt beside this file. */
export function querySet(lang: Language): { titles: string[]; expected: ExpectedSuggestion[] } {
  const text = readFileSync(new URL(`./${lang}.txt`, import.meta.url), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const titles: string[] = [];
  const expected: ExpectedSuggestion[] = [];
  for (const [index, line] of lines.entries()) {
    if (index % 2 === 0) titles.push(line);
    else for (const typed of line.split(' / ')) expected.push({ typed, title: titles.at(-1) ?? '' });
  }
  return { titles, expected };
}
