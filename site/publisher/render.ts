import { pathToFileURL } from 'node:url';
import type { Store } from '../../data/store.ts';
import type { SiteSettings } from '../settings.ts';
import { createFeedRender } from './render-feed.ts';
import { createMarkdownRender } from './render-markdown.ts';

/** What became of a page: its bytes; that there is no such page (any more); or why it could not be made. */
export type Rendered =
  | { state: 'page'; body: Uint8Array }
  | { state: 'gone' }
  | { state: 'failed'; error: unknown };

/** What pages and feeds are made from. */
export interface RenderSources {
  store: App.Locals['store'] & Pick<Store, 'changes'>;
  site: SiteSettings;
}

/** The page of an address as it stands, of which parts may be taken over. */
export interface Earlier {
  /** It shows the change log up to here, or further. */
  since: number;
  /** Its bytes, until it is read again or another page is; undefined: there is none. */
  read(): Buffer | undefined;
}

/** Makes the page or feed of a public address. Never throws. */
export type Render = (address: string, earlier?: Earlier) => Promise<Rendered>;

/** The compiled site (site/renderer.ts after `astro build`). */
export type CompiledSite = (request: Request, locals: App.Locals) => Promise<Response>;

/** Loads the compiled site from the file that `astro build` wrote. */
export async function loadCompiledSite(entry: string): Promise<CompiledSite> {
  const { render } = (await import(pathToFileURL(entry).href)) as { render: CompiledSite };
  return render;
}

/** A renderer of static files: what is not found or has moved becomes `gone`, every other trouble `failed`. */
export function createRender(compiled: CompiledSite, { store, site }: RenderSources): Render {
  const renderFeed = createFeedRender({ store, site });
  const renderMarkdown = createMarkdownRender({ store, site });
  return async (address, earlier) => {
    const locals: App.Locals = { store, site };
    try {
      const body = (await renderFeed(address, earlier)) ?? (await renderMarkdown(address));
      if (body) return { state: 'page', body };
      const response = await compiled(new Request(site.url + address), locals);
      if (response.status === 200)
        return { state: 'page', body: new Uint8Array(await response.arrayBuffer()) };
      // Whatever Astro answers for it, a page that failed is not gone.
      if (locals.failure === undefined && response.status < 500) return { state: 'gone' };
      return { state: 'failed', error: locals.failure ?? new Error(`answered ${response.status}`) };
    } catch (error) {
      return { state: 'failed', error };
    }
  };
}
