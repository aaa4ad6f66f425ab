import type { APIRoute } from 'astro';
import { TEXT } from '../feeds/content-types.ts';
import { toLlms } from '../feeds/llms.ts';

const NEWEST = 20;

export const GET: APIRoute = async ({ locals: { store, site } }) => {
  const [newest, en, ko, ja] = await Promise.all([
    store.site.newest({ limit: NEWEST }),
    store.site.categories('en'),
    store.site.categories('ko'),
    store.site.categories('ja'),
  ]);
  return new Response(toLlms(site, { newest, categories: { en, ko, ja } }), TEXT);
};
