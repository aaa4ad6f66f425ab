import type { Language } from '../../data/languages.ts';
import type { SitemapArticle } from '../../data/public-site.ts';
import { defaultAlternate } from '../default-alternate.ts';
import { articlePath, sitemapPath } from '../paths.ts';
import type { SiteSettings } from '../settings.ts';
import { element, type XmlElement, xmlDocument } from './xml.ts';

const SITEMAP = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const NAMESPACES = {
  xmlns: SITEMAP,
  'xmlns:xhtml': 'http://www.w3.org/1999/xhtml',
  'xmlns:image': 'http://www.google.com/schemas/sitemap-image/1.1',
};

/** The list of all sitemap files: the one of lists and homes, then the articles', oldest first. */
export function toSitemapIndex(siteUrl: string, pages: { page: number; updatedAt: string }[]): string {
  const files = pages.map(({ page, updatedAt }) =>
    element(
      'sitemap',
      {},
      element('loc', {}, siteUrl + sitemapPath(page)),
      element('lastmod', {}, updatedAt),
    ),
  );
  const lists = element('sitemap', {}, element('loc', {}, siteUrl + sitemapPath('pages')));
  return xmlDocument(element('sitemapindex', { xmlns: SITEMAP }, lists, ...files));
}

/** One range of articles, each with its translations and its picture. */
export function toArticleSitemap(site: Site, articles: SitemapArticle[]): string {
  return xmlDocument(element('urlset', NAMESPACES, ...articles.map((article) => toUrl(site, article))));
}

function toUrl(
  site: Site,
  { slug, lang, updatedAt, thumbnailUrl, translations }: SitemapArticle,
): XmlElement {
  const picture = thumbnailUrl === null ? undefined : URL.parse(thumbnailUrl, site.url)?.href;
  const pages = translations.map((one) => ({ lang: one.lang, path: articlePath(one.lang, one.slug) }));
  return element(
    'url',
    {},
    element('loc', {}, site.url + articlePath(lang, slug)),
    element('lastmod', {}, updatedAt),
    ...alternates(site, pages),
    ...(picture ? [element('image:image', {}, element('image:loc', {}, picture))] : []),
  );
}

/** A page and the same page in every language that has it, itself included. */
export interface SitemapPage {
  path: string;
  alternates: { lang: Language; path: string }[];
  /** The one for readers of any other language, unless it is one of these. */
  defaultPath?: string;
}

type Site = Pick<SiteSettings, 'url' | 'defaultLang'>;

/** Pages that are no articles. */
export function toPageSitemap(site: Site, pages: SitemapPage[]): string {
  const urls = pages.map(({ path, alternates: all, defaultPath }) =>
    element('url', {}, element('loc', {}, site.url + path), ...alternates(site, all, defaultPath)),
  );
  return xmlDocument(element('urlset', NAMESPACES, ...urls));
}

/** Every language's address of a page, its own among them; a page in one language only has none to tell of. */
function alternates(
  site: Site,
  pages: SitemapPage['alternates'],
  defaultPath = defaultAlternate(pages, site)?.path ?? '',
): XmlElement[] {
  if (pages.length < 2) return [];
  return [...pages, { lang: 'x-default', path: defaultPath }].map(({ lang, path }) =>
    element('xhtml:link', { rel: 'alternate', hreflang: lang, href: site.url + path }),
  );
}
