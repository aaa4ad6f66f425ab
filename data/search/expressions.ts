import type { Language } from '../languages.ts';

/** What the index of titles is asked for: a phrase, all of some expressions, or any of them. */
export type Expression = Phrase | { all: Expression[] } | { any: Expression[] };

/** Tokens, with spaces between, that follow one another. */
export interface Phrase {
  tokens: string;
  /** Whether the last token may go on. */
  isPrefix: boolean;
  /** Whether only the beginning of the title will do. */
  isFirst: boolean;
}

/** A phrase whose last token may go on. */
export function prefix(tokens: string, isFirst = false): Phrase {
  return { tokens, isPrefix: true, isFirst };
}

/** A phrase of whole tokens. */
export function exactly(tokens: string): Phrase {
  return { tokens, isPrefix: false, isFirst: false };
}

export function all(parts: Expression[]): Expression {
  return parts.length === 1 ? (parts[0] as Expression) : { all: parts };
}

export function any(parts: Expression[]): Expression {
  return parts.length === 1 ? (parts[0] as Expression) : { any: parts };
}

/** The sort of a token, and one letter of Latin, kana or jamo. */
const SINGLE_LETTER = /^[a-z][a-zぁ-ゖㄱ-ㅣ]$/;

/**
 * Several expressions without single letters, which stand in nearly every title: to look for two of them together takes longer
 * than all else. About what is found the letters decide anyway.
 */
export function withoutSingleLetters(expression: Expression): Expression {
  if (!('all' in expression)) return expression;
  const telling = expression.all.filter((part) => !('tokens' in part && SINGLE_LETTER.test(part.tokens)));
  if (telling.length === expression.all.length) return expression;
  return all(telling.length > 0 ? telling : expression.all.slice(0, 1));
}

/** An expression as FTS5 reads it. */
export function toMatch(expression: Expression): string {
  if ('all' in expression) return `(${expression.all.map(toMatch).join(' AND ')})`;
  if ('any' in expression) return `(${expression.any.map(toMatch).join(' OR ')})`;
  const { tokens, isPrefix, isFirst } = expression;
  return `${isFirst ? '^' : ''}"${tokens}"${isPrefix ? ' *' : ''}`;
}

/** Remembers what no title has, so that nobody asks again who goes on typing; `only` means the titles in one language. */
export interface AbsentPhrases {
  /** What of an expression may still be found; undefined when nothing is. */
  without(expression: Expression, only?: Language): Expression | undefined;
  /** Takes down that no title has what an expression asks for. */
  add(expression: Expression, only?: Language): void;
}

const MOST_PHRASES = 20_000;
const LONGEST_PHRASE = 24;

/** Knows of nothing yet. It is to be thrown away as soon as any title changes. */
export function createAbsentPhrases(): AbsentPhrases {
  const inAny = new Set<string>();
  const inOne: Record<Language, Set<string>> = { en: new Set(), ko: new Set(), ja: new Set() };
  /** What does not stand anywhere does not go on either, nor does a phrase that goes on with it. */
  const isAbsent = ({ tokens }: Phrase, only?: Language): boolean => {
    const inOnly = only && inOne[only];
    for (let from = 0; from >= 0; from = nextToken(tokens, from)) {
      const longest = Math.min(tokens.length, from + LONGEST_PHRASE);
      for (let end = from + 1; end <= longest; end += 1) {
        const beginning = tokens.slice(from, end);
        if (inAny.has(beginning) || inOnly?.has(beginning)) return true;
      }
    }
    return false;
  };
  const without = (expression: Expression, only?: Language): Expression | undefined => {
    if ('tokens' in expression) return isAbsent(expression, only) ? undefined : expression;
    if ('all' in expression) {
      const parts = expression.all.map((part) => without(part, only));
      return parts.includes(undefined) ? undefined : all(parts as Expression[]);
    }
    const parts = expression.any.map((part) => without(part, only)).filter((part) => part !== undefined);
    return parts.length === 0 ? undefined : any(parts);
  };
  const add = (expression: Expression, only?: Language): void => {
    if ('any' in expression) for (const part of expression.any) add(part, only);
    // Of several that do not stand together, each may well stand somewhere.
    if (!('tokens' in expression) || !expression.isPrefix || expression.isFirst) return;
    const beginnings = only ? inOne[only] : inAny;
    if (expression.tokens.length <= LONGEST_PHRASE && beginnings.size < MOST_PHRASES)
      beginnings.add(expression.tokens);
  };
  return { without, add };
}

/** Where the next token begins; -1 after the last. */
function nextToken(tokens: string, from: number): number {
  const space = tokens.indexOf(' ', from);
  return space < 0 ? -1 : space + 1;
}
