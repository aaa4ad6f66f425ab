import fc from 'fast-check';
import { expect, test } from 'vitest';
import { articlePageUrl, reactionsPagePath } from '../../api/page-address.ts';
import { LANGUAGES } from '../../data/languages.ts';
import { articlePath, reactionsPath } from '../../site/paths.ts';

test('the API and the site agree on where an article and its reactions are', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...LANGUAGES),
      fc.string({ unit: 'grapheme', minLength: 1 }),
      (lang, slug) => {
        expect(articlePageUrl('https://x.test', { lang, slug })).toBe(
          `https://x.test${articlePath(lang, slug)}`,
        );
        expect(reactionsPagePath({ lang, slug })).toBe(reactionsPath(lang, slug));
      },
    ),
  );
});
