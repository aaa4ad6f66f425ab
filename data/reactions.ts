import type { Database } from './database.ts';
import { findPublicRow } from './public-article.ts';

/** The reactions a reader may give (Spec 2). */
export const REACTION_TYPES = ['like', 'fire', 'mindblown', 'heart'] as const;

export type ReactionType = (typeof REACTION_TYPES)[number];

export type ReactionCounts = Record<ReactionType, number>;

/** The counts of an article, and which reactions one visitor has given. */
export interface Reactions {
  counts: ReactionCounts;
  mine: ReactionType[];
}

/** Reactions to public articles, one of each type per visitor; undefined: there is no such public article. */
export interface ReactionBook {
  get(idOrSlug: string, visitor: string): Promise<Reactions | undefined>;
  /** Gives a reaction, or takes it back when it was given; `active` is the state afterwards. */
  toggle(
    idOrSlug: string,
    visitor: string,
    type: ReactionType,
  ): Promise<(Reactions & { active: boolean }) | undefined>;
}

const COLUMNS = { like: 'likes', fire: 'fires', mindblown: 'mindblowns', heart: 'hearts' } as const;

export function createReactionBook(database: Database): ReactionBook {
  return {
    get: async (idOrSlug, visitor) =>
      database.read(() => {
        const article = findPublicRow(database, idOrSlug);
        return article === undefined ? undefined : reactionsOf(database, article, visitor);
      }),
    toggle: async (idOrSlug, visitor, type) =>
      database.tally(() => {
        const article = findPublicRow(database, idOrSlug);
        if (article === undefined) return undefined;
        const active = toggle(database, article, visitor, type);
        return { ...reactionsOf(database, article, visitor), active };
      }),
  };
}

function toggle(database: Database, article: number, visitor: string, type: ReactionType): boolean {
  const { changes } = database.run(
    'DELETE FROM reactions WHERE article = ? AND visitor = ? AND type = ?',
    article,
    visitor,
    type,
  );
  const active = changes === 0;
  if (active)
    database.run('INSERT INTO reactions (article, visitor, type) VALUES (?, ?, ?)', article, visitor, type);
  const column = COLUMNS[type];
  database.run(`UPDATE articles SET ${column} = ${column} + ? WHERE row = ?`, active ? 1 : -1, article);
  return active;
}

function reactionsOf(database: Database, article: number, visitor: string): Reactions {
  const counts = database.get<ReactionCounts>(
    'SELECT likes AS "like", fires AS fire, mindblowns AS mindblown, hearts AS heart FROM articles WHERE row = ?',
    article,
  ) as ReactionCounts;
  const given = new Set(
    database
      .all<{ type: ReactionType }>(
        'SELECT type FROM reactions WHERE article = ? AND visitor = ?',
        article,
        visitor,
      )
      .map(({ type }) => type),
  );
  return { counts, mine: REACTION_TYPES.filter((type) => given.has(type)) };
}
