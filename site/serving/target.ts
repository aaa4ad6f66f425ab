import { isLanguage } from '../../data/languages.ts';
import { addressOf, fileFor } from '../paths.ts';

/** One file that may answer a request. */
export interface Candidate {
  /** Its name relative to the published folder. */
  file: string;
  /** Where to send the client when the file exists, since the request did not spell its address; else the file is the answer. */
  redirectTo?: string;
}

/**
 * The files that may answer a request target (RFC 9112 3.2), in the order in which to try them; each is worked out when it is asked for.
 *
 * The addresses of site/paths.ts are served. Their near misses are redirected: a final slash too many or too few, the
 * name of the file itself (`/en/articles/x.html`, `/ko/feed/rss.xml`), Unicode that is not composed (NFC). Two spellings
 * with different percent-encoding are one address (RFC 3986 6.2.2). Everything else gives none: no text that
 * names something hidden or outside the folder ever becomes the name of a file.
 */
export function* candidatesFor(url: string): Generator<Candidate, undefined> {
  const { path, query } = splitTarget(url);
  const given = decodeNames(path);
  if (!given) return;
  const names = given.map((name) => name.normalize('NFC'));
  const own = withLanguage(`/${names.map(encodeURIComponent).join('/')}`, query);
  if (own === undefined) return;
  const isComposed = names.every((name, index) => name === given[index]);
  yield* candidate(own, isComposed ? undefined : query);
  if (own.includes('?')) return;
  for (const address of [withoutSlash(own), `${own}/`, addressOf(names.join('/'))])
    if (address !== own) yield* candidate(address, query);
}

function candidate(address: string, redirectWith?: string): Candidate[] {
  const file = fileOf(address);
  if (file === undefined || isHidden(file)) return [];
  if (redirectWith === undefined) return [{ file }];
  // The language is part of the address already.
  const query = address.includes('?') ? '' : redirectWith;
  return [{ file, redirectTo: query ? `${address}?${query}` : address }];
}

/** The file of an address as site/paths.ts writes it; undefined for anything else. */
export function fileOf(address: string): string | undefined {
  try {
    return fileFor(address);
  } catch {
    return undefined;
  }
}

function splitTarget(url: string): { path: string; query: string } {
  // An absolute target (RFC 9112 3.2.2) names the same path; a fragment is never part of a request.
  const target = url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*/s, '');
  const end = target.indexOf('?');
  return end < 0 ? { path: target, query: '' } : { path: target.slice(0, end), query: target.slice(end + 1) };
}

/** The decoded names of a path, unless it is malformed or a name holds what separates names. */
function decodeNames(path: string): string[] | undefined {
  if (!path.startsWith('/')) return undefined;
  try {
    const names = path.slice(1).split('/').map(decodeURIComponent);
    return names.some((name) => name.includes('/')) ? undefined : names;
  } catch {
    return undefined;
  }
}

/**
 * Adds the language to an address that can be localized; queries mean nothing to other files.
 * Undefined when the language is none of ours or given twice: that is a mistake to be explained, not a file.
 */
function withLanguage(address: string, query: string): string | undefined {
  if (!/lang|%/.test(query) || fileOf(`${address}?lang=en`) === undefined) return address;
  const [lang, ...more] = new URLSearchParams(query).getAll('lang');
  if (lang === undefined) return address;
  return isLanguage(lang) && more.length === 0 ? `${address}?lang=${lang}` : undefined;
}

function withoutSlash(address: string): string {
  return address.replace(/(?<=.)\/$/, '');
}

/** Names with a leading dot are private, but for keys such as `.net` and what RFC 8615 makes public. */
function isHidden(file: string): boolean {
  const open = file
    .replace(/^\.well-known\//, '')
    .replace(/^((?:\w\w\/)?(?:tags|categories)\/)\.+/, '$1')
    .replace(/^((?:\w\w\/)?feed\/(?:tag|category)\/)\.+(?=[^/]+\.(?:xml|json)$)/, '$1');
  return /(?:^|\/)\./.test(open);
}
