import { isLanguage } from '../../data/languages.ts';
import { toMarkdown } from '../feeds/markdown.ts';
import type { RenderSources } from './render.ts';

/** Renders articles as Markdown without Astro, which has no part in them. undefined: no such address, or no such article. */
export function createMarkdownRender({
  store,
  site,
}: RenderSources): (address: string) => Promise<Buffer | undefined> {
  return async (address) => {
    const [, lang, slug] = /^\/(\w\w)\/articles\/([^/?]+)\.md$/.exec(address) ?? [];
    if (!isLanguage(lang) || slug === undefined) return undefined;
    const article = await store.site.article(decodeURIComponent(slug));
    return article?.lang === lang ? Buffer.from(toMarkdown(site, article)) : undefined;
  };
}
