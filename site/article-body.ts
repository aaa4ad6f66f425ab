import type { Upload } from '../data/uploads.ts';
import { sourcesOf } from './pictures.ts';

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
}

/** What the text is dressed with. */
export interface Surroundings {
  uploads: ReadonlyMap<string, Upload>;
  /** The accessible name of a table without a caption. */
  tableName: (index: number) => string;
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
  heading: { level: 2 | 3; position: number; id: string | undefined; text: string } | undefined;
}

const HEADINGS_WORTH_CONTENTS = 4;
const SIZES = '(min-width: 48rem) 42rem, 100vw';

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
  };
  for (const piece of piecesOf(html)) {
    if (typeof piece === 'string') readText(piece, reading);
    else readTag(piece, reading);
  }
  if (reading.tableDepth > 0) reading.out.push(`${'</table>'.repeat(reading.tableDepth)}</div>`);
  const { out, headings } = reading;
  return { html: out.join(''), contents: headings.length < HEADINGS_WORTH_CONTENTS ? [] : headings };
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
  reading.out.push(text);
}

function readTag(tag: Tag, reading: Reading): void {
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
  ['pre', either(openCode, copy)],
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
function openCode(tag: Tag, reading: Reading): void {
  reading.out.push(withAttributes(tag.source, { tabindex: '0' }));
}

function picture(source: string, reading: Reading): string {
  const upload = reading.uploads.get(attribute(source, 'src') ?? '');
  const img = withAttributes(lazy(source), upload ? sizeOf(upload) : {});
  const sources = sourcesOf(upload).map(
    ({ type, srcset }) => `<source type="${type}" srcset="${srcset}" sizes="${SIZES}">`,
  );
  return sources.length > 0 ? `<picture>${sources.join('')}${img}</picture>` : img;
}

function sizeOf(upload: Upload): Record<string, string> {
  return { width: String(upload.width), height: String(upload.height) };
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
  reading.heading = { level, id, position: reading.out.length, text: '' };
  reading.out.push(tag.source);
}

function closeHeading(tag: Tag, reading: Reading): void {
  const { heading } = reading;
  reading.out.push(tag.source);
  reading.heading = undefined;
  const html = heading?.text.trim();
  if (!heading || !html) return;
  const id = heading.id ?? freeId(html, reading.ids);
  reading.out[heading.position] = withAttributes(reading.out[heading.position] ?? '', { id });
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
