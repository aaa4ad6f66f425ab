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

/** An expression as FTS5 reads it; what stands in it twice is asked once. */
export function toMatch(expression: Expression): string {
  if ('all' in expression) return joined(expression.all, ' AND ');
  if ('any' in expression) return joined(expression.any, ' OR ');
  const { tokens, isPrefix, isFirst } = expression;
  return `${isFirst ? '^' : ''}"${tokens}"${isPrefix ? ' *' : ''}`;
}

function joined(expressions: Expression[], operator: string): string {
  return `(${[...new Set(expressions.map(toMatch))].join(operator)})`;
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
/** Of several expressions, as FTS5 reads them. */
const LONGEST_TOGETHER = 60;

/** Knows of nothing yet. It is to be thrown away as soon as any title changes. */
export function createAbsentPhrases(): AbsentPhrases {
  const inAny = new Set<string>();
  const inOne: Record<Language, Set<string>> = { en: new Set(), ko: new Set(), ja: new Set() };
  const isKnown = (text: string, only?: Language) => inAny.has(text) || (only && inOne[only].has(text));
  /** What does not stand anywhere does not go on either, nor does a phrase that goes on with it. */
  const isAbsent = ({ tokens }: Phrase, only?: Language): boolean => {
    for (let from = 0; from >= 0; from = nextToken(tokens, from)) {
      const longest = Math.min(tokens.length, from + LONGEST_PHRASE);
      for (let end = from + 1; end <= longest; end += 1)
        if (isKnown(tokens.slice(from, end), only)) return true;
    }
    return false;
  };
  const remember = (text: string, longest: number, only?: Language): void => {
    const known = only ? inOne[only] : inAny;
    if (text.length <= longest && known.size < MOST_PHRASES) known.add(text);
  };
  const without = (expression: Expression, only?: Language): Expression | undefined => {
    if ('tokens' in expression) return isAbsent(expression, only) ? undefined : expression;
    if ('all' in expression) return together(expression.all, only);
    const parts = expression.any.map((part) => without(part, only)).filter((part) => part !== undefined);
    return parts.length === 0 ? undefined : any(parts);
  };
  const together = (expressions: Expression[], only?: Language): Expression | undefined => {
    const parts = expressions.map((part) => without(part, only)).filter((part) => part !== undefined);
    const expression = all(parts);
    return parts.length < expressions.length || isKnown(toMatch(expression), only) ? undefined : expression;
  };
  const add = (expression: Expression, only?: Language): void => {
    if ('any' in expression) for (const part of expression.any) add(part, only);
    // Of several that do not stand together, each may well stand somewhere.
    else if ('all' in expression) remember(toMatch(expression), LONGEST_TOGETHER, only);
    else if (expression.isPrefix && !expression.isFirst) remember(expression.tokens, LONGEST_PHRASE, only);
  };
  return { without, add };
}

/** Where the next token begins; -1 after the last. */
function nextToken(tokens: string, from: number): number {
  const space = tokens.indexOf(' ', from);
  return space < 0 ? -1 : space + 1;
}
