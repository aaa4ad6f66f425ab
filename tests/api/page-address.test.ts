import fc from 'fast-check';
import { expect, test } from 'vitest';
import { articlePageUrl } from '../../api/page-address.ts';
import { LANGUAGES } from '../../data/languages.ts';
import { articlePath } from '../../site/paths.ts';

test('the API and the site agree on where an article is', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...LANGUAGES),
      fc.string({ unit: 'grapheme', minLength: 1 }),
      (lang, slug) => {
        expect(articlePageUrl('https://x.test', { lang, slug })).toBe(
          `https://x.test${articlePath(lang, slug)}`,
        );
      },
    ),
  );
});
