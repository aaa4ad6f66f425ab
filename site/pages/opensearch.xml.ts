import type { APIRoute } from 'astro';
import { askedLanguage } from '../feeds/asked-language.ts';
import { OPEN_SEARCH } from '../feeds/content-types.ts';
import { toOpenSearch } from '../feeds/open-search.ts';

export const GET: APIRoute = ({ url, locals: { site } }) => {
  const lang = askedLanguage(url);
  return lang instanceof Response ? lang : new Response(toOpenSearch(site, lang), OPEN_SEARCH);
};
