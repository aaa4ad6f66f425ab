import type { Article } from '../data/articles.ts';
import type { Language } from '../data/languages.ts';
import { categoryName } from './names.ts';
import { articlePath, categoryPath, homePath, searchTemplatePath } from './paths.ts';
import type { SiteSettings } from './settings.ts';
import { STRINGS } from './strings.ts';

/** JSON-LD (schema.org) as the text of a `<script>` element. */
export function toJsonLd(graph: object[]): string {
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replace(/</g, '\\u003c');
}

/** The site and how to search it; for home pages. */
export function describeSite(site: SiteSettings, lang: Language): object[] {
  return [
    {
      '@type': 'WebSite',
      '@id': `${site.url}/#website`,
      url: `${site.url}${homePath(lang)}`,
      name: site.name,
      inLanguage: lang,
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: site.url + searchTemplatePath(lang) },
        'query-input': 'required name=searchTerms',
      },
    },
  ];
}

/** An article, and where it stands in the site. The addresses of its pictures are absolute. */
export function describeArticle(
  site: SiteSettings,
  article: Article,
  pictures: (string | undefined)[],
): object[] {
  const url = site.url + articlePath(article.lang, article.slug);
  return [
    {
      '@type': 'NewsArticle',
      '@id': url,
      url,
      mainEntityOfPage: url,
      headline: article.title,
      description: article.summary,
      inLanguage: article.lang,
      datePublished: article.publishedAt,
      dateModified: article.updatedAt,
      articleSection: categoryName(site, article.category, article.lang),
      ...(article.tags.length > 0 && { keywords: article.tags }),
      image: pictures.filter((picture) => picture !== undefined),
      ...(article.sourceUrl && { isBasedOn: article.sourceUrl }),
      author: {
        '@type': article.author && article.author !== site.name ? 'Person' : 'Organization',
        name: article.author || site.name,
      },
      publisher: {
        '@type': 'Organization',
        name: site.name,
        url: site.url,
        logo: { '@type': 'ImageObject', url: `${site.url}/icon-512.png`, width: 512, height: 512 },
      },
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        crumb(1, STRINGS[article.lang].home, site.url + homePath(article.lang)),
        crumb(
          2,
          categoryName(site, article.category, article.lang),
          site.url + categoryPath(article.lang, article.category),
        ),
        crumb(3, article.title, url),
      ],
    },
  ];
}

function crumb(position: number, name: string, item: string): object {
  return { '@type': 'ListItem', position, name, item };
}
