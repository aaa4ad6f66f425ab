import type { FeedSource } from '../feeds/feed.ts';
import { type FeedName, feedAt, findFeed, writeFeed } from '../feeds/list-feeds.ts';
import type { RenderSources } from './render.ts';

/**
 * Renders feeds without Astro, which has no part in them: the same text, without a request and a response around it. What
 * a list says is read once for its formats, which the publisher asks for one after another; it is read again as soon as
 * the change log has grown. undefined: the address is not that of a feed, or of none that exists.
 */
export function createFeedRender({
  store,
  site,
}: RenderSources): (address: string) => Promise<Buffer | undefined> {
  let last: { key: string; feed: FeedSource | undefined } | undefined;
  const feedOf = async (name: FeedName) => {
    const key = JSON.stringify([await store.changes.latest(), name.list, name.lang]);
    if (last?.key !== key) last = { key, feed: await findFeed({ store, site }, name) };
    return last.feed;
  };
  return async (address) => {
    const name = feedAt(address);
    const feed = name && (await feedOf(name));
    return feed && Buffer.from(await writeFeed(site, feed, name));
  };
}
