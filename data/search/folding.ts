/** How search compares letters: case, width, accents and the two kana folded, Korean as the keys that type it. */

// A letter with what belongs to it: Hangul in conjoining jamo, or any character with marks and half-width voicing signs.
const CLUSTER =
  /[\u1100-\u115F\uA960-\uA97C]+[\u1160-\u11A7\uD7B0-\uD7C6]*[\u11A8-\u11FF\uD7CB-\uD7FB]*\p{M}*|\P{M}[\p{M}\uFF9E\uFF9F]*|\p{M}+/gsu;
// Texts in which each UTF-16 unit is a letter of its own: ASCII and the common ranges of Korean and Japanese.
const SIMPLE =
  /^[\t\n\r\u0020-\u007E\u00A1-\u00FF\u2010-\u2027\u3000-\u3029\u3041-\u3096\u309B-\u318E\u4E00-\u9FFF\uAC00-\uD7A3\uFF01-\uFF5E]*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant
const ASCII = /^[\u0000-\u007F]*$/;
// NFKC would turn a lone jamo such as ㅅ into a conjoining one, which no longer equals what a keyboard types.
const ALL_BUT_LONE_JAMO = /[^\u3131-\u318E]+/gu;

/** Hears each letter of a text as a reader sees it, with its place in UTF-16 units. */
export function eachLetter(text: string, hear: (letter: string, start: number, end: number) => void): void {
  if (SIMPLE.test(text)) for (let at = 0; at < text.length; at += 1) hear(text[at] as string, at, at + 1);
  else for (const { 0: letter, index } of text.matchAll(CLUSTER)) hear(letter, index, index + letter.length);
}

/**
 * Folds case, width and other compatibility forms (NFKC), Katakana to Hiragana, and accents on Latin, Greek and Cyrillic
 * letters; が stays が, and a Korean syllable stays one.
 */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .replace(ALL_BUT_LONE_JAMO, (run) => run.normalize('NFKC'))
    .toLowerCase()
    .normalize('NFD')
    .replace(/([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu, '$1')
    .normalize('NFC')
    .replaceAll('ς', 'σ')
    .replace(/[\u30A1-\u30F6\u30FD\u30FE]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
}

const INITIALS = [...'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'];
const VOWELS = 'ㅏ ㅐ ㅑ ㅒ ㅓ ㅔ ㅕ ㅖ ㅗ ㅗㅏ ㅗㅐ ㅗㅣ ㅛ ㅜ ㅜㅓ ㅜㅔ ㅜㅣ ㅠ ㅡ ㅡㅣ ㅣ'.split(' ');
const FINALS =
  ',ㄱ,ㄲ,ㄱㅅ,ㄴ,ㄴㅈ,ㄴㅎ,ㄷ,ㄹ,ㄹㄱ,ㄹㅁ,ㄹㅂ,ㄹㅅ,ㄹㅌ,ㄹㅍ,ㄹㅎ,ㅁ,ㅂ,ㅂㅅ,ㅅ,ㅆ,ㅇ,ㅈ,ㅊ,ㅋ,ㅌ,ㅍ,ㅎ'.split(
    ',',
  );
const COMPOUND_JAMO: Record<string, string> = {
  ㄳ: 'ㄱㅅ',
  ㄵ: 'ㄴㅈ',
  ㄶ: 'ㄴㅎ',
  ㄺ: 'ㄹㄱ',
  ㄻ: 'ㄹㅁ',
  ㄼ: 'ㄹㅂ',
  ㄽ: 'ㄹㅅ',
  ㄾ: 'ㄹㅌ',
  ㄿ: 'ㄹㅍ',
  ㅀ: 'ㄹㅎ',
  ㅄ: 'ㅂㅅ',
  ㅘ: 'ㅗㅏ',
  ㅙ: 'ㅗㅐ',
  ㅚ: 'ㅗㅣ',
  ㅝ: 'ㅜㅓ',
  ㅞ: 'ㅜㅔ',
  ㅟ: 'ㅜㅣ',
  ㅢ: 'ㅡㅣ',
};

/** Whether a folded letter is a whole Korean syllable. */
export function isSyllable(letter: string): boolean {
  const code = letter.charCodeAt(0);
  return code >= 0xac00 && code <= 0xd7a3;
}

/** The initial consonant of a Korean syllable. */
export function initialOf(syllable: string): string {
  return INITIALS[Math.floor((syllable.charCodeAt(0) - 0xac00) / 588)] as string;
}

/** How many keys at the end of a Korean syllable type its final consonant: 0, 1, or 2 for such as ㄳ. */
export function finalLength(syllable: string): number {
  return isSyllable(syllable) ? (FINALS[(syllable.charCodeAt(0) - 0xac00) % 28] as string).length : 0;
}

const SMALL_KANA: Record<string, string> = {
  ぁ: 'あ',
  ぃ: 'い',
  ぅ: 'う',
  ぇ: 'え',
  ぉ: 'お',
  ゃ: 'や',
  ゅ: 'ゆ',
  ょ: 'よ',
  っ: 'つ',
  ゎ: 'わ',
  ゕ: 'か',
  ゖ: 'け',
  ゐ: 'い',
  ゑ: 'え',
  ぢ: 'じ',
  づ: 'ず',
  ゔ: 'ぶ',
  ー: '',
};

/**
 * What a folded letter is compared by: a Korean syllable by the keys that type it (a syllable half typed is then the
 * beginning of the whole one), kana without regard to size and length; any other letter by itself.
 */
export function keysOf(letter: string): string {
  const code = letter.charCodeAt(0);
  if (code < 0x3041) return letter;
  if (code >= 0xac00 && code <= 0xd7a3) return syllableKeys(code - 0xac00);
  if (code <= 0x30ff) return SMALL_KANA[letter] ?? letter;
  return COMPOUND_JAMO[letter] ?? letter;
}

function syllableKeys(index: number): string {
  const initial = INITIALS[Math.floor(index / 588)] as string;
  const vowel = VOWELS[Math.floor((index % 588) / 28)] as string;
  return initial + vowel + (FINALS[index % 28] as string);
}

const TYPED = Object.fromEntries(
  [...'qwertasdfgzxcvyuiophjklbnm'].map((key, index) => [
    key,
    'ㅂㅈㄷㄱㅅㅁㄴㅇㄹㅎㅋㅌㅊㅍㅛㅕㅑㅐㅔㅗㅓㅏㅣㅠㅜㅡ'[index] ?? '',
  ]),
);
const SHIFTED: Record<string, string> = { Q: 'ㅃ', W: 'ㅉ', E: 'ㄸ', R: 'ㄲ', T: 'ㅆ', O: 'ㅒ', P: 'ㅖ' };
const TYPED_SYLLABLE = /([ㄱ-ㅎ])(ㅗㅏ|ㅗㅐ|ㅗㅣ|ㅜㅓ|ㅜㅔ|ㅜㅣ|ㅡㅣ|[ㅏ-ㅣ])((?:[ㄱ-ㅎ](?![ㅏ-ㅣ])){0,2})/gu;

/**
 * The Korean that the keys of some Latin letters type on a two-set keyboard: `dlsrhd` is 인공. A last syllable may be
 * unfinished; undefined when the letters make no Korean.
 */
export function hangulTypedAs(letters: string): string | undefined {
  const jamo = [...letters].map((letter) => SHIFTED[letter] ?? TYPED[letter.toLowerCase()] ?? ' ').join('');
  const syllables = jamo.replace(TYPED_SYLLABLE, (_, initial: string, vowel: string, final: string) =>
    composed(initial, vowel, final),
  );
  return /^[가-힣]+[ㄱ-ㅎ]?$/u.test(syllables) ? syllables : undefined;
}

/** A syllable; of two final consonants that make no final, the second stays apart. */
function composed(initial: string, vowel: string, final: string): string {
  const isFinal = FINALS.includes(final);
  const index = FINALS.indexOf(isFinal ? final : (final[0] ?? ''));
  const code = 0xac00 + (INITIALS.indexOf(initial) * 21 + VOWELS.indexOf(vowel)) * 28 + index;
  return String.fromCharCode(code) + (isFinal ? '' : final.slice(1));
}
