import type { LanguageFn } from 'highlight.js';
import hljs from 'highlight.js/lib/core';

/** A programming language: what readers call it, and where its grammar is. */
interface Grammar {
  name: string;
  load: () => Promise<{ default: LanguageFn }>;
}

/** Longer code is shown as it is written: no page may take long to make. In UTF-16 code units. */
const LONGEST = 50_000;

const GRAMMARS = new Map<string, Grammar>([
  ['bash', { name: 'Shell', load: () => import('highlight.js/lib/languages/bash') }],
  ['c', { name: 'C', load: () => import('highlight.js/lib/languages/c') }],
  ['cpp', { name: 'C++', load: () => import('highlight.js/lib/languages/cpp') }],
  ['csharp', { name: 'C#', load: () => import('highlight.js/lib/languages/csharp') }],
  ['css', { name: 'CSS', load: () => import('highlight.js/lib/languages/css') }],
  ['diff', { name: 'Diff', load: () => import('highlight.js/lib/languages/diff') }],
  ['dockerfile', { name: 'Dockerfile', load: () => import('highlight.js/lib/languages/dockerfile') }],
  ['go', { name: 'Go', load: () => import('highlight.js/lib/languages/go') }],
  ['html', { name: 'HTML', load: () => import('highlight.js/lib/languages/xml') }],
  ['http', { name: 'HTTP', load: () => import('highlight.js/lib/languages/http') }],
  ['ini', { name: 'INI', load: () => import('highlight.js/lib/languages/ini') }],
  ['java', { name: 'Java', load: () => import('highlight.js/lib/languages/java') }],
  ['javascript', { name: 'JavaScript', load: () => import('highlight.js/lib/languages/javascript') }],
  ['json', { name: 'JSON', load: () => import('highlight.js/lib/languages/json') }],
  ['kotlin', { name: 'Kotlin', load: () => import('highlight.js/lib/languages/kotlin') }],
  ['lua', { name: 'Lua', load: () => import('highlight.js/lib/languages/lua') }],
  ['makefile', { name: 'Makefile', load: () => import('highlight.js/lib/languages/makefile') }],
  ['markdown', { name: 'Markdown', load: () => import('highlight.js/lib/languages/markdown') }],
  ['nginx', { name: 'nginx', load: () => import('highlight.js/lib/languages/nginx') }],
  ['php', { name: 'PHP', load: () => import('highlight.js/lib/languages/php') }],
  ['python', { name: 'Python', load: () => import('highlight.js/lib/languages/python') }],
  ['ruby', { name: 'Ruby', load: () => import('highlight.js/lib/languages/ruby') }],
  ['rust', { name: 'Rust', load: () => import('highlight.js/lib/languages/rust') }],
  ['scss', { name: 'SCSS', load: () => import('highlight.js/lib/languages/scss') }],
  ['sql', { name: 'SQL', load: () => import('highlight.js/lib/languages/sql') }],
  ['swift', { name: 'Swift', load: () => import('highlight.js/lib/languages/swift') }],
  ['toml', { name: 'TOML', load: () => import('highlight.js/lib/languages/ini') }],
  ['typescript', { name: 'TypeScript', load: () => import('highlight.js/lib/languages/typescript') }],
  ['xml', { name: 'XML', load: () => import('highlight.js/lib/languages/xml') }],
  ['yaml', { name: 'YAML', load: () => import('highlight.js/lib/languages/yaml') }],
]);

/** What writers also call them. */
const ALIASES = new Map([
  ['c++', 'cpp'],
  ['c#', 'csharp'],
  ['cs', 'csharp'],
  ['console', 'bash'],
  ['docker', 'dockerfile'],
  ['golang', 'go'],
  ['js', 'javascript'],
  ['jsx', 'javascript'],
  ['kt', 'kotlin'],
  ['md', 'markdown'],
  ['mjs', 'javascript'],
  ['py', 'python'],
  ['rb', 'ruby'],
  ['rs', 'rust'],
  ['sh', 'bash'],
  ['shell', 'bash'],
  ['svg', 'xml'],
  ['ts', 'typescript'],
  ['tsx', 'typescript'],
  ['yml', 'yaml'],
  ['zsh', 'bash'],
]);

hljs.configure({ classPrefix: 'c-' });

function keyOf(language: string): string {
  const key = language.toLowerCase();
  return ALIASES.get(key) ?? key;
}

/** Loads the grammars of the languages that `class="language-…"` names in an article, each once per process. */
export async function loadGrammars(html: string): Promise<void> {
  const keys = new Set(
    [...html.matchAll(/ class="language-([^"\s]+)"/g)].map(([, name = '']) => keyOf(name)),
  );
  await Promise.all([...keys].map(loadGrammar));
}

async function loadGrammar(key: string): Promise<void> {
  const grammar = GRAMMARS.get(key);
  if (!grammar || hljs.getLanguage(key)) return;
  hljs.registerLanguage(key, (await grammar.load()).default);
}

/** The proper name of a language; undefined when it is not known. */
export function languageName(language: string): string | undefined {
  return GRAMMARS.get(keyOf(language))?.name;
}

/**
 * Escaped code as HTML in which `<span class="c-…">` names what each part is. undefined: the language is not known or not
 * loaded ({@link loadGrammars}), or the code is too long.
 */
export function highlight(escapedCode: string, language: string): string | undefined {
  const key = keyOf(language);
  if (escapedCode.length > LONGEST || !hljs.getLanguage(key)) return undefined;
  return hljs.highlight(unescaped(escapedCode), { language: key, ignoreIllegals: true }).value;
}

const CHARACTERS = new Map([
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&amp;', '&'],
]);

/** The sanitiser writes these four and no others. */
function unescaped(html: string): string {
  return html.replace(/&(?:lt|gt|quot|amp);/g, (reference) => CHARACTERS.get(reference) ?? reference);
}
