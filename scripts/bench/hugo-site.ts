import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LANGUAGES } from '../../data/languages.ts';
import { corpusArticle } from './corpus.ts';

const CONFIG = `baseURL = "http://localhost/"
title = "Corpus"
defaultContentLanguage = "en"
defaultContentLanguageInSubdir = true
paginate = 12
rssLimit = 50
enableRobotsTXT = true
[taxonomies]
category = "categories"
tag = "tags"
${LANGUAGES.map((lang) => `[languages.${lang}]\ncontentDir = "content/${lang}"`).join('\n')}
`;

const HEAD = `<!doctype html><html lang="{{ .Site.Language.Lang }}"><head><meta charset="utf-8"><title>{{ .Title }}</title>
<link rel="canonical" href="{{ .Permalink }}">{{ range .AlternativeOutputFormats }}<link rel="alternate" type="{{ .MediaType }}" href="{{ .Permalink }}">{{ end }}</head>
<body><header><a href="/">Corpus</a></header><main>`;
const FOOT = '</main><footer>Corpus</footer></body></html>';
const LAYOUTS = {
  'single.html': `${HEAD}<article><h1>{{ .Title }}</h1><time>{{ .Date }}</time>{{ .Content }}<ul>{{ range .Params.tags }}<li><a href="/tags/{{ . }}/">{{ . }}</a></li>{{ end }}</ul>
{{ with .PrevInSection }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}{{ with .NextInSection }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}</article>${FOOT}`,
  'list.html': `${HEAD}<h1>{{ .Title }}</h1>{{ range .Paginator.Pages }}<article><h2><a href="{{ .RelPermalink }}">{{ .Title }}</a></h2><p>{{ .Summary }}</p></article>{{ end }}
{{ with .Paginator.Prev }}<a href="{{ .URL }}">newer</a>{{ end }}{{ with .Paginator.Next }}<a href="{{ .URL }}">older</a>{{ end }}${FOOT}`,
  'terms.html': `${HEAD}<ul>{{ range .Pages }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a> {{ len .Pages }}</li>{{ end }}</ul>${FOOT}`,
};

/** Writes the corpus as a Hugo site: articles, home, archive, categories and tags in lists of 12, with Hugo's own RSS and sitemaps. */
export function createHugoSite(folder: string, articles: number): void {
  write(join(folder, 'config.toml'), CONFIG);
  for (const [name, layout] of Object.entries(LAYOUTS))
    write(join(folder, 'layouts', '_default', name), layout);
  for (let n = 0; n < articles; n++) addArticle(folder, n);
}

/** Writes one article of the corpus into the site. */
export function addArticle(folder: string, n: number): void {
  const { title, content, lang, category, tags, published_at } = corpusArticle(n);
  const front = { title, date: published_at, categories: [category], tags };
  write(join(folder, 'content', lang, 'articles', `${n}.html`), `${JSON.stringify(front)}\n\n${content}\n`);
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
