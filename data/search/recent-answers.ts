/** Answers that are given again as long as nothing has changed. */
export interface RecentAnswers<Answer> {
  /** The answer kept under a key, or the one that `find` gives, which is then kept. */
  of(key: string, find: () => Answer): Answer;
}

/**
 * Keeps the answers asked for last, at most `most` of them. All are forgotten as soon as `stamp` answers anything else
 * than it did when they were found.
 */
export function keepRecentAnswers<Answer>(stamp: () => string, most: number): RecentAnswers<Answer> {
  const answers = new Map<string, Answer>();
  let stampOfAll = '';
  return {
    of: (key, find) => {
      const now = stamp();
      if (now !== stampOfAll) answers.clear();
      stampOfAll = now;
      const answer = answers.get(key) ?? find();
      // A map lists its keys in the order in which they came: the first is the one that nobody has asked for longest.
      answers.delete(key);
      answers.set(key, answer);
      if (answers.size > most) for (const oldest of answers.keys().take(1)) answers.delete(oldest);
      return answer;
    },
  };
}
