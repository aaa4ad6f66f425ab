import type { ArticleSummary } from './articles.ts';
import type { Language } from './languages.ts';

/** A public article whose title matches. `highlight` is HTML in which all but `<mark>` is escaped. */
export interface Suggestion {
  id: string;
  title: string;
  highlight: string;
  slug: string;
  lang: Language;
}

/** A found article; `titleHtml` and `snippetHtml` are HTML in which all but `<mark>` is escaped. */
export type SearchResult = ArticleSummary & { titleHtml: string; snippetHtml: string };

/** Search over public articles. */
export interface Search {
  suggest(query: { q: string; lang?: Language; limit: number }): Promise<Suggestion[]>;
  results(query: {
    q: string;
    lang?: Language;
    category?: string;
    page: number;
    limit: number;
  }): Promise<{ total: number; results: SearchResult[] }>;
}
