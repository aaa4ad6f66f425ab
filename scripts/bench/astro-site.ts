import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { corpusArticle } from './corpus.ts';

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));
const ASTRO = join(createRequire(import.meta.url).resolve('astro/package.json'), '..', 'bin', 'astro.mjs');
const DATA = 'articles.jsonl';

const CORPUS = `import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
export const articles = [];
for await (const line of createInterface({ input: createReadStream('${DATA}') })) articles.push(JSON.parse(line));
articles.reverse();
/** Lists of 12 of the articles that share a name, one set of pages for each. */
export function listsBy(paramsOf) {
  return ({ paginate }) =>
    [...Map.groupBy(articles.flatMap((article) => paramsOf(article).map((params) => ({ article, params }))), ({ params }) => JSON.stringify(params))]
      .flatMap(([params, members]) => paginate(members.map(({ article }) => article), { params: JSON.parse(params), pageSize: 12 }));
}
`;

const PAGE = `---
const { title, lang } = Astro.props;
---
<!doctype html><html lang={lang}><head><meta charset="utf-8"><title>{title}</title><link rel="canonical" href={Astro.url}></head>
<body><header><a href="/">Corpus</a></header><main><slot /></main><footer>Corpus</footer></body></html>`;

const ARTICLE = `---
import Page from '../../../Page.astro';
import { articles } from '../../../corpus.mjs';
export function getStaticPaths() {
  return articles.map((article, index) => ({
    params: { lang: article.lang, n: String(article.n) },
    props: { article, newer: articles[index - 3], older: articles[index + 3] },
  }));
}
const { article, newer, older } = Astro.props;
---
<Page title={article.title} lang={article.lang}><article><h1>{article.title}</h1><time>{article.published_at}</time><Fragment set:html={article.content} />
<ul>{article.tags.map((tag) => <li><a href={\`/\${article.lang}/tags/\${tag}/\`}>{tag}</a></li>)}</ul>
{newer && <a href={\`/\${newer.lang}/articles/\${newer.n}/\`}>{newer.title}</a>}{older && <a href={\`/\${older.lang}/articles/\${older.n}/\`}>{older.title}</a>}</article></Page>`;

function listPage(depth: number, params: string, title: string): string {
  const up = '../'.repeat(depth);
  return `---
import Page from '${up}Page.astro';
import { listsBy } from '${up}corpus.mjs';
export const getStaticPaths = listsBy((article) => ${params});
const { page } = Astro.props;
const { lang, key } = Astro.params;
---
<Page title={${title}} lang={lang}><h1>{${title}}</h1>
{page.data.map((article) => <article><h2><a href={\`/\${lang}/articles/\${article.n}/\`}>{article.title}</a></h2><p>{article.content.slice(0, 150).replace(/<[^>]*>?/g, '')}</p></article>)}
{page.url.prev && <a href={page.url.prev}>newer</a>}{page.url.next && <a href={page.url.next}>older</a>}</Page>`;
}

const FEED = `import rss from '@astrojs/rss';
import { articles } from '../../corpus.mjs';
export const getStaticPaths = () => ['en', 'ko', 'ja'].map((lang) => ({ params: { lang } }));
export const GET = ({ params, site }) =>
  rss({
    title: 'Corpus', description: 'Corpus', site,
    items: articles.filter(({ lang }) => lang === params.lang).slice(0, 50)
      .map(({ title, n, lang, content, published_at }) => ({ title, link: \`/\${lang}/articles/\${n}/\`, content, pubDate: new Date(published_at) })),
  });
`;

const FILES = {
  'package.json': '{ "type": "module" }',
  'astro.config.mjs': "export default { site: 'http://localhost' };",
  'src/corpus.mjs': CORPUS,
  'src/Page.astro': PAGE,
  'src/pages/[lang]/articles/[n].astro': ARTICLE,
  'src/pages/[lang]/[...page].astro': listPage(2, '[{ lang: article.lang }]', "'Corpus'"),
  'src/pages/[lang]/categories/[key]/[...page].astro': listPage(
    4,
    '[{ lang: article.lang, key: article.category }]',
    'key',
  ),
  'src/pages/[lang]/tags/[key]/[...page].astro': listPage(
    4,
    'article.tags.map((key) => ({ lang: article.lang, key }))',
    'key',
  ),
  'src/pages/[lang]/rss.xml.js': FEED,
};

/** Writes the corpus as a plain Astro site: articles, homes, categories and tags in lists of 12, and RSS. */
export function createAstroSite(folder: string, articles: number): void {
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  symlinkSync(MODULES, join(folder, 'node_modules'));
  for (let n = 0; n < articles; n++) addArticle(folder, n);
}

/** Adds one article of the corpus to the site. */
export function addArticle(folder: string, n: number): void {
  appendFileSync(join(folder, DATA), `${JSON.stringify({ n, ...corpusArticle(n) })}\n`);
}

/** The command of Astro's own build. */
export function buildAstro(): string[] {
  return [process.execPath, '--max-old-space-size=8192', ASTRO, 'build', '--silent'];
}
