import type { FeedEntry, FeedHead, FeedSource } from './feed.ts';
import type { Frame } from './frame.ts';

/** A feed as JSON Feed 1.1. Translations stand under `_translations`: the format has no field for them. */
export function toJsonFeed(feed: FeedSource): string {
  const { before, separator, after } = jsonFrame(feed);
  return before + feed.entries.map(toJsonItem).join(separator) + after;
}

/** What stands around the items. */
export function jsonFrame(feed: FeedHead): Frame {
  const empty = JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    description: feed.description,
    home_page_url: feed.homeUrl,
    feed_url: feed.selfUrl,
    icon: feed.iconUrl,
    language: feed.lang,
    items: [],
  });
  return { before: empty.slice(0, -2), separator: ',', after: ']}' };
}

/** One item. */
export function toJsonItem(entry: FeedEntry): string {
  return JSON.stringify({
    id: entry.id,
    url: entry.url,
    title: entry.title,
    summary: entry.summary,
    content_html: entry.html,
    image: entry.picture?.url,
    date_published: entry.published,
    date_modified: entry.updated,
    authors: [{ name: entry.author }],
    tags: entry.categories,
    language: entry.lang,
    _translations:
      entry.translations.length > 0
        ? entry.translations.map(({ lang, url }) => ({ language: lang, url }))
        : undefined,
  });
}
