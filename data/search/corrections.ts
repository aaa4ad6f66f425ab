import type { Database } from '../database.ts';
import { all, any, type Expression } from './expressions.ts';
import { type Interpretation, isLatin, wordsOf, written } from './interpretations.ts';
import { unitsOf } from './units.ts';
import { correctionsOf } from './words.ts';

/** The query with typing errors put right where titles have a word that is one error away; undefined when none has. */
export function corrected(database: Database, q: string): Interpretation | undefined {
  const words = wordsOf(q);
  const options = words.map((word) =>
    isLatin(word) && word.units.length === 1 ? correctionsOf(database, word.units[0]?.keys ?? '') : [],
  );
  if (options.every((corrections) => corrections.length === 0)) return undefined;
  const ways = words.map((word, index) => {
    const corrections = options[index] ?? [];
    return [word, ...corrections.map((text) => ({ ...word, text, units: unitsOf(text) }))].map((one) =>
      written([one]),
    );
  });
  return {
    words: ways.map((some) => some.flatMap((way) => way.words[0] ?? [])),
    tiers: [all(ways.map((some) => any(some.map(({ tiers }) => tiers.at(-1) as Expression))))],
  };
}

/** The query as it was probably meant, for a reader to choose: each mistyped word replaced by its nearest correction. */
export function correctedQueries(database: Database, q: string): string[] {
  const words = wordsOf(q);
  const options = words.map((word) =>
    isLatin(word) && word.units.length === 1 ? correctionsOf(database, word.units[0]?.keys ?? '') : [],
  );
  const most = Math.max(0, ...options.map((corrections) => corrections.length));
  return Array.from({ length: Math.min(3, most) }, (_, rank) =>
    words
      .map(({ text }, index) => options[index]?.[Math.min(rank, options[index].length - 1)] ?? text)
      .join(' '),
  );
}
