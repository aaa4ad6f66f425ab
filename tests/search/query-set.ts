import { readFileSync } from 'node:fs';
import type { Language } from '../../data/languages.ts';

/** Something that a reader may have typed, and the title that must then be among the five suggested. */
export interface ExpectedSuggestion {
  typed: string;
  title: string;
}

/** Titles and what must find them. */
export interface QuerySet {
  titles: string[];
  expected: ExpectedSuggestion[];
}

/** The queries of a language, from files such as en.txt and en-2.txt beside this one: the first set or the second. */
export function querySet(lang: Language, set: 1 | 2 = 1): QuerySet {
  const name = set === 1 ? lang : `${lang}-${set}`;
  const text = readFileSync(new URL(`./${name}.txt`, import.meta.url), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const titles: string[] = [];
  const expected: ExpectedSuggestion[] = [];
  for (const [index, line] of lines.entries()) {
    if (index % 2 === 0) titles.push(line);
    else for (const typed of line.split(' / ')) expected.push({ typed, title: titles.at(-1) ?? '' });
  }
  return { titles, expected };
}
