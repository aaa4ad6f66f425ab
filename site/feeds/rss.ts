import { getRssString, type RSSFeedItem } from '@astrojs/rss';
import type { FeedEntry, FeedSource } from './feed.ts';
import { element, markup } from './xml.ts';

const NAMESPACES = {
  atom: 'http://www.w3.org/2005/Atom',
  dc: 'http://purl.org/dc/elements/1.1/',
  media: 'http://search.yahoo.com/mrss/',
};

/** A feed as RSS 2.0, with the full content of each entry (content:encoded), its language (dc:language) and translations. */
export async function toRss(feed: FeedSource): Promise<string> {
  const rss = await getRssString({
    title: feed.title,
    description: feed.description,
    site: feed.homeUrl,
    items: feed.entries.map(toItem),
    xmlns: NAMESPACES,
    customData: channelElements(feed),
  });
  // RSS wants an e-mail address in `author`; names belong in dc:creator. That cannot go through customData, which is
  // parsed: it would turn an author called 007 into 7. Text is escaped, so these tags occur nowhere else.
  return rss.replace(/<(\/?)author>/g, '<$1dc:creator>');
}

/** `link` stands here as well because the generator rewrites the one that it is given. */
function channelElements(feed: FeedSource): string {
  const elements = [
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
    link: entry.url,
    // A description is HTML (RSS 2.0): what is text must be escaped once more.
    description: escapeHtml(entry.summary),
    // Its namespace is declared only when some entry has content.
    content: entry.html || undefined,
    pubDate: new Date(entry.published),
    categories: entry.categories,
    author: entry.author,
    enclosure: enclosureOf(entry),
    customData: itemElements(entry),
  };
}

/** An enclosure must say its length (RSS 2.0): pictures from elsewhere have a thumbnail only. */
function enclosureOf({ picture }: FeedEntry): RSSFeedItem['enclosure'] {
  return picture?.file && { url: picture.url, length: picture.file.bytes, type: picture.file.type };
}

/** `guid` stands here because the generator would take the address, which changes when an article is renamed. */
function itemElements({ id, lang, picture, translations }: FeedEntry): string {
  const size = { width: picture?.file?.width, height: picture?.file?.height };
  const elements = [
    element('guid', { isPermaLink: 'false' }, id),
    element('dc:language', {}, lang),
    ...(picture ? [element('media:thumbnail', { url: picture.url, ...size })] : []),
    ...translations.map(({ lang: hreflang, url }) =>
      element('atom:link', { rel: 'alternate', hreflang, href: url }),
    ),
  ];
  return elements.map(markup).join('');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
