import { legalText } from './text.ts';

/** What became of an attribute's value: what is kept of it, and in words what was refused, if anything. */
export interface Checked {
  value?: string;
  refused?: string;
}

const LINK_SCHEMES = ['http', 'https', 'mailto', 'tel'];
const WEB_SCHEMES = ['http', 'https'];
const YOUTUBE_HOSTS = [
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
];

// What a relative address is read against where only its form matters.
const RELATIVE = new URL('relative://site');

// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop tabs and line breaks inside an address too
const CONTROLS = /[\u0000-\u001F\u007F]+/g;

// A browser takes an address behind them for a relative one; not every program that shows feeds does.
const INVISIBLE_START = /^[\s\p{C}]+/u;

/** The hosts that frames may show after embedAddress has rewritten them. */
export const EMBED_HOSTS = ['www.youtube-nocookie.com', 'player.vimeo.com'];

/** An address for a link: http, https, mailto, tel, relative or a fragment, which follows the prefix of ids. */
export function checkLink(value: string): Checked {
  const address = tidy(value);
  if (address.startsWith('#')) return { value: prefixFragment(address) };
  return checkScheme(address, LINK_SCHEMES);
}

/** An address for a picture or a citation: http, https or relative. */
export function checkSource(value: string): Checked {
  return checkScheme(tidy(value), WEB_SCHEMES);
}

/** An address for sound, film or their subtitles: http, https or an upload of this site. */
export function checkMedia(value: string): Checked {
  const checked = checkSource(value);
  const address = checked.value;
  if (address === undefined || /^https?:/i.test(address) || isUpload(address)) return checked;
  return { refused: 'relative address' };
}

/** The candidates of a srcset that checkSource accepts and whose descriptor is a plain width or density. */
export function checkSourceSet(value: string): Checked {
  const kept: string[] = [];
  let refused: string | undefined;
  for (const { address, descriptor } of candidatesOf(value)) {
    const checked = checkSource(address);
    const understood = /^(?:[1-9]\d{0,5}w|\d{1,3}(?:\.\d{1,3})?x)?$/.test(descriptor);
    if (checked.value && understood) kept.push(`${checked.value} ${canonicalDescriptor(descriptor)}`.trim());
    else refused ??= checked.refused ?? 'candidate';
  }
  return { value: kept.join(', ') || undefined, refused };
}

/**
 * The address of a player that may stand in a frame, or undefined. YouTube moves to its host without cookies, everything
 * to https; what would start playing by itself is taken out.
 */
export function embedAddress(value: string): string | undefined {
  const url = parse(tidy(value));
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.port) return undefined;
  const youtube = YOUTUBE_HOSTS.includes(url.hostname) && /^\/embed\/[\w-]+\/?$/.test(url.pathname);
  const vimeo = url.hostname === 'player.vimeo.com' && /^\/video\/\d+\/?$/.test(url.pathname);
  if (!youtube && !vimeo) return undefined;
  for (const name of ['autoplay', 'background']) url.searchParams.delete(name);
  const host = youtube ? 'www.youtube-nocookie.com' : 'player.vimeo.com';
  return `https://${host}${url.pathname}${url.search}`;
}

/** The host of an address for a message, or undefined when it has none. */
export function hostOf(value: string): string | undefined {
  const url = parse(tidy(value));
  return url?.protocol === RELATIVE.protocol ? undefined : url?.hostname.slice(0, 80) || undefined;
}

/** Ids of an article begin with `a-`, so that none can take the name of something in the page or its scripts. */
export function prefixId(id: string): string {
  return id.startsWith('a-') ? id : `a-${id}`;
}

function prefixFragment(address: string): string {
  // `#` alone is the top of the page; `#:~:` directs the browser to a text, not to an id.
  if (address === '#' || address.startsWith('#:~:')) return address;
  return `#${prefixId(address.slice(1))}`;
}

function checkScheme(address: string, allowed: string[]): Checked {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase();
  if (scheme === undefined || allowed.includes(scheme)) return { value: address };
  return { refused: `${scheme.slice(0, 40)}: address` };
}

/** The address as a browser reads it, free of what could hide a scheme; addresses relative to the protocol become https. */
function tidy(value: string): string {
  const bare = legalText(value).replace(CONTROLS, '').replace(INVISIBLE_START, '').trim();
  // A fragment follows its id into NFC; any other address has to keep its very characters.
  const stable = bare.startsWith('#') ? bare.normalize('NFC') : keepExact(bare);
  return stable
    .replace(/[ "<>`]/g, (character) => encodeURIComponent(character))
    .replace(/^[\\/]{2,}/, 'https://');
}

/** Encodes what NFC would change, since a file whose name is not in NFC answers to that name only. */
function keepExact(address: string): string {
  if (address === address.normalize('NFC')) return address;
  return address.replace(/[^\u0020-\u007E]+/g, (run) => encodeURIComponent(run));
}

function isUpload(address: string): boolean {
  return address.startsWith('/uploads/') && parse(address)?.pathname.startsWith('/uploads/') === true;
}

function parse(address: string): URL | undefined {
  return URL.parse(address, RELATIVE) ?? undefined;
}

function* candidatesOf(value: string): Generator<{ address: string; descriptor: string }> {
  let position = 0;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = position;
    const [taken = ''] = pattern.exec(value) ?? [];
    position += taken.length;
    return taken;
  };
  // HTML's rule: an address runs to the next white space; with a comma at its end it has no descriptor.
  for (;;) {
    take(/[\s,]*/y);
    const run = take(/\S+/y);
    if (!run) return;
    const address = withoutTrailingCommas(run);
    yield { address, descriptor: address === run ? take(/[^,]*/y).trim() : '' };
  }
}

function withoutTrailingCommas(run: string): string {
  let end = run.length;
  while (run[end - 1] === ',') end -= 1;
  return run.slice(0, end);
}

function canonicalDescriptor(descriptor: string): string {
  return descriptor.endsWith('x') ? `${Number(descriptor.slice(0, -1))}x` : descriptor;
}
