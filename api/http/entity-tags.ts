import type { Article } from '../../data/articles.ts';
import { Problem } from '../../data/errors.ts';

/**
 * The ETag of an article's answer. It names the version of the text and the counters, which together decide every
 * byte of the answer, so it is a strong one.
 */
export function articleEntityTag({ id, version, views, reactions }: Article): string {
  const { like, fire, mindblown, heart } = reactions;
  return `"${id}.${version}-${[views, like, fire, mindblown, heart].join('.')}"`;
}

/** Whether `If-None-Match` names a tag (RFC 9110 13.1.2: weak comparison). */
export function isNamedIn(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.trim() === '*' || opaqueTags(ifNoneMatch).includes(tag.slice(1, -1));
}

/**
 * The version that a write may replace, as `If-Match` says; undefined when it does not matter.
 * Only the version is compared: a view or a reaction in the meantime is no lost update.
 * @throws Problem `precondition-failed` when the article has another version.
 */
export function versionToReplace(ifMatch: string | undefined, article: Article): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  const current = `${article.id}.${article.version}`;
  if (opaqueTags(ifMatch).some((tag) => tag.split('-').slice(0, -1).join('-') === current))
    return article.version;
  throw new Problem(
    'precondition-failed',
    'The article has been changed since you read it. Read it again and repeat your change.',
  );
}

// Weak tags are taken too: a proxy that compresses turns ours into one.
function opaqueTags(list: string): string[] {
  return [...list.matchAll(/"([^"]*)"/g)].map(([, tag]) => tag ?? '');
}
