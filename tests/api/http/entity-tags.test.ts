import { describe, expect, it } from 'vitest';
import { articleEntityTag, isNamedIn, versionToReplace } from '../../../api/http/entity-tags.ts';
import type { Article } from '../../../data/articles.ts';

const article = (changed: Partial<Article> = {}) =>
  ({
    id: 'a-b',
    version: 3,
    views: 7,
    reactions: { like: 1, fire: 0, mindblown: 2, heart: 0 },
    ...changed,
  }) as Article;

describe('the tag of an article', () => {
  it('changes with all that its answer shows', () => {
    const reactions = { like: 1, fire: 0, mindblown: 2, heart: 0 };
    const tags = [
      article(),
      article({ id: 'a-c' }),
      article({ version: 4 }),
      article({ views: 8 }),
      ...Object.keys(reactions).map((type) => article({ reactions: { ...reactions, [type]: 9 } })),
    ].map(articleEntityTag);
    expect(new Set(tags).size).toBe(tags.length);
    expect(tags[0]).toBe('"a-b.3-7.1.0.2.0"');
  });
});

describe('If-None-Match', () => {
  it.each([
    [undefined, false],
    ['', false],
    ['*', true],
    [' * ', true],
    ['"x"', true],
    ['W/"x"', true],
    ['"y", W/"x"', true],
    ['"y"', false],
    ['x', false],
    ['"xx"', false],
    ['"*"', false],
  ])('%s names "x": %s', (header, isNamed) => {
    expect(isNamedIn(header, '"x"')).toBe(isNamed);
  });
});

describe('If-Match', () => {
  it.each([undefined, '*', ' * '])('lets any version be replaced when it is %s', (header) => {
    expect(versionToReplace(header, article())).toBeUndefined();
  });

  it.each([
    articleEntityTag(article()),
    articleEntityTag(article({ views: 99 })),
    `W/${articleEntityTag(article())}`,
    `"other", ${articleEntityTag(article())}`,
  ])('lets the version be replaced that it names, whatever was counted since: %s', (header) => {
    expect(versionToReplace(header, article())).toBe(3);
  });

  it.each([
    '',
    '"x"',
    articleEntityTag(article({ version: 2 })),
    articleEntityTag(article({ id: 'a' })),
    '"a-b.3"',
    '"a-b.33-7"',
  ])('keeps another version from being replaced: %s', (header) => {
    expect(() => versionToReplace(header, article())).toThrow(
      expect.objectContaining({
        kind: 'precondition-failed',
        detail: expect.stringContaining('Read it again'),
      }),
    );
  });
});
