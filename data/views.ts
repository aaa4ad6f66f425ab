import { BY_ID_OR_SLUG } from './article-rows.ts';
import type { Database } from './database.ts';
import { gatherTallies } from './gathered-tallies.ts';
import { findPublicRow } from './public-article.ts';

const DAY_MS = 86_400_000;

/** Views of public articles: one per visitor, article and UTC day (Spec 8). undefined: there is no such public article. */
export interface Views {
  record(idOrSlug: string, visitor: string): Promise<{ views: number; counted: boolean } | undefined>;
  current(idOrSlug: string): Promise<number | undefined>;
  /** Forgets who looked on earlier days, keeps the totals; answers how many rows went. */
  prune(): Promise<number>;
}

/** The views that a database counts; those that come in one turn of the event loop are counted in one transaction. `now` is in milliseconds. */
export function createViews(database: Database, now: () => number): Views {
  const today = () => Math.floor(now() / DAY_MS);
  const tally = gatherTallies(database);
  return {
    record: async (idOrSlug, visitor) =>
      tally(() => {
        const article = findPublicRow(database, idOrSlug);
        if (article === undefined) return undefined;
        const recorded = record(database, { article, visitor, day: today() });
        if (recorded.counted && weighsMore(recorded.views)) database.touch();
        return recorded;
      }),
    current: async (idOrSlug) =>
      database.get<{ views: number }>(
        `SELECT a.views FROM articles a WHERE ${BY_ID_OR_SLUG} AND a.status = 'published'`,
        idOrSlug,
        idOrSlug,
      )?.views,
    prune: async () =>
      database.tally(() => database.run('DELETE FROM view_visitors WHERE day < ?', today()).changes),
  };
}

/** Whether an article has three times as many readers as when this was last so: search ranks it anew. */
function weighsMore(views: number): boolean {
  const weight = (readers: number) => Math.floor(2 * Math.log10(1 + readers));
  return weight(views) > weight(views - 1);
}

function record(
  database: Database,
  { article, visitor, day }: { article: number; visitor: string; day: number },
): { views: number; counted: boolean } {
  const { changes } = database.run(
    'INSERT INTO view_visitors (day, article, visitor) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    day,
    article,
    visitor,
  );
  const { views } = database.get<{ views: number }>(
    'UPDATE articles SET views = views + ? WHERE row = ? RETURNING views',
    changes,
    article,
  ) as { views: number };
  return { views, counted: changes > 0 };
}
