import type { ArticleSummary } from '../../data/articles.ts';
import { LANGUAGES, type Language } from '../../data/languages.ts';
import type { KeyCount } from '../../data/public-site.ts';
import { categoryName } from '../names.ts';
import {
  archivePath,
  atomPath,
  categoriesPath,
  categoryPath,
  homePath,
  jsonFeedPath,
  markdownPath,
  rssPath,
  sitemapPath,
} from '../paths.ts';
import type { SiteSettings } from '../settings.ts';

/** What the file tells of, beside the site's settings. */
export interface LlmsContent {
  /** Most articles first. */
  categories: Record<Language, KeyCount[]>;
  /** Newest first, over all languages. */
  newest: ArticleSummary[];
}

const NAMES: Record<Language, string> = { en: 'English', ko: 'Korean (한국어)', ja: 'Japanese (日本語)' };

/** What the site is and where its parts are, as Markdown for language models (llmstxt.org). */
export function toLlms(site: SiteSettings, { categories, newest }: LlmsContent): string {
  const link = (text: string, path: string, note?: string) =>
    `- [${escapeMarkdown(text)}](${site.url}${path})${note ? `: ${escapeMarkdown(note)}` : ''}`;
  const topics = LANGUAGES.flatMap((lang) =>
    categories[lang].map(({ key }) =>
      link(categoryName(site, key, lang), categoryPath(lang, key), NAMES[lang]),
    ),
  );
  const sections = [
    section('Sections', [
      ...LANGUAGES.flatMap((lang) => [
        link(`${NAMES[lang]}: home`, homePath(lang)),
        link(`${NAMES[lang]}: archive of all articles`, archivePath(lang)),
      ]),
      link('Categories and how they overlap', categoriesPath()),
    ]),
    section('Categories', topics),
    section('Feeds', [
      link(
        'JSON Feed',
        jsonFeedPath(),
        'the newest articles in full; add ?lang=en, ?lang=ko or ?lang=ja for one language',
      ),
      link('RSS', rssPath()),
      link('Atom', atomPath()),
      link('Sitemap', sitemapPath(), 'every article'),
    ]),
    section(
      'Newest articles',
      newest.map(({ lang, slug, title, summary }) => link(title, markdownPath(lang, slug), summary)),
    ),
  ];
  const languages = LANGUAGES.map((lang) => NAMES[lang]).join(', ');
  return `# ${escapeMarkdown(site.name)}\n\n> Articles in ${languages}.\n\nEvery article is also there as Markdown: add .md to the address of its page.\n${sections.join('')}`;
}

function section(title: string, lines: string[]): string {
  return lines.length === 0 ? '' : `\n## ${title}\n\n${lines.join('\n')}\n`;
}

/** One line of text that no character of Markdown turns into anything else. */
function escapeMarkdown(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(/[\\`*_[\]<>]/g, '\\$&');
}
