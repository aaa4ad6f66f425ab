import type { BenchService } from './bench-service.ts';
import { corpusArticle } from './corpus.ts';
import { countArticles } from './publishing.ts';
import type { Report } from './report.ts';

/** A page, and texts that must stand on it. */
interface Visit {
  path: string;
  shows: string[];
}

/**
 * Browses an archive that the bulk API has grown: the first and the last article must stand wherever they belong, from
 * the oldest archive page to search.
 */
export async function browseArchive(service: BenchService, report: Report, size: string): Promise<void> {
  const last = (await countArticles(service)) - 1;
  const visits = [...visitsOfOldest(), ...visitsOfNewest(last)];
  for (const { path, shows } of visits) {
    const { status, body } = await service.call(path);
    const missing = shows.filter((text) => !body.includes(text));
    if (status !== 200 || missing.length > 0)
      throw new Error(`${path} answers ${status} and does not show: ${missing.join(', ')}`);
  }
  report.add({
    what: `pages, feeds, sitemaps and searches that show the first or the last article, ${size}`,
    value: visits.length,
    unit: 'checked',
    goal: { text: 'all', isMet: true },
  });
}

function visitsOfOldest(): Visit[] {
  const { title, category, tags, lang } = corpusArticle(0);
  const [tag = ''] = tags;
  return [
    { path: `/${lang}/archive`, shows: [`/${lang}/archive/1"`] },
    { path: `/${lang}/archive/1`, shows: [title] },
    { path: `/${lang}/categories/${category}/archive/1`, shows: [title] },
    { path: `/${lang}/tags/${tag}/archive/1`, shows: [title] },
    { path: '/sitemap.xml', shows: ['/sitemap/1.xml'] },
    { path: '/sitemap/1.xml', shows: [`/${lang}/articles/`] },
    // The number at its end is part of a title of the corpus; it comes out marked, so the words before it are looked for.
    { path: `/search?${new URLSearchParams({ q: title, lang })}`, shows: [category] },
  ];
}

function visitsOfNewest(n: number): Visit[] {
  const { title, category, tags, lang } = corpusArticle(n);
  return [
    { path: `/${lang}/`, shows: [title] },
    { path: `/${lang}/categories/${category}`, shows: [title] },
    ...tags.map((tag) => ({ path: `/${lang}/tags/${tag}`, shows: [title] })),
    { path: '/categories', shows: [category] },
    { path: `/${lang}/categories`, shows: [category] },
    { path: '/feed.json', shows: [title] },
    { path: `/feed/atom.xml?lang=${lang}`, shows: [title] },
    { path: `/feed/category/${category}.xml`, shows: [title] },
  ];
}
