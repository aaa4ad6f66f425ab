import type { Language } from '../data/languages.ts';

/** The path of the page that shows a reader the reactions to an article; as the site builds it, too. */
export function reactionsPagePath(article: { lang: Language; slug: string }): string {
  return `${articlePageUrl('', article)}/reactions`;
}

/** The absolute address of an article's page. The site builds the same path; a test holds the two together. */
export function articlePageUrl(siteUrl: string, { lang, slug }: { lang: Language; slug: string }): string {
  return `${siteUrl}/${lang}/articles/${encodeURIComponent(slug)}`;
}
