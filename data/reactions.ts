/** The reactions a reader may give (Spec 2). */
export const REACTION_TYPES = ['like', 'fire', 'mindblown', 'heart'] as const;

export type ReactionType = (typeof REACTION_TYPES)[number];

export type ReactionCounts = Record<ReactionType, number>;

/** The counts of an article, and which reactions one visitor has given. */
export interface Reactions {
  counts: ReactionCounts;
  mine: ReactionType[];
}
