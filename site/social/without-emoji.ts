/** Pictures (but not the signs of printers), flags, skin tones, and what joins and chooses them. */
const PIECE =
  '(?:(?![©®™‼⁉])\\p{Extended_Pictographic}|[\\p{Emoji_Modifier}\\p{Regional_Indicator}\\u200d\\u20e3\\ufe0e\\ufe0f\\u{e0020}-\\u{e007f}])';
const AT_THE_EDGES = new RegExp(`^(?:${PIECE}|\\s)+|(?:${PIECE}|\\s)+$`, 'gu');
const WITHIN = new RegExp(`${PIECE}(?:\\s*${PIECE})*`, 'gu');
/** Signs that look as they should, but for the character that chooses how. */
const CHOSEN = /(?<=[©®™‼⁉0-9#*])[\ufe0e\ufe0f\u20e3]+/gu;

/**
 * A text as typefaces without emoji can set it, in which each would be an empty box: what they decorate stands without them,
 * and where they are part of a sentence stand three dots.
 */
export function withoutEmoji(text: string): string {
  return text.replace(CHOSEN, '').replace(AT_THE_EDGES, '').replace(WITHIN, '…');
}
