/** The scripts that search tells apart. Those of East Asia are written without spaces, or with particles joined to words. */

/** For a class of characters in an expression: Korean and Japanese, with the sign of a long vowel. */
export const EAST_ASIAN = '\\p{Script=Hangul}\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー';

export const HAS_EAST_ASIAN = new RegExp(`[${EAST_ASIAN}]`, 'u');
export const HAS_HANGUL = /\p{Script=Hangul}/u;
export const HAS_KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
export const HAS_JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** One Han character and nothing else. */
export const IS_HAN = /^\p{Script=Han}$/u;
