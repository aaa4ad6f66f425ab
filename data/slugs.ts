import { cutToFit } from './text.ts';

const MAX_CHARACTERS = 80;
const MAX_BYTES = 240;
const FALLBACK = 'article';

/**
 * A readable path segment from a title: lower case, letters and digits of any script, everything else one `-`. Width and
 * other compatibility forms are folded (`ＡＢＣ` gives `abc`). Never empty (`article` when no letter or digit is left), at
 * most 80 characters and 240 bytes of UTF-8, cut between words where possible and never inside a grapheme.
 */
export function toSlug(title: string): string {
  const words =
    foldWidth(title.slice(0, MAX_CHARACTERS * 40).toWellFormed()).match(
      /[\p{L}\p{N}][\p{L}\p{N}\p{Mn}\p{Mc}]*/gu,
    ) ?? [];
  return shortened(words.join('-'), { characters: MAX_CHARACTERS, bytes: MAX_BYTES }) || FALLBACK;
}

/** Whether a value is a slug exactly as toSlug would write it. */
export function isSlug(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && toSlug(value) === value;
}

/** The slug with `-n` at its end, shortened where the whole would be too long. */
export function withSuffix(slug: string, n: number): string {
  const suffix = `-${n}`;
  const room = { characters: MAX_CHARACTERS - suffix.length, bytes: MAX_BYTES - suffix.length };
  return (shortened(slug, room) || FALLBACK) + suffix;
}

function foldWidth(text: string): string {
  // NFKC would turn a lone jamo such as ㅋ (U+3131 to U+318E) into a conjoining one that no keyboard types.
  const fold = (part: string) => part.replace(/[^\u3131-\u318E]+/gu, (run) => run.normalize('NFKC'));
  const visible = text.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return fold(fold(visible).toLowerCase());
}

function shortened(slug: string, limits: { characters: number; bytes: number }): string {
  const cut = cutToFit(slug, limits);
  if (cut.length === slug.length) return slug;
  const boundary = slug[cut.length] === '-' ? cut.length : cut.lastIndexOf('-');
  // Languages written without spaces have few boundaries: losing a word is fine, losing most of the title is not.
  return boundary > cut.length / 2 ? cut.slice(0, boundary) : cut;
}
