import { LANGUAGES, type Language } from '../data/languages.ts';

/** The alternate for readers of any other language (`x-default`): the one in the site's language, else the first there is. */
export function defaultAlternate<Alternate extends { lang: Language }>(
  alternates: readonly Alternate[],
  { defaultLang }: { defaultLang: Language },
): Alternate | undefined {
  for (const lang of [defaultLang, ...LANGUAGES]) {
    const alternate = alternates.find((one) => one.lang === lang);
    if (alternate) return alternate;
  }
  return undefined;
}
