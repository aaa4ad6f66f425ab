/**
 * How a reading is compared, whether it comes as kana, as romaji or as both: `じんこう`, `ジンコー`, `jinkou` and `jinko`
 * are all `zinko`. Every beginning of a reading gives a beginning of its sound, so half-typed syllables work.
 */

const ROWS: Record<string, string> = {
  '': 'あいうえお',
  k: 'かきくけこ',
  s: 'さしすせそ',
  t: 'たちつてと',
  n: 'なにぬねの',
  h: 'はひふへほ',
  m: 'まみむめも',
  r: 'らりるれろ',
  g: 'がぎぐげご',
  z: 'ざじずぜぞ',
  b: 'ばびぶべぼ',
  p: 'ぱぴぷぺぽ',
};

const SOUNDS = new Map<string, string>([
  ...Object.entries(ROWS).flatMap(([consonant, kana]) =>
    [...kana].map((one, vowel): [string, string] => [one, consonant + 'aiueo'[vowel]]),
  ),
  ...Object.entries({ や: 'ya', ゆ: 'yu', よ: 'yo', わ: 'wa', ゐ: 'i', ゑ: 'e', を: 'o', ん: 'n' }),
  ...Object.entries({ だ: 'da', ぢ: 'zi', づ: 'zu', で: 'de', ど: 'do', ゔ: 'bu', ー: '', '・': '' }),
  ...Object.entries({
    ぁ: 'a',
    ぃ: 'i',
    ぅ: 'u',
    ぇ: 'e',
    ぉ: 'o',
    ゃ: 'ya',
    ゅ: 'yu',
    ょ: 'yo',
    っ: 'tu',
    ゎ: 'wa',
  }),
]);

/** Spellings of romaji, each brought to the one that the kana table gives; applied in order. */
const SPELLINGS: [RegExp, string][] = [
  [/[-'’]/g, ''],
  [/m(?=[bpm])/g, 'n'],
  [/([kstcpgzdbrjf])\1|tc(?=h)/g, 'tu$1'],
  [/tu(?=h)/g, 'tuc'],
  [/sh(?=e)/g, 'si'],
  [/sh(?=[auo])/g, 'siy'],
  [/sh(i|$)/g, 'si'],
  [/ch(?=e)/g, 'ti'],
  [/ch(?=[auo])/g, 'tiy'],
  [/ch(i|$)/g, 'ti'],
  [/ts(u|$|(?=[aieo]))/g, 'tu'],
  [/j(?=e)/g, 'zi'],
  [/jy?(?=[aueo])/g, 'ziy'],
  [/j(i|$)/g, 'zi'],
  [/f(?=[aieo])/g, 'hu'],
  [/f(u|$)/g, 'hu'],
  [/([kghbpmrtsz])y(?=[aueo]|$)/g, '$1iy'],
  [/v/g, 'b'],
  [/l/g, 'r'],
  [/[cq]/g, 'k'],
  [/du|dzu/g, 'zu'],
  [/wo/g, 'o'],
  [/w(?=[ie])/g, 'u'],
];

/** The sounds of a folded text of kana, Latin letters and digits; undefined when it holds anything else. */
export function soundOf(folded: string): string | undefined {
  let [letters, isRomaji] = ['', false];
  for (const letter of folded.replace(TOGETHER, (two) => SOUNDS_TOGETHER[two] ?? two)) {
    const sound = SOUNDS.get(letter);
    if (sound === undefined && !/[a-z0-9'’-]/.test(letter)) return undefined;
    isRomaji ||= sound === undefined;
    letters += sound ?? letter;
  }
  return shortened(
    isRomaji
      ? SPELLINGS.reduce((text, [spelling, sound]) => text.replace(spelling, sound), letters)
      : letters,
  );
}

/** Two kana for one foreign syllable, and what sounds like it. */
const SOUNDS_TOGETHER: Record<string, string> = {
  ゔぁ: 'ば',
  ゔぃ: 'び',
  ゔぇ: 'べ',
  ゔぉ: 'ぼ',
  てぃ: 'ち',
  でぃ: 'di',
  とぅ: 'つ',
  どぅ: 'づ',
  うぉ: 'お',
};
const TOGETHER = /ゔ[ぁぃぇぉ]|[てで]ぃ|[とど]ぅ|うぉ/g;

function shortened(letters: string): string {
  let short = '';
  for (const letter of letters) short += added(short.at(-1), letter);
  return short;
}

/**
 * What a letter adds to a sound that ends with another: nothing to a long vowel or a double n, since those are written
 * in too many ways; and `ny` is にゃ as well as んや.
 */
export function added(before: string | undefined, letter: string): string {
  if (before === letter && 'aiueon'.includes(letter)) return '';
  if ((before === 'o' && letter === 'u') || (before === 'e' && letter === 'i')) return '';
  return before === 'n' && letter === 'y' ? 'iy' : letter;
}
