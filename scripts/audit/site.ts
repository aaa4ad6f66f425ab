import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { LANGUAGES, type Language } from '../../data/languages.ts';
import { ensureBuilt } from '../../site/build.ts';
import {
  addressOf,
  articlePath,
  categoriesPath,
  categoryPath,
  homePath,
  reactionsPath,
  searchPath,
} from '../../site/paths.ts';
import { readCurrent, servedFolder } from '../../site/publisher/published-folder.ts';
import { readSiteSettings } from '../../site/settings.ts';
import { buildOf } from '../build-name.ts';
import { startDemo } from '../demo/start-demo.ts';
import { runtimePaths } from '../runtime-paths.ts';
import type { Service } from '../service.ts';

/** The demo, running, with the pages that are worth a closer look. */
export interface AuditedSite {
  /** Its address, without a slash at the end. */
  url: string;
  /** The folder of the published files. */
  folder: string;
  /** The kinds of pages, each in each language. */
  samples: Sample[];
  /** The address of every published page, and of pages that are made on demand. */
  pages(): string[];
  close(): Promise<void>;
}

export interface Sample {
  kind: 'home' | 'article' | 'category' | 'categories' | 'search' | 'reactions';
  lang: Language;
  path: string;
}

const WORDS: Record<Language, string> = { en: 'ink', ko: '글자', ja: '文字' };

/** Starts the demo and waits until its pictures have all their sizes, and its pages come from the present templates. */
export async function openAuditedSite(environment: NodeJS.ProcessEnv): Promise<AuditedSite> {
  const { service, config } = await startDemo({ PORT: '8094', INKSTONE_DATA: './var/audit', ...environment });
  while ((await service.store.uploads.withoutVariants()).length > 0) await sleep(200);
  const paths = runtimePaths(config.dataFolder);
  const settings = readSiteSettings(paths.settings, { url: config.siteUrl, name: config.siteName });
  const build = buildOf(await ensureBuilt(), settings);
  while (!readCurrent(paths.site)?.startsWith(`${build}-`)) await sleep(200);
  await service.publication.whenLive(await service.store.changes.latest(), 60_000);
  const folder = servedFolder(paths.site);
  const samples = (await Promise.all(LANGUAGES.map((lang) => samplesIn(service, lang)))).flat();
  return {
    url: config.siteUrl,
    folder,
    samples,
    pages: () => [
      ...readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.html'))
        .map(addressOf),
      ...samples.filter(({ kind }) => kind === 'search' || kind === 'reactions').map(({ path }) => path),
      searchPath(),
      searchPath({ q: 'nothing-at-all' }),
    ],
    close: service.stop,
  };
}

async function samplesIn({ store }: Service, lang: Language): Promise<Sample[]> {
  const [category] = await store.site.categories(lang);
  const longest = await longestArticle(store, lang);
  const paths = {
    home: homePath(lang),
    article: articlePath(lang, longest),
    category: categoryPath(lang, category?.key ?? 'general'),
    categories: categoriesPath(lang),
    search: searchPath({ q: WORDS[lang], lang }),
    reactions: reactionsPath(lang, longest),
  };
  return Object.entries(paths).map(([kind, path]) => ({ kind: kind as Sample['kind'], lang, path }));
}

/** The longest with pictures and code: it has the most that can go wrong. */
async function longestArticle(store: Service['store'], lang: Language): Promise<string> {
  const { articles } = await store.articles.list({
    page: 1,
    limit: 100,
    status: 'published',
    lang,
    sortBy: 'newest',
    withContent: true,
  });
  const rank = ({ content = '' }) =>
    content.length + (content.includes('<pre') ? 1e6 : 0) + (content.includes('<img') ? 1e6 : 0);
  const [longest] = articles.toSorted((a, b) => rank(b) - rank(a));
  if (!longest) throw new Error(`The demo has no article in the language ${lang}.`);
  return longest.slug;
}
