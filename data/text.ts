// The complement of XML 1.0's production 2 (Char), in well-formed text.
const FORBIDDEN_IN_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

// The bound of Unicode's stream-safe text (UAX 15): no language comes near it, and sorting a run of marks into their
// order takes time that grows with the square of its length.
const SURPLUS_MARKS = /(\p{M}{30})\p{M}+/gu;

// Nearly all texts of the three languages: legal, without marks, and as NFC has it. One look is enough for them.
const SETTLED =
  /^[\t\n\r\u0020-\u007E\u00A0-\u00FF\u2010-\u2027\u3000-\u3029\u3041-\u3096\u309D\u309E\u30A1-\u30FE\u4E00-\u9FFF\uAC00-\uD7A3\uFF01-\uFF5E]*$/;

/**
 * Text as the database keeps it: well-formed Unicode (a lone surrogate becomes U+FFFD), without the characters that
 * XML 1.0 forbids and at most 30 marks on a letter, in NFC. Bidirectional controls stay, they are part of the text. Not for HTML: NFC may join a tag's
 * `>` with a following U+0338; sanitizeArticleHtml cleans its text itself.
 */
export function cleanText(text: string): string {
  return composed(legalText(text));
}

/** The same without NFC. */
export function legalText(text: string): string {
  if (SETTLED.test(text)) return text;
  return withoutSurplusMarks(text.toWellFormed().replace(FORBIDDEN_IN_XML, ''));
}

/** A legal text in NFC and still legal: a mark may fall into two. */
export function composed(text: string): string {
  if (SETTLED.test(text)) return text;
  return withoutSurplusMarks(text.normalize('NFC'));
}

function withoutSurplusMarks(text: string): string {
  return text.replace(SURPLUS_MARKS, '$1');
}

/** Length in code points, which is what SQLite's length() counts and what our limits mean by characters. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The user-perceived characters of a text, one after another; stop reading early for long texts. */
function* graphemesOf(text: string): Generator<string> {
  for (const { segment } of graphemes.segment(text)) yield segment;
}

/** The longest beginning of a text within limits (code points, UTF-8 bytes) that splits no grapheme. */
export function cutToFit(text: string, limits: { characters: number; bytes?: number }): string {
  let [characters, bytes, kept] = [0, 0, ''];
  for (const grapheme of graphemesOf(text)) {
    characters += characterCount(grapheme);
    bytes += Buffer.byteLength(grapheme);
    if (characters > limits.characters || bytes > (limits.bytes ?? Infinity)) break;
    kept += grapheme;
  }
  return kept;
}
