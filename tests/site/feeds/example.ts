import type { Article } from '../../../data/articles.ts';
import type { Upload } from '../../../data/uploads.ts';
import {
  createFeed,
  type FeedAddress,
  type FeedArticles,
  type FeedSource,
} from '../../../site/feeds/feed.ts';
import type { SiteSettings } from '../../../site/settings.ts';

export const site: SiteSettings = {
  url: 'https://example.org',
  name: 'Ink & Stone',
  defaultLang: 'en',
  categoryNames: { craft: { en: 'Craft', ko: '공예' } },
};

export const upload: Upload = {
  url: '/uploads/1f.jpg',
  width: 1200,
  height: 800,
  type: 'image/jpeg',
  bytes: 81_920,
  animated: false,
  variants: null,
  colour: null,
  createdAt: '2026-01-01T00:00:00.000Z',
};

/** An article with something in every field. */
export function article(fields: Partial<Article> = {}): Article {
  return {
    id: '01890a5d-ac96-774b-bcce-b302099a8057',
    slug: 'c-plus-plus',
    lang: 'en',
    title: 'C++ & "ink" <now>',
    summary: 'Ownership <b> & borrowing.',
    category: 'craft',
    status: 'published',
    tags: ['c++', '007'],
    author: '007',
    sourceUrl: 'https://elsewhere.example/a?b=1&c=2',
    thumbnailUrl: '/uploads/1f.jpg',
    translationOf: null,
    views: 3,
    reactions: { like: 0, fire: 0, mindblown: 0, heart: 0 },
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-03T00:00:00.000Z',
    publishedAt: '2026-01-02T00:00:00.000Z',
    version: 1,
    content: '<p>See <a href="/en/articles/other">this</a> <img src="/uploads/1f.jpg" alt="" /></p>',
    ...fields,
  };
}

const translation = {
  id: '01890a5d-ac96-774b-bcce-b302099a8058',
  lang: 'ko',
  slug: '벼루',
  title: '벼루',
} as const;

/** A feed of one article that has a translation and an uploaded picture. */
export function exampleFeed(address: FeedAddress, articles: Article[] = [article()]): FeedSource {
  const found: FeedArticles = {
    articles,
    translations: new Map(
      articles.map(({ id, lang, slug, title }) => [id, [{ id, lang, slug, title }, translation]]),
    ),
    uploads: new Map([[upload.url, upload]]),
  };
  return createFeed(site, address, found);
}
