import type { Upload } from '../data/uploads.ts';
import { highlight, languageName } from './highlight.ts';
import { sourcesOf } from './pictures.ts';
import { tintOf } from './tint.ts';

/** A heading that the table of contents names. `html` is its text, escaped, without any element. */
export interface Heading {
  id: string;
  level: 2 | 3;
  html: string;
}

/** An article's text as its page shows it. */
export interface ArticleBody {
  html: string;
  /** All h2 and h3 when there are enough to be worth a table of contents, else empty. */
  contents: Heading[];
  /** Whether there is code that somebody may want to copy. */
  hasCode: boolean;
}

/** What the text is dressed with. */
export interface Surroundings {
  uploads: ReadonlyMap<string, Upload>;
  /** The accessible name of a table without a caption. */
  tableName: (index: number) => string;
  /** The accessible name of the arrow that leads from a note back to the text. */
  backToText: string;
}

interface Tag {
  name: string;
  closing: boolean;
  /** As written, from `<` to `>`. */
  source: string;
}

/** What is known while the text is read from front to back. */
interface Reading extends Surroundings {
  out: string[];
  headings: Heading[];
  /** How often each id made from a heading has been wanted. */
  ids: Map<string, number>;
  pictureDepth: number;
  tableDepth: number;
  tables: number;
  /** Where in `out` the opening of the current table's region stands. */
  region: number;
  /** Where in `out` the current heading's start tag stands. */
  heading:
    | { level: 2 | 3; position: number; id: string | undefined; text: string; hasLink: boolean }
    | undefined;
  preDepth: number;
  /** Where in `out` the opening of the current frame of code stands. */
  frame: number;
  hasCode: boolean;
  /** Where in `out` the code of a known language begins, and what it is so far; only text can be highlighted. */
  code: { language: string; position: number; text: string } | undefined;
}

const HEADINGS_WORTH_CONTENTS = 4;
/** What writers put at the end of a note. */
const BACK = '↩';
const SIZES = '(min-width: 84rem) 52rem, (min-width: 48rem) 42rem, 100vw';

/**
 * Dresses stored, sanitised HTML for the page: pictures in all their sizes, wide tables that scroll by themselves,
 * headings that can be linked to. Reads the text once; what it does not understand it leaves as it is.
 */
export function dressArticleBody(html: string, surroundings: Surroundings): ArticleBody {
  const reading: Reading = {
    ...surroundings,
    out: [],
    headings: [],
    ids: new Map(),
    pictureDepth: 0,
    tableDepth: 0,
    tables: 0,
    region: -1,
    heading: undefined,
    preDepth: 0,
    frame: -1,
    hasCode: false,
    code: undefined,
  };
  for (const piece of piecesOf(html)) {
    if (typeof piece === 'string') readText(piece, reading);
    else readTag(piece, reading);
  }
  if (reading.preDepth > 0) reading.out.push(`${'</pre>'.repeat(reading.preDepth)}</div>`);
  if (reading.tableDepth > 0) reading.out.push(`${'</table>'.repeat(reading.tableDepth)}</div>`);
  const { out, headings, hasCode } = reading;
  return {
    html: out.join(''),
    contents: headings.length < HEADINGS_WORTH_CONTENTS ? [] : headings,
    hasCode,
  };
}

/** Texts and tags in their order. */
function* piecesOf(html: string): Generator<string | Tag> {
  let from = 0;
  while (from < html.length) {
    const start = html.indexOf('<', from);
    if (start === -1) break;
    const end = endOfTag(html, start);
    if (end === -1) break;
    if (start > from) yield html.slice(from, start);
    const source = html.slice(start, end);
    const [, slash, name] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(source) ?? [];
    yield name ? { name: name.toLowerCase(), closing: slash === '/', source } : source;
    from = end;
  }
  if (from < html.length) yield html.slice(from);
}

/** The position after the `>` that ends a tag; -1 when nothing ends it. A `>` inside double quotes does not. */
function endOfTag(html: string, start: number): number {
  let quoted = false;
  for (let at = start + 1; at < html.length; at += 1) {
    const character = html.charCodeAt(at);
    if (character === 0x22) quoted = !quoted;
    else if (character === 0x3e && !quoted) return at + 1;
  }
  return -1;
}

function readText(text: string, reading: Reading): void {
  if (reading.heading) reading.heading.text += text;
  if (reading.code) reading.code.text += text;
  if (text === BACK) readBackLink(reading);
  else reading.out.push(text);
}

function readTag(tag: Tag, reading: Reading): void {
  if (tag.name !== 'code') reading.code = undefined;
  const read = READERS.get(tag.name) ?? copy;
  read(tag, reading);
}

function copy(tag: Tag, reading: Reading): void {
  reading.out.push(tag.source);
}

function either(opening: typeof copy, closing: typeof copy): typeof copy {
  return (tag, reading) => (tag.closing ? closing : opening)(tag, reading);
}

/** What is done about an element; all others are copied. A Map, because text may name `<constructor>`. */
const READERS = new Map<string, typeof copy>([
  ['img', readPicture],
  ['picture', copyCounting],
  ['table', either(openTable, closeTable)],
  ['caption', either(openCaption, copy)],
  ['pre', either(openPre, closePre)],
  ['code', either(openCode, closeCode)],
  ['a', either(openLink, copy)],
  ['h2', either(openHeading, closeHeading)],
  ['h3', either(openHeading, closeHeading)],
]);

function readPicture(tag: Tag, reading: Reading): void {
  reading.out.push(reading.pictureDepth > 0 ? lazy(tag.source) : picture(tag.source, reading));
}

/** Pictures inside `<picture>` were sized by the writer. */
function copyCounting(tag: Tag, reading: Reading): void {
  reading.pictureDepth = Math.max(0, reading.pictureDepth + (tag.closing ? -1 : 1));
  reading.out.push(tag.source);
}

/** Long lines of code scroll; the keyboard must be able to. */
function openPre(tag: Tag, reading: Reading): void {
  if (reading.preDepth === 0) {
    reading.frame = reading.out.length;
    reading.out.push('<div class="code">');
    reading.hasCode = true;
  }
  reading.preDepth += 1;
  reading.out.push(withAttributes(tag.source, { tabindex: '0' }));
}

function closePre(tag: Tag, reading: Reading): void {
  reading.out.push(tag.source);
  if (reading.preDepth === 0) return;
  reading.preDepth -= 1;
  if (reading.preDepth === 0) reading.out.push('</div>');
}

function openCode(tag: Tag, reading: Reading): void {
  reading.out.push(tag.source);
  const language = /^language-(\S+)/.exec(attribute(tag.source, 'class') ?? '')?.[1];
  if (reading.preDepth !== 1 || language === undefined) return;
  const name = languageName(language);
  if (name) reading.out[reading.frame] = `<div class="code"><p class="code-name">${name}</p>`;
  reading.code = { language, position: reading.out.length, text: '' };
}

function closeCode(tag: Tag, reading: Reading): void {
  const { code, out } = reading;
  const html = code && highlight(code.text, code.language);
  if (code && html !== undefined) out.splice(code.position, out.length - code.position, html);
  reading.code = undefined;
  out.push(tag.source);
}

function openLink(tag: Tag, reading: Reading): void {
  if (reading.heading) reading.heading.hasLink = true;
  reading.out.push(tag.source);
}

/** The arrow after a note says nothing to those who do not see it; and without U+FE0E some devices draw an emoji. */
function readBackLink({ out, backToText }: Reading): void {
  const link = out.at(-1) ?? '';
  if (link.startsWith('<a href="#'))
    out[out.length - 1] = withAttributes(link, { 'aria-label': escaped(backToText) });
  out.push(`${BACK}\ufe0e`);
}

function picture(source: string, reading: Reading): string {
  const upload = reading.uploads.get(attribute(source, 'src') ?? '');
  const img = withAttributes(lazy(source), upload ? looksOf(upload) : {});
  const sources = sourcesOf(upload).map(
    ({ type, srcset }) => `<source type="${type}" srcset="${srcset}" sizes="${SIZES}">`,
  );
  return sources.length > 0 ? `<picture>${sources.join('')}${img}</picture>` : img;
}

function looksOf({ width, height, colour }: Upload): Record<string, string> {
  const tint = tintOf(colour);
  return { width: String(width), height: String(height), ...(tint && { class: tint }) };
}

function lazy(source: string): string {
  return withAttributes(source, { loading: 'lazy', decoding: 'async' });
}

/** A table may be wider than the page: it scrolls in a region of its own, which the keyboard reaches too. */
function openTable(tag: Tag, reading: Reading): void {
  if (reading.tableDepth === 0) {
    reading.tables += 1;
    reading.region = reading.out.length;
    reading.out.push(regionStart(`aria-label="${escaped(reading.tableName(reading.tables))}"`));
  }
  reading.tableDepth += 1;
  reading.out.push(tag.source);
}

function closeTable(tag: Tag, reading: Reading): void {
  reading.out.push(tag.source);
  if (reading.tableDepth === 0) return;
  reading.tableDepth -= 1;
  if (reading.tableDepth === 0) reading.out.push('</div>');
}

/** A caption names the region better than a number does. */
function openCaption(tag: Tag, reading: Reading): void {
  if (reading.tableDepth !== 1) {
    copy(tag, reading);
    return;
  }
  const id = attribute(tag.source, 'id') ?? `table-${reading.tables}`;
  reading.out[reading.region] = regionStart(`aria-labelledby="${id}"`);
  reading.out.push(withAttributes(tag.source, { id }));
}

function regionStart(name: string): string {
  return `<div class="scroll" role="region" tabindex="0" ${name}>`;
}

function openHeading(tag: Tag, reading: Reading): void {
  const level = tag.name === 'h2' ? 2 : 3;
  const id = attribute(tag.source, 'id');
  reading.heading = { level, id, position: reading.out.length, text: '', hasLink: false };
  reading.out.push(tag.source);
}

/** A heading is a link to itself, unless there is one in it. */
function closeHeading(tag: Tag, reading: Reading): void {
  const { heading, out } = reading;
  reading.heading = undefined;
  const html = heading?.text.trim();
  if (!heading || !html) {
    out.push(tag.source);
    return;
  }
  const id = heading.id ?? freeId(html, reading.ids);
  const opening = withAttributes(out[heading.position] ?? '', { id });
  out[heading.position] = heading.hasLink ? opening : `${opening}<a class="anchor" href="#${id}">`;
  out.push(heading.hasLink ? tag.source : `</a>${tag.source}`);
  reading.headings.push({ id, level: heading.level, html });
}

/** An id made from a heading's words. The prefix keeps it apart from the page's own ids and from the text's (`a-`). */
function freeId(text: string, taken: Map<string, number>): string {
  const words = text.replace(/&[#\w]+;/g, ' ').match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const wanted = `s-${words.join('-').toLowerCase().slice(0, 60)}`;
  let number = (taken.get(wanted) ?? 0) + 1;
  while (number > 1 && taken.has(`${wanted}-${number}`)) number += 1;
  taken.set(wanted, number);
  const id = number === 1 ? wanted : `${wanted}-${number}`;
  if (number > 1) taken.set(id, 1);
  return id;
}

function attribute(source: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(source)?.[1];
}

/** Adds the attributes that a start tag lacks. */
function withAttributes(source: string, attributes: Record<string, string>): string {
  const missing = Object.entries(attributes)
    .filter(([name]) => attribute(source, name) === undefined)
    .map(([name, value]) => ` ${name}="${value}"`);
  if (missing.length === 0) return source;
  const open = source.slice(0, source.endsWith('/>') ? -2 : -1).trimEnd();
  return `${open}${missing.join('')}>`;
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
}
