/** The languages of the site, in the order in which they are shown. */
export const LANGUAGES = ['en', 'ko', 'ja'] as const;

export type Language = (typeof LANGUAGES)[number];

/** Whether a value is the key of one of the site's languages. */
export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.includes(value as Language);
}
