import sanitizeHtml from 'sanitize-html';
import { type Checked, EMBED_HOSTS, embedAddress, hostOf } from './addresses.ts';
import {
  type Check,
  COMMON_ATTRIBUTES,
  DROPPED_WITH_TEXT,
  ELEMENTS,
  NEEDS_ADDRESS,
  RENAMED,
  SET_ON_FRAMES,
  VOID_ELEMENTS,
  WRAPPERS,
} from './article-markup.ts';
import { toPlainText } from './article-text.ts';
import { composed, legalText } from './text.ts';

export { summarize, toPlainText, toSentences } from './article-text.ts';

/** Grows whenever the same input may give other output, so that stored articles can be told apart. */
export const SANITIZER_VERSION = 1;

const MAX_DEPTH = 100;
// Where browsers stop nesting too. Beyond it the parser's own work per tag would grow with the depth.
const MAX_PARSED_DEPTH = 512;
const MAX_REMOVED = 20;

const MAY_BE_EMPTY = [
  'alt',
  'controls',
  'loop',
  'muted',
  'playsinline',
  'default',
  'reversed',
  'open',
  'allowfullscreen',
];

// Our own rules decide in Pass; these are the second wall behind them and never take anything more. (Its types lack one option.)
const WALL: sanitizeHtml.IOptions & { allowedEmptyAttributes: string[] } = {
  allowedTags: [...ELEMENTS.keys()],
  allowedAttributes: Object.fromEntries(
    [...ELEMENTS].map(([tag, checks]) => [tag, [...Object.keys(checks), ...Object.keys(COMMON_ATTRIBUTES)]]),
  ),
  nonBooleanAttributes: [],
  allowedEmptyAttributes: MAY_BE_EMPTY,
  allowedSchemes: ['http', 'https'],
  allowedSchemesByTag: { a: ['http', 'https', 'mailto', 'tel'] },
  allowProtocolRelative: false,
  allowedIframeHostnames: EMBED_HOSTS,
  allowIframeRelativeUrls: false,
  nonTextTags: [...DROPPED_WITH_TEXT],
  nestingLimit: MAX_DEPTH,
  selfClosing: [...VOID_ELEMENTS],
};

type Attributes = Record<string, string>;

/**
 * Untrusted HTML as the site shows it: only what articles are made of, nothing that runs, ids prefixed with `a-`. The
 * output is canonical (double quotes, `<br />`, NFC, no characters that XML forbids) and does not change when it is
 * sanitised again. `removed` names, each once and at most 20 of them, what was taken out; it is empty when nothing was.
 */
export function sanitizeArticleHtml(html: string): { html: string; removed: string[] } {
  const first = new Pass();
  try {
    let result = first.run(html.toWellFormed());
    // An element that lost its wrapper may now stand where the parser would close its parent: settle that once.
    if (first.unwrapped) result = new Pass().run(result);
    return { html: result, removed: listed(first.removed) };
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    const removed = `all elements, because they are nested more than ${MAX_PARSED_DEPTH} deep`;
    return { html: asParagraphs(toPlainText(html)), removed: [removed] };
  }
}

/** The addresses of uploads that sanitised HTML shows or links to, each once, in order, without query or fragment. */
export function uploadsIn(html: string): string[] {
  const found = new Set<string>();
  for (const [tag] of html.matchAll(/<[a-z][^<>]*>/g)) {
    for (const [, value = ''] of tag.matchAll(/ (?:src|srcset|poster|href)="([^"]*)"/g)) {
      for (const [address] of value.matchAll(/(?<![^\s,])\/uploads\/[^\s,?#&]+/g)) found.add(address);
    }
  }
  return [...found];
}

class TooDeep extends Error {}

/** One run of the sanitiser over one document, with what it took out. */
class Pass {
  readonly removed = new Set<string>();
  unwrapped = false;
  #depth = 0;

  run(html: string): string {
    const output = sanitizeHtml(html, {
      ...WALL,
      onOpenTag: () => {
        this.#depth += 1;
        if (this.#depth > MAX_PARSED_DEPTH) throw new TooDeep();
      },
      onCloseTag: () => {
        this.#depth -= 1;
      },
      transformTags: { '*': (name, attributes) => this.#element(name, attributes) },
      textFilter: (text, tag) => this.#text(text, tag),
    });
    return settled(output);
  }

  #element(name: string, attributes: Attributes): sanitizeHtml.Tag {
    const tagName = RENAMED.get(name) ?? name;
    const checks = ELEMENTS.get(tagName);
    if (!checks || this.#depth > MAX_DEPTH) {
      this.unwrapped = true;
      this.#reportElement(name, attributes, checks !== undefined);
      return { tagName, attribs: {} };
    }
    const attribs =
      tagName === 'iframe' ? this.#frame(attributes) : this.#attributes(name, tagName, attributes);
    return { tagName, attribs };
  }

  #reportElement(name: string, attributes: Attributes, tooDeep: boolean): void {
    if (tooDeep) this.removed.add(`<${name}> element nested more than ${MAX_DEPTH} deep`);
    else if (!WRAPPERS.has(name)) this.removed.add(`<${name.slice(0, 40)}> element`);
    else this.#reportHandlers(name, attributes);
  }

  #reportHandlers(name: string, attributes: Attributes): void {
    for (const attribute of Object.keys(attributes)) {
      if (attribute.startsWith('on')) this.#reportValue(name, attribute, { refused: 'value' });
    }
  }

  #attributes(source: string, tagName: string, attributes: Attributes): Attributes {
    const kept: Attributes = {};
    for (const [name, value] of Object.entries(alignmentAsAttribute(tagName, attributes))) {
      const check = checkOf(tagName, name);
      const checked = check ? check(legalText(value)) : { refused: 'value' };
      this.#reportValue(source, name, checked);
      if (checked.value || (checked.value === '' && MAY_BE_EMPTY.includes(name))) kept[name] = checked.value;
    }
    if (NEEDS_ADDRESS.has(tagName) && !kept.src && !kept.srcset)
      return this.#withoutAddress(tagName, attributes);
    return completed(tagName, kept);
  }

  #frame(attributes: Attributes): Attributes {
    const src = embedAddress(attributes.src ?? '');
    if (!src) return this.#withoutAddress('iframe', attributes);
    const own = Object.entries(attributes).filter(([name]) => name !== 'src' && !SET_ON_FRAMES.has(name));
    return {
      title: src.includes('vimeo') ? 'Vimeo' : 'YouTube',
      ...this.#attributes('iframe', 'iframe', { src, ...Object.fromEntries(own) }),
      loading: 'lazy',
      allowfullscreen: '',
      // YouTube refuses to play when it is not told on which site it stands.
      referrerpolicy: 'strict-origin-when-cross-origin',
    };
  }

  /** Leaves the bare tag, which settled() takes away: dropping it here would cost the sanitiser a copy of its output. */
  #withoutAddress(tagName: string, { src = '', srcset = '' }: Attributes): Attributes {
    const host = hostOf(src);
    if (tagName === 'iframe') this.removed.add(host ? `<iframe> from ${host}` : '<iframe> element');
    else if (!src.trim() && !srcset.trim()) this.removed.add(`<${tagName}> without an address`);
    return {};
  }

  #reportValue(tag: string, name: string, { value, refused }: Checked): void {
    if (!refused) return;
    const attribute = name.slice(0, 40);
    if (refused !== 'value') this.removed.add(`${refused} in ${attribute} of <${tag}>`);
    else this.removed.add(`${value ? 'part of the ' : ''}${attribute} attribute on <${tag}>`);
  }

  #text(text: string, tag: string | undefined): string {
    if (tag !== 'iframe') return text;
    // What stands inside a frame is for browsers that know no frames; a parser takes it for text, not for markup.
    if (text.trim()) this.removed.add('text inside <iframe>');
    return '';
  }
}

function checkOf(tagName: string, attribute: string): Check | undefined {
  const own = ELEMENTS.get(tagName) ?? {};
  if (Object.hasOwn(own, attribute)) return own[attribute];
  return Object.hasOwn(COMMON_ATTRIBUTES, attribute) ? COMMON_ATTRIBUTES[attribute] : undefined;
}

/** Markdown writes the alignment of a table's column as a style; it is the one style that says something. */
function alignmentAsAttribute(tagName: string, attributes: Attributes): Attributes {
  const { style = '', ...rest } = attributes;
  const align = /^\s*text-align:\s*(left|center|right)\s*;?\s*$/i.exec(style)?.[1];
  return align && checkOf(tagName, 'align') ? { align, ...rest } : attributes;
}

/** What an element has to carry whether or not its author wrote it. */
function completed(tagName: string, attributes: Attributes): Attributes {
  if (tagName === 'video' || tagName === 'audio') return { ...attributes, controls: '' };
  if (tagName !== 'a') return attributes;
  const { name, ...link } = attributes;
  if (name && !link.id) link.id = name;
  if (link.target)
    link.rel = [...new Set(`${link.rel ?? ''} noopener noreferrer`.trim().split(' '))].join(' ');
  return link;
}

const BARE = new RegExp(['<iframe></iframe>', '<img />', '<source />', '<track />'].join('|'), 'g');

/** The text of the output cleaned like any text of ours, without what is left of elements that lost their address. */
function settled(html: string): string {
  const legal = legalText(html.replace(BARE, '')).replace(/\r\n?/g, '\n');
  // As a reference, since NFC would join the end of a tag with U+0338 behind it: `>` becomes U+226F.
  const guarded = legal.replace(/>(\p{M})/gu, (_, mark: string) => `>&#${mark.codePointAt(0)};`);
  return composed(guarded);
}

/** At most twenty lines; looks come last, for what could run or was content is what an operator must see. */
function listed(removed: Set<string>): string[] {
  const isLook = (line: string) =>
    /^(?:part of the )?(?:class|style|align|bgcolor|border|data-\S*) attribute /.test(line);
  const lines = [...removed].sort((a, b) => Number(isLook(a)) - Number(isLook(b)));
  if (lines.length <= MAX_REMOVED) return lines;
  return [...lines.slice(0, MAX_REMOVED), `… and ${lines.length - MAX_REMOVED} more`];
}

function asParagraphs(text: string): string {
  const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  const paragraphs = escaped.split('\n').filter(Boolean);
  return settled(paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n'));
}
