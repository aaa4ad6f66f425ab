/** The languages of the site, in the order in which they are shown. */
export const LANGUAGES = ['en', 'ko', 'ja'] as const;

export type Language = (typeof LANGUAGES)[number];

/** Whether a value is the key of one of the site's languages. */
export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.includes(value as Language);
}

const SAMPLE_CHARACTERS = 4000;
const TITLE_WEIGHT = 3;

/**
 * The language of an article, told by its script: Hangul is Korean, Kana or Han alone Japanese, everything else English.
 * A quoted foreign word does not decide, nor do Latin product names. Reads at most the first 4,000 characters of a text
 * (plain or HTML).
 */
export function detectLanguage(title: string, text: string): Language {
  const inTitle = scriptsOf(title);
  const inText = scriptsOf(text);
  const total = (count: keyof Scripts) => inTitle[count] * TITLE_WEIGHT + inText[count];
  const [hangul, kana, han] = [total('hangul'), total('kana'), total('han')];
  const cjk = hangul + kana + han;
  if (cjk === 0 || cjk < total('latinWords')) return 'en';
  return hangul > kana ? 'ko' : 'ja';
}

interface Scripts {
  hangul: number;
  kana: number;
  han: number;
  latinWords: number;
}

function scriptsOf(text: string): Scripts {
  const sample = text.slice(0, SAMPLE_CHARACTERS).replace(/<[^<>]*>/g, ' ');
  const count = (pattern: RegExp) => sample.match(pattern)?.length ?? 0;
  return {
    hangul: count(/\p{Script=Hangul}/gu),
    kana: count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu),
    han: count(/\p{Script=Han}/gu),
    // Names are capitalised or carry digits, and stand in any language; words all in lower case are English prose.
    latinWords: count(/(?<![\p{L}\p{N}])[a-z]{2,}(?![\p{L}\p{N}])/gu),
  };
}
