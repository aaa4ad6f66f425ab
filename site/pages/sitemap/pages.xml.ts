import type { APIRoute } from 'astro';
import { XML } from '../../feeds/content-types.ts';
import { findListPages } from '../../feeds/page-sitemap.ts';
import { toPageSitemap } from '../../feeds/sitemap.ts';

export const GET: APIRoute = async ({ locals: { store, site } }) =>
  new Response(toPageSitemap(site, await findListPages(store.site)), XML);
