import { type Checked, checkLink, checkMedia, checkSource, checkSourceSet, prefixId } from './addresses.ts';

/** Judges the value of an attribute. */
export type Check = (value: string) => Checked;
type Checks = Record<string, Check>;

const text: Check = (value) => ({ value });
const flag: Check = () => ({ value: '' });
const matching =
  (pattern: RegExp): Check =>
  (value) =>
    pattern.test(value.trim()) ? { value: value.trim() } : { refused: 'value' };
const oneOf =
  (...allowed: string[]): Check =>
  (value) =>
    allowed.includes(value.trim().toLowerCase())
      ? { value: value.trim().toLowerCase() }
      : { refused: 'value' };
const wordsOf =
  (allowed: RegExp): Check =>
  (value) => {
    const words = value.split(/\s+/).filter(Boolean);
    const kept = words.filter((word) => allowed.test(word));
    return { value: kept.join(' ') || undefined, refused: kept.length < words.length ? 'value' : undefined };
  };
const id: Check = (value) =>
  /^\S+$/.test(value.trim()) ? { value: prefixId(value.trim()) } : { refused: 'value' };
const idList: Check = (value) => ({ value: value.split(/\s+/).filter(Boolean).map(prefixId).join(' ') });

const integer = matching(/^-?\d{1,9}$/);
const length = matching(/^\d{1,5}(?:\.\d{1,3})?(?:px|%)?$/);
const size = { width: length, height: length };
const cell = { colspan: integer, rowspan: integer, headers: idList, align: oneOf('left', 'center', 'right') };
const change = { cite: checkSource, datetime: text };
const code = { class: wordsOf(/^language-[\w.+#-]+$/) };
const loading = { loading: oneOf('lazy', 'eager'), decoding: oneOf('sync', 'async', 'auto') };
const player = {
  src: checkMedia,
  controls: flag,
  loop: flag,
  muted: flag,
  preload: oneOf('none', 'metadata', 'auto'),
};

/** What every element of an article may carry. */
export const COMMON_ATTRIBUTES: Checks = {
  id,
  lang: matching(/^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/),
  dir: oneOf('ltr', 'rtl', 'auto'),
  title: text,
  translate: oneOf('yes', 'no'),
  role: matching(/^doc-[a-z]+$/),
  'aria-label': text,
  'aria-hidden': oneOf('true', 'false'),
  'aria-describedby': idList,
  'aria-labelledby': idList,
};

const PLAIN_ELEMENTS = [
  ...[
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'p',
    'div',
    'span',
    'section',
    'article',
    'aside',
    'header',
    'footer',
    'address',
  ],
  ...[
    'ul',
    'dl',
    'dt',
    'dd',
    'figure',
    'figcaption',
    'picture',
    'table',
    'caption',
    'thead',
    'tbody',
    'tfoot',
    'tr',
  ],
  ...[
    'pre',
    'kbd',
    'samp',
    'var',
    'abbr',
    'dfn',
    'cite',
    'ruby',
    'rb',
    'rt',
    'rp',
    'sub',
    'sup',
    'mark',
    's',
    'small',
  ],
  ...['b', 'i', 'em', 'strong', 'u', 'bdi', 'bdo', 'hr', 'br', 'wbr', 'summary'],
];

/** The elements an article may be made of, each with the attributes it may carry beside the common ones. */
export const ELEMENTS: ReadonlyMap<string, Checks> = new Map<string, Checks>([
  ...PLAIN_ELEMENTS.map((name): [string, Checks] => [name, {}]),
  [
    'a',
    {
      href: checkLink,
      target: oneOf('_blank'),
      rel: wordsOf(
        /^(?:nofollow|sponsored|ugc|noopener|noreferrer|external|author|license|me|bookmark|tag)$/,
      ),
      hreflang: text,
      type: text,
      name: id,
    },
  ],
  ['ol', { start: integer, reversed: flag, type: matching(/^[1aAiI]$/) }],
  ['li', { value: integer }],
  ['blockquote', { cite: checkSource }],
  ['q', { cite: checkSource }],
  ['ins', change],
  ['del', change],
  ['time', { datetime: text }],
  ['data', { value: text }],
  ['pre', code],
  ['code', code],
  ['details', { open: flag }],
  ['colgroup', { span: integer }],
  ['col', { span: integer }],
  ['th', { ...cell, scope: oneOf('row', 'col', 'rowgroup', 'colgroup'), abbr: text }],
  ['td', cell],
  ['img', { src: checkSource, srcset: checkSourceSet, sizes: text, alt: text, ...size, ...loading }],
  ['source', { src: checkMedia, srcset: checkSourceSet, sizes: text, media: text, type: text, ...size }],
  ['video', { ...player, ...size, poster: checkSource, playsinline: flag }],
  ['audio', player],
  [
    'track',
    {
      src: checkMedia,
      kind: oneOf('subtitles', 'captions', 'descriptions', 'chapters'),
      srclang: text,
      label: text,
      default: flag,
    },
  ],
  ['iframe', { src: text, ...size, loading: text, allowfullscreen: flag, referrerpolicy: text }],
]);

/** Elements that become another one: the page has its own h1 and main, the rest are old names of the same thing. */
export const RENAMED: ReadonlyMap<string, string> = new Map([
  ['h1', 'h2'],
  ['main', 'div'],
  ['hgroup', 'div'],
  ['nav', 'div'],
  ['center', 'div'],
  ['menu', 'ul'],
  ['dir', 'ul'],
  ['strike', 's'],
  ['tt', 'code'],
  ['acronym', 'abbr'],
]);

/** The frame of a whole document, which an article has no use for; taking it off loses nothing. */
export const WRAPPERS: ReadonlySet<string> = new Set(['html', 'head', 'body']);

/** Elements whose text is no prose: they go with all that is in them. */
export const DROPPED_WITH_TEXT: readonly string[] = [
  ...[
    'script',
    'style',
    'title',
    'template',
    'svg',
    'object',
    'applet',
    'canvas',
    'frameset',
    'xmp',
    'plaintext',
  ],
  ...['noembed', 'noframes', 'textarea', 'select', 'option', 'datalist'],
];

/** Elements that are nothing without an address of their own. */
export const NEEDS_ADDRESS: ReadonlySet<string> = new Set(['img', 'source', 'track', 'iframe']);

/** Elements without content. */
export const VOID_ELEMENTS: readonly string[] = ['br', 'hr', 'wbr', 'img', 'source', 'track', 'col'];

/** Attributes of frames that we set ourselves, whatever was there. */
export const SET_ON_FRAMES: ReadonlySet<string> = new Set([
  ...['allow', 'allowfullscreen', 'frameborder', 'loading', 'referrerpolicy'],
]);
