import type { Language } from '../data/languages.ts';

/** The absolute address of an article's page. The site builds the same path; a test holds the two together. */
export function articlePageUrl(siteUrl: string, { lang, slug }: { lang: Language; slug: string }): string {
  return `${siteUrl}/${lang}/articles/${encodeURIComponent(slug)}`;
}
