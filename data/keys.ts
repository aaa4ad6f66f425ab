import { characterCount, cleanText } from './text.ts';

const MAX_CHARACTERS = 64;
// With a feed's or page's extension and a compressed copy's suffix the name still fits the 255 bytes of a file name.
const MAX_BYTES = 240;
const KEY = /^[\p{L}\p{M}\p{N}._+#-]+$/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
// Hangul fillers and variation selectors count as letters or marks, but nobody can see or type them.
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

/**
 * The one spelling of a category or tag key: trimmed, lower case, NFC, inner spaces as `-`. Undefined when the result is
 * no key: characters other than letters, digits, marks and `. _ + # -`, no letter or digit at all, more than 64
 * characters or 240 bytes of UTF-8. Applied to its own result it changes nothing.
 */
export function normalizeKey(input: string): string | undefined {
  if (input.length > MAX_BYTES * 4) return undefined;
  const key = cleanText(cleanText(input).toLowerCase()).trim().replace(/\s+/gu, '-');
  const valid = KEY.test(key) && LETTER_OR_DIGIT.test(key) && !INVISIBLE.test(key) && !/^\p{M}/u.test(key);
  const fits = characterCount(key) <= MAX_CHARACTERS && Buffer.byteLength(key) <= MAX_BYTES;
  return valid && fits ? key : undefined;
}
