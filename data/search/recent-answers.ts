/** The answers asked for last. */
export interface RecentAnswers<Answer> {
  /** The answer kept under a key, or the one that `find` gives, which is then kept. */
  of(key: string, find: () => Answer): Answer;
}

/** Keeps the answers asked for last, at most `most` of them. */
export function keepRecentAnswers<Answer>(most: number): RecentAnswers<Answer> {
  const answers = new Map<string, Answer>();
  return {
    of: (key, find) => {
      const answer = answers.get(key) ?? find();
      // A map lists its keys in the order in which they came: the first is the one that nobody has asked for longest.
      answers.delete(key);
      answers.set(key, answer);
      if (answers.size > most) for (const oldest of answers.keys().take(1)) answers.delete(oldest);
      return answer;
    },
  };
}

/** Gives what `make` has made as long as `stamp` answers the same, then makes it anew. */
export function whileUnchanged<Made>(stamp: () => string, make: () => Made): () => Made {
  let made: { stamp: string; what: Made } | undefined;
  return () => {
    const now = stamp();
    if (made?.stamp !== now) made = { stamp: now, what: make() };
    return made.what;
  };
}
