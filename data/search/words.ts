import type { Database } from '../database.ts';
import { joinedWords } from './title-keys.ts';
import type { Unit } from './units.ts';

/**
 * The words of titles, for the correction of typing errors. A word of five letters or more is kept under its first five
 * letters and under each four of them: two words whose beginnings differ by one error have one of these in common.
 * Words stay when their article goes; they are only ever used to look for titles, never shown.
 */
const SHORTEST = 5;
const MOST_CORRECTIONS = 8;

/** Keeps the words of a title. For use inside a transaction. */
export function keepWords(database: Database, units: Unit[]): void {
  const single = units.filter(({ isCjk }) => !isCjk).map(({ keys }) => keys);
  const words = new Set([...single, ...joinedWords(units)].filter(isCorrectable));
  for (const word of words) {
    const isNew = database.run(
      'INSERT OR IGNORE INTO title_words (variant, word) VALUES (?, ?)',
      word.slice(0, SHORTEST),
      word,
    ).changes;
    if (isNew === 0) continue;
    for (const variant of shorterVariants(word))
      database.run('INSERT OR IGNORE INTO title_words (variant, word) VALUES (?, ?)', variant, word);
  }
}

/** Whether a word is long enough to be corrected, and made of letters. */
function isCorrectable(word: string): boolean {
  return word.length >= SHORTEST && word.length <= 40 && /^\p{L}+$/u.test(word);
}

function shorterVariants(word: string): string[] {
  const start = word.slice(0, SHORTEST);
  return [...start].map((_, at) => start.slice(0, at) + start.slice(at + 1));
}

/** The words of titles that begin with what was typed but for one error, the nearest in length first. */
export function correctionsOf(database: Database, typed: string): string[] {
  if (!isCorrectable(typed)) return [];
  const variants = [typed.slice(0, SHORTEST), ...shorterVariants(typed)];
  const words = database.all<{ word: string }>(
    `SELECT DISTINCT word FROM title_words WHERE variant IN (${variants.map(() => '?').join(', ')}) LIMIT 4000`,
    ...variants,
  );
  return words
    .map(({ word }) => word)
    .filter((word) => word !== typed && beginsWithOneError(word, typed))
    .sort((a, b) => Math.abs(a.length - typed.length) - Math.abs(b.length - typed.length))
    .slice(0, MOST_CORRECTIONS);
}

/** Whether a word begins with what was typed, with one letter changed, left out, added, or two neighbours exchanged. */
function beginsWithOneError(word: string, typed: string): boolean {
  let at = 0;
  while (at < typed.length && word[at] === typed[at]) at += 1;
  if (at === typed.length) return true;
  const rest = typed.slice(at);
  const [changed, leftOut, added] = [word.slice(at + 1), word.slice(at), word.slice(at + 1)];
  return (
    changed.startsWith(rest.slice(1)) ||
    leftOut.startsWith(rest.slice(1)) ||
    added.startsWith(rest) ||
    (word[at] === rest[1] && word[at + 1] === rest[0] && word.slice(at + 2).startsWith(rest.slice(2)))
  );
}
