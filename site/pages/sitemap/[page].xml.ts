import type { APIRoute } from 'astro';
import { XML } from '../../feeds/content-types.ts';
import { problemAnswer } from '../../feeds/problem.ts';
import { toArticleSitemap } from '../../feeds/sitemap.ts';

export const GET: APIRoute = async ({ params: { page = '' }, locals: { store, site } }) => {
  const articles = /^[1-9]\d{0,8}$/.test(page) ? await store.site.sitemapPage(Number(page)) : undefined;
  return articles
    ? new Response(toArticleSitemap(site, articles), XML)
    : problemAnswer(404, 'There is no such part of the sitemap.');
};
