import { getRssString, type RSSFeedItem } from '@astrojs/rss';
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

/** One item. */
export async function toRssItem(entry: FeedEntry): Promise<string> {
  const rss = await getRssString({ title: '', description: '', site: entry.url, items: [toItem(entry)] });
  return fillIn(aroundItem(rss).item, entry).replace('<item>', `<item xml:lang="${entry.lang}">`);
}

/** All text is escaped, so the tags of items occur nowhere else. */
function aroundItem(rss: string): { before: string; item: string; after: string } {
  const end = rss.lastIndexOf('</item>') + '</item>'.length;
  const start = rss.indexOf('<item>');
  return { before: rss.slice(0, start), item: rss.slice(start, end), after: rss.slice(end) };
}

/**
 * Puts into the places that {@link toItem} left what the generator does not write: elements that it does not know, and
 * the content, for which it needs twice as long. Its own way for such elements, `customData`, parses them: slow, and an
 * author called 007 becomes 7. All other text is escaped, so these two tags occur nowhere else.
 */
function fillIn(item: string, entry: FeedEntry): string {
  return item.replace(/<(content:encoded|author)>x<\/\1>/g, (_, name: string) => {
    const elements = name === 'author' ? itemElements(entry) : [element(name, {}, entry.html)];
    return elements.map(markup).join('');
  });
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

function toItem(entry: FeedEntry): RSSFeedItem {
  return {
    title: entry.title,
    // A description is HTML (RSS 2.0): what is text must be escaped once more.
    description: escapeText(entry.summary),
    content: 'x',
    pubDate: new Date(entry.published),
    categories: entry.categories,
    author: 'x',
    enclosure: enclosureOf(entry),
  };
}

/** An enclosure must say its length (RSS 2.0): pictures from elsewhere have a thumbnail only. */
function enclosureOf({ picture }: FeedEntry): RSSFeedItem['enclosure'] {
  return picture?.file && { url: picture.url, length: picture.file.bytes, type: picture.file.type };
}

/** Names are for dc:creator: `author` would be an e-mail address. The generator's guid would change with the address. */
function itemElements({ id, url, author, lang, picture, translations }: FeedEntry): XmlElement[] {
  const size = { width: picture?.file?.width, height: picture?.file?.height };
  return [
    element('link', {}, url),
    element('guid', { isPermaLink: 'false' }, id),
    element('dc:creator', {}, author),
    element('dc:language', {}, lang),
    ...(picture ? [element('media:thumbnail', { url: picture.url, ...size })] : []),
    ...translations.map(({ lang: hreflang, url: href }) =>
      element('atom:link', { rel: 'alternate', hreflang, href }),
    ),
  ];
}
