import { getRssString } from '@astrojs/rss';
import type { FeedEntry, FeedHead, FeedSource } from './feed.ts';
import type { Frame } from './frame.ts';
import { introductionOf, STYLESHEET } from './opened-feed.ts';
import { element, escapeText, markup, type XmlElement } from './xml.ts';

const NAMESPACES = {
  atom: 'http://www.w3.org/2005/Atom',
  dc: 'http://purl.org/dc/elements/1.1/',
  media: 'http://search.yahoo.com/mrss/',
};

/** A feed as RSS 2.0, with the full content of each entry (content:encoded), its language (dc:language) and translations. */
export async function toRss(feed: FeedSource): Promise<string> {
  const { before, separator, after } = await rssFrame(feed);
  return before + (await Promise.all(feed.entries.map(toRssItem))).join(separator) + after;
}

/** What stands around the items. */
export async function rssFrame(feed: FeedHead): Promise<Frame> {
  channel ??= aroundItem(await getRssString(ANY_FEED));
  const { before, after } = channel;
  return { before: fillHead(before, feed), separator: '', after };
}

/** A feed in whose channel {@link fillHead} replaces everything. */
const ANY_FEED = {
  title: 'x',
  description: 'x',
  site: 'https://x.invalid/',
  // Only with content does the generator declare the namespace of all contents.
  items: [{ title: 'In the place of all items', content: 'x' }],
  xmlns: NAMESPACES,
};

/** The generator takes long to write a channel, and its own is the same for every feed: it writes one. */
let channel: ReturnType<typeof aroundItem> | undefined;

/**
 * One item. The generator is left out here: it needs much longer, and a publish into a large archive writes hundreds of items;
 * elements that it does not know it would parse, and an author called 007 would become 7.
 */
export async function toRssItem(entry: FeedEntry): Promise<string> {
  return `<item xml:lang="${entry.lang}">${itemElements(entry).map(markup).join('')}</item>`;
}

/** All text is escaped, so the tags of items occur nowhere else. */
function aroundItem(rss: string): { before: string; after: string } {
  const end = rss.lastIndexOf('</item>') + '</item>'.length;
  return { before: rss.slice(0, rss.indexOf('<item>')), after: rss.slice(end) };
}

/** Gives the channel its elements, and what people see who open the feed: a stylesheet that is CSS, and a word to them. */
function fillHead(before: string, feed: FeedHead): string {
  return before
    .replace('<rss', () => `${STYLESHEET}<rss`)
    .replace(
      /<channel>.*$/,
      () => `<channel${languageOf(feed)}>${markup(introductionOf(feed))}${channelElements(feed)}`,
    );
}

/** `<language>` is for feed readers; browsers that show the feed choose typefaces and breaks of lines by this. */
function languageOf({ lang, introduction }: FeedHead): string {
  return ` xml:lang="${lang ?? introduction.lang}"`;
}

function channelElements(feed: FeedHead): string {
  const elements = [
    element('title', {}, feed.title),
    element('description', {}, feed.description),
    element('link', {}, feed.homeUrl),
    element('atom:link', { href: feed.selfUrl, rel: 'self', type: 'application/rss+xml' }),
    feed.lang && element('language', {}, feed.lang),
    feed.updated && element('lastBuildDate', {}, new Date(feed.updated).toUTCString()),
    element('generator', {}, 'Inkstone'),
  ];
  return elements.map((one) => (one ? markup(one) : '')).join('');
}

/** Names are for dc:creator: `author` would be an e-mail address. */
function itemElements(entry: FeedEntry): XmlElement[] {
  const { id, url, author, lang, picture, translations } = entry;
  const size = { width: picture?.file?.width, height: picture?.file?.height };
  return [
    element('title', {}, entry.title),
    // A description is HTML (RSS 2.0): what is text must be escaped once more.
    element('description', {}, escapeText(entry.summary)),
    element('pubDate', {}, new Date(entry.published).toUTCString()),
    element('content:encoded', {}, entry.html),
    ...entry.categories.map((category) => element('category', {}, category)),
    element('link', {}, url),
    element('guid', { isPermaLink: 'false' }, id),
    element('dc:creator', {}, author),
    element('dc:language', {}, lang),
    ...(picture ? [element('media:thumbnail', { url: picture.url, ...size })] : []),
    ...translations.map(({ lang: hreflang, url: href }) =>
      element('atom:link', { rel: 'alternate', hreflang, href }),
    ),
    ...enclosureOf(entry),
  ];
}

/** An enclosure must say its length (RSS 2.0): pictures from elsewhere have a thumbnail only. */
function enclosureOf({ picture }: FeedEntry): XmlElement[] {
  if (!picture?.file) return [];
  return [element('enclosure', { url: picture.url, length: picture.file.bytes, type: picture.file.type })];
}
