import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import type { Language } from './languages.ts';
import { cleanText, cutToFit } from './text.ts';

const BLOCKS = new Set([
  ...[
    'address',
    'article',
    'aside',
    'blockquote',
    'br',
    'caption',
    'dd',
    'details',
    'div',
    'dl',
    'dt',
    'figcaption',
  ],
  ...[
    'figure',
    'footer',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'header',
    'hr',
    'li',
    'main',
    'ol',
    'p',
    'pre',
    'section',
  ],
  ...['summary', 'table', 'tr', 'ul'],
]);
const CELLS = new Set(['td', 'th']);
// Readings over characters would stand in the middle of the word; the rest is no text at all.
const SILENT = new Set([
  'rt',
  'rp',
  'script',
  'style',
  'template',
  'title',
  'textarea',
  'iframe',
  'noembed',
  'noframes',
  'xmp',
]);

/**
 * The text of an article's HTML, entities decoded, one line for each block that has any. Readings of ruby are left out.
 * Takes any HTML, but answers best to sanitised: unclosed elements end where the tag says so only. Linear in its length.
 */
export function toPlainText(html: string): string {
  const collector = new TextCollector(html);
  const tokenizer = new Tokenizer({ decodeEntities: true }, collector);
  tokenizer.write(html);
  tokenizer.end();
  return cleanText(collector.text())
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n');
}

// What stands beside the sentences: headings, captions, tables, code, and the marks of footnotes.
const ASIDES = /<(h[1-6]|figure|table|pre|aside|nav)\b[^>]*>[\s\S]*?<\/\1>|<sup>\s*<a [\s\S]*?<\/sup>/g;

/** The sentences of an article's sanitised HTML, without what stands beside them; all of its text when it has no sentences. */
export function toSentences(html: string): string {
  return toPlainText(html.replace(ASIDES, '\n')) || toPlainText(html);
}

class TextCollector implements TokenizerCallbacks {
  readonly #html: string;
  readonly #parts: string[] = [];
  #silent: string | undefined;

  constructor(html: string) {
    this.#html = html;
  }

  text(): string {
    return this.#parts.join('');
  }

  ontext(start: number, end: number): void {
    // Line breaks of the source are white space like any other; only blocks make lines.
    if (!this.#silent) this.#parts.push(this.#html.slice(start, end).replace(/\s+/g, ' '));
  }

  ontextentity(codePoint: number): void {
    if (!this.#silent)
      this.#parts.push(codePoint === 10 || codePoint === 13 ? ' ' : String.fromCodePoint(codePoint));
  }

  onopentagname(start: number, end: number): void {
    const name = this.#html.slice(start, end).toLowerCase();
    if (SILENT.has(name)) this.#silent ??= name;
    this.#boundary(name);
  }

  onclosetag(start: number, end: number): void {
    const name = this.#html.slice(start, end).toLowerCase();
    // A reading's end tag may be left out before the end of its ruby.
    if (name === this.#silent || name === 'ruby') this.#silent = undefined;
    this.#boundary(name);
  }

  #boundary(name: string): void {
    if (this.#silent) return;
    if (BLOCKS.has(name)) this.#parts.push('\n');
    else if (CELLS.has(name)) this.#parts.push(' ');
  }

  onattribdata(): void {}
  onattribentity(): void {}
  onattribend(): void {}
  onattribname(): void {}
  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onend(): void {}
  onopentagend(): void {}
  onprocessinginstruction(): void {}
  onselfclosingtag(): void {}
}

// About two lines of a result page; a Korean or Japanese character says as much as two Latin letters.
const SUMMARY_LENGTH: Record<Language, number> = { en: 200, ko: 110, ja: 110 };

/**
 * The first sentences of a plain text up to about 200 characters (Korean and Japanese: 110). Ends with a sentence, or,
 * where the first ones are too long or too short, after a word with `…`. Never splits a grapheme.
 */
export function summarize(text: string, lang: Language): string {
  const limit = SUMMARY_LENGTH[lang];
  const beginning = text.trimStart().slice(0, limit * 20);
  if (oneLine(beginning).length <= limit && beginning.length < limit * 20) return oneLine(beginning);
  let summary = '';
  for (const { segment } of segmenter(lang, 'sentence').segment(beginning)) {
    if (oneLine(summary + segment).length > limit) break;
    summary += segment;
  }
  summary = oneLine(summary);
  return summary.length >= limit / 2 ? summary : cutAtWord(oneLine(beginning), lang, limit);
}

const segmenters = new Map<string, Intl.Segmenter>();

/** To make one takes longer than to cut a summary with it. */
function segmenter(lang: Language, granularity: 'sentence' | 'word'): Intl.Segmenter {
  const name = `${lang} ${granularity}`;
  const known = segmenters.get(name) ?? new Intl.Segmenter(lang, { granularity });
  segmenters.set(name, known);
  return known;
}

function cutAtWord(text: string, lang: Language, limit: number): string {
  let end = 0;
  for (const { index, segment } of segmenter(lang, 'word').segment(text)) {
    if (index + segment.length >= limit) break;
    end = index + segment.length;
  }
  // A single long run, such as an address, is no word to stop before.
  const cut = end >= limit / 2 ? text.slice(0, end) : cutToFit(text, { characters: limit - 1 });
  return cut ? `${cut.replace(/[\s\p{Ps}\p{Pi},、，:;]+$/u, '')}…` : '';
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
