import type { APIRoute } from 'astro';
import { XML } from '../feeds/content-types.ts';
import { toSitemapIndex } from '../feeds/sitemap.ts';

export const GET: APIRoute = async ({ locals: { store, site } }) =>
  new Response(toSitemapIndex(site.url, await store.site.sitemapPages()), XML);
