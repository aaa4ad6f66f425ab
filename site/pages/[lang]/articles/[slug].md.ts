import type { APIRoute } from 'astro';
import { MARKDOWN } from '../../../feeds/content-types.ts';
import { toMarkdown } from '../../../feeds/markdown.ts';
import { problemAnswer } from '../../../feeds/problem.ts';
import { markdownPath } from '../../../paths.ts';

export const GET: APIRoute = async ({ params: { lang, slug = '' }, locals: { store, site } }) => {
  const current = (await store.articles.redirectOf(slug)) ?? slug;
  const article = await store.site.article(current);
  if (!article) return problemAnswer(404, 'There is no such article.');
  if (article.lang === lang && article.slug === slug)
    return new Response(toMarkdown(site, article), MARKDOWN);
  return new Response(null, {
    status: 301,
    headers: { Location: markdownPath(article.lang, article.slug) },
  });
};
