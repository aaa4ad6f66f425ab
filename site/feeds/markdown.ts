import type { Article } from '../../data/articles.ts';
import { categoryName, tagName } from '../names.ts';
import { articlePath } from '../paths.ts';
import type { SiteSettings } from '../settings.ts';
import { withAbsoluteLinks } from './absolute-links.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';

/** An article as Markdown for language models: what is known about it (YAML), then its text; every address is absolute. */
export function toMarkdown(site: SiteSettings, article: Article): string {
  const { lang, title, summary } = article;
  const url = site.url + articlePath(lang, article.slug);
  const facts = {
    title,
    url,
    site: site.name,
    language: lang,
    author: article.author || site.name,
    published: article.publishedAt,
    updated: article.updatedAt,
    category: categoryName(site, article.category, lang),
    tags: article.tags.map((tag) => tagName(site, tag, lang)),
    source: article.sourceUrl,
  };
  const lines = Object.entries(facts).flatMap(([name, value]) =>
    value === null || value.length === 0 ? [] : [`${name}: ${JSON.stringify(value)}`],
  );
  // Links within the text stay what they are.
  const html = withAbsoluteLinks(article.content, url).replaceAll(`href="${url}#`, 'href="#');
  const body = htmlToMarkdown(html);
  const heading = `# ${title.replace(/\s+/g, ' ')}`;
  return `---\n${lines.join('\n')}\n---\n\n${[heading, summary && `> ${summary}`, body].filter(Boolean).join('\n\n')}\n`;
}
