import { addressOf } from './paths.ts';
import type { CompiledSite } from './publisher/render.ts';
import { PAGE_HEADERS, securityHeadersOf } from './serving/page-headers.ts';
import { candidatesFor } from './serving/target.ts';
import type { SiteSettings } from './settings.ts';
import type { Cards } from './social/cards.ts';

export interface OnDemandOptions {
  compiled: CompiledSite;
  store: App.Locals['store'];
  site: SiteSettings;
  cards: Pick<Cards, 'answer'>;
  /** Whether rendering this address may hang or end the thread that tries. */
  isDangerous?: (address: string) => boolean;
  /** Hears of a page for all readers that should be a file: it has not been published yet, or somebody has deleted it. */
  onMissing?: (address: string) => void;
  /** Hears why a page could not be made. */
  onFailure: (address: string, error: unknown) => void;
}

/**
 * Answers requests for what is no file: the search page, addresses that have moved, pages that do not exist, and pages
 * and cards that have not been made yet.
 */
export function createOnDemand(options: OnDemandOptions) {
  const { compiled, store, site, cards, isDangerous = () => false, onMissing, onFailure } = options;
  return async (request: Request, reader?: Pick<App.Locals, 'mine' | 'wasRefused'>): Promise<Response> => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return new Response(null, { status: 405, headers: { ...PAGE_HEADERS, Allow: 'GET, HEAD' } });
    const { pathname, search } = new URL(request.url);
    const card = await cards.answer(pathname);
    if (card) return card;
    if (isDangerous(pathname)) return refuse();
    const locals: App.Locals = { store, site, ...reader };
    // Pages see the address alone (and one of them, what its reader did): neither host nor headers of the request can change what they say.
    const response = await compiled(new Request(site.url + pathname + search), locals);
    if (response.status >= 500)
      onFailure(pathname, locals.failure ?? new Error(`answered ${response.status}`));
    const missing = missingPage(pathname + search, response);
    if (missing !== undefined) onMissing?.(missing);
    return withHeaders(response);
  };
}

/** The address of the file that should have answered; what is made for a single reader says itself how it may be kept, and is none. */
function missingPage(target: string, response: Response): string | undefined {
  if (response.status !== 200 || response.headers.has('Cache-Control')) return undefined;
  const [file] = candidatesFor(target).take(1);
  return file && addressOf(file.file);
}

/** Here it would take all other requests along. */
function refuse(): Response {
  const headers = { ...PAGE_HEADERS, 'Retry-After': '300', 'Cache-Control': 'no-store' };
  return new Response(null, { status: 503, headers });
}

function withHeaders(response: Response): Response {
  const headers = new Headers(response.headers);
  const type = headers.get('Content-Type') ?? '';
  for (const [name, value] of Object.entries(securityHeadersOf(type))) headers.set(name, value);
  // Without it the first bytes of a page could choose how the rest is read.
  if (type === 'text/html') headers.set('Content-Type', 'text/html; charset=utf-8');
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-cache');
  return new Response(response.body, { status: response.status, headers });
}
