import type { ArticleSummary } from './articles.ts';
import type { Database } from './database.ts';
import type { Language } from './languages.ts';

/** The tags of a category that the map shows and compares. */
const TAGS_PER_CATEGORY = 24;
const NEWEST_PER_CATEGORY = 3;
/** Pairs of categories and, for each, tags that both use: the strongest say it all, and the page stays of one size. */
const STRONGEST_OVERLAPS = 40;
const SHARED_TAGS = 8;

/** What the map tells of an article. */
type TopicArticle = Pick<ArticleSummary, 'lang' | 'slug' | 'title'>;

/** What a site writes about: its categories, most articles first, and how they overlap. */
export interface TopicMap {
  categories: {
    key: string;
    count: number;
    /** Most articles first. */
    tags: { key: string; count: number }[];
    newest: TopicArticle[];
  }[];
  /**
   * The 40 pairs of categories that share most, strongest first, with at most 8 of the tags that they share; weight: over
   * all shared tags, the sum of the smaller counts.
   */
  overlaps: { a: string; b: string; shared: string[]; weight: number }[];
}

/** Reads the topic map of one language, or of all. */
export function createTopicMap(database: Database, lang: Language | undefined): TopicMap {
  const categories = database
    .all<{ list: number; key: string; count: number }>(
      "SELECT list, key, count FROM lists WHERE kind = 'category' AND lang = ? AND count > 0 ORDER BY count DESC, key",
      lang ?? '',
    )
    .map(({ list, key, count }) => ({
      key,
      count,
      tags: tagsWithin(database, { category: key, lang, limit: TAGS_PER_CATEGORY }),
      newest: newestOf(database, list),
    }));
  return { categories, overlaps: overlapsOf(categories) };
}

/** The tags of the public articles of a category, most articles first. */
export function tagsWithin(
  database: Database,
  {
    category,
    lang,
    limit = -1,
  }: { category: string; lang?: Language | undefined; limit?: number | undefined },
): { key: string; count: number }[] {
  return database.all<{ key: string; count: number }>(
    'SELECT tag AS key, count FROM category_tags WHERE lang = ? AND category = ? AND count > 0 ORDER BY count DESC, tag LIMIT ?',
    lang ?? '',
    category,
    limit,
  );
}

function newestOf(database: Database, list: number): TopicArticle[] {
  return database.all<TopicArticle>(
    'SELECT a.lang, a.slug, a.title FROM shelves s JOIN articles a ON a.row = s.article ' +
      'WHERE s.list = ? ORDER BY s.published_at DESC, s.article DESC LIMIT ?',
    list,
    NEWEST_PER_CATEGORY,
  );
}

/** Pairs of categories by the tags that both use. */
function overlapsOf(
  categories: Pick<TopicMap['categories'][number], 'key' | 'tags'>[],
): TopicMap['overlaps'] {
  const counts = categories.map(({ tags }) => new Map(tags.map(({ key, count }) => [key, count])));
  const overlaps = categories.flatMap((a, i) =>
    categories.slice(i + 1).map((b, j) => {
      const other = counts[i + 1 + j];
      const shared = a.tags.filter(({ key }) => other?.has(key));
      const weight = shared.reduce((sum, { key, count }) => sum + Math.min(count, other?.get(key) ?? 0), 0);
      return { a: a.key, b: b.key, shared: shared.slice(0, SHARED_TAGS).map(({ key }) => key), weight };
    }),
  );
  return overlaps
    .filter(({ weight }) => weight > 0)
    .sort((x, y) => y.weight - x.weight)
    .slice(0, STRONGEST_OVERLAPS);
}
