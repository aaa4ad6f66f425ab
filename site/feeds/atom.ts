import type { FeedEntry, FeedHead, FeedSource } from './feed.ts';
import type { Frame } from './frame.ts';
import { introductionOf, STYLESHEET } from './opened-feed.ts';
import { element, markup, type XmlElement, xmlDocument } from './xml.ts';

/** A date that an empty feed can keep: Atom wants one, and it must not move by itself. */
const NEVER = '1970-01-01T00:00:00.000Z';

/** A feed as Atom (RFC 4287), with the full content of each entry, its language and its translations. */
export function toAtom(feed: FeedSource): string {
  const { before, separator, after } = atomFrame(feed);
  return before + feed.entries.map(toAtomEntry).join(separator) + after;
}

/** What stands around the entries. */
export function atomFrame(feed: FeedHead): Frame {
  const root = element(
    'feed',
    {
      xmlns: 'http://www.w3.org/2005/Atom',
      'xmlns:media': 'http://search.yahoo.com/mrss/',
      'xml:lang': feed.lang,
    },
    element('id', {}, feed.selfUrl),
    element('title', {}, feed.title),
    element('subtitle', {}, feed.description),
    element('updated', {}, feed.updated ?? NEVER),
    element('link', { rel: 'self', type: 'application/atom+xml', href: feed.selfUrl }),
    element('link', { rel: 'alternate', type: 'text/html', href: feed.homeUrl }),
    element('icon', {}, feed.iconUrl),
    element('generator', {}, 'Inkstone'),
    introductionOf(feed),
  );
  const end = '</feed>\n';
  return { before: xmlDocument(root, STYLESHEET).slice(0, -end.length), separator: '', after: end };
}

/** One entry. */
export function toAtomEntry(entry: FeedEntry): string {
  return `${markup(entryElement(entry))}\n`;
}

function entryElement(entry: FeedEntry): XmlElement {
  return element(
    'entry',
    { 'xml:lang': entry.lang },
    element('id', {}, entry.id),
    element('title', {}, entry.title),
    element('link', { rel: 'alternate', type: 'text/html', hreflang: entry.lang, href: entry.url }),
    ...entry.translations.map(({ lang, url }) =>
      element('link', { rel: 'alternate', type: 'text/html', hreflang: lang, href: url }),
    ),
    ...(entry.sourceUrl ? [element('link', { rel: 'via', href: entry.sourceUrl })] : []),
    ...pictureElements(entry),
    element('published', {}, entry.published),
    element('updated', {}, entry.updated),
    element('author', {}, element('name', {}, entry.author)),
    ...entry.categories.map((term) => element('category', { term })),
    element('summary', {}, entry.summary),
    element('content', { type: 'html' }, entry.html),
  );
}

function pictureElements({ picture }: FeedEntry): XmlElement[] {
  if (!picture) return [];
  const { type, bytes, width, height } = picture.file ?? {};
  const enclosure = element('link', { rel: 'enclosure', type, length: bytes, href: picture.url });
  return [enclosure, element('media:thumbnail', { url: picture.url, width, height })];
}
