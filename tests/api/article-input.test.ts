import fc from 'fast-check';
import { expect, test } from 'vitest';
import { STATUSES } from '../../data/articles.ts';
import { LANGUAGES } from '../../data/languages.ts';
import { openTestApi } from '../support/test-api.ts';

const LIST = '/api/v1/articles';

/** Any text at all: lone surrogates, control characters, right-to-left marks, markup. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)))
    .map((units) => units.join('')),
  fc
    .array(
      fc.constantFrom(
        '<',
        '>',
        '"',
        '&',
        ']]>',
        '\u0000',
        '\u202e',
        '<script>',
        'onload=',
        '가',
        '漢',
        '𠮷',
        ' ',
      ),
    )
    .map((parts) => parts.join('')),
);

const anyArticle = fc.record(
  {
    title: anyText,
    content: anyText,
    slug: fc.oneof(anyText, fc.stringMatching(/^[a-z0-9]{1,5}$/)),
    lang: fc.constantFrom(...LANGUAGES, null),
    status: fc.constantFrom(...STATUSES, null),
    summary: anyText,
    category: anyText,
    tags: fc.array(anyText, { maxLength: 3 }),
    author: anyText,
    source_url: fc.oneof(fc.webUrl(), anyText),
    thumbnail_url: fc.oneof(fc.webUrl(), anyText),
    translation_of: fc.oneof(fc.uuid(), anyText),
    published_at: fc.oneof(
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      anyText,
    ),
  },
  { requiredKeys: ['title', 'content'] },
);

test('whatever article is sent, the answer is 201 or says what is wrong', { timeout: 60_000 }, async () => {
  const api = await openTestApi();
  await fc.assert(
    fc.asyncProperty(anyArticle, async (json) => {
      const response = await api.call(LIST, { json });
      expect([201, 422]).toContain(response.status);
      if (response.status === 422) expect((await response.json()).errors.length).toBeGreaterThan(0);
    }),
    { numRuns: 200 },
  );
});

test('whatever JSON is sent, nothing fails inside', { timeout: 60_000 }, async () => {
  const api = await openTestApi();
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ noUnicodeString: false }), async (json) => {
      expect((await api.call(LIST, { json })).status).toBe(422);
      expect((await api.call(`${LIST}/bulk`, { json: [json] })).status).toBe(422);
    }),
    { numRuns: 100 },
  );
});

test('what is stored is answered alike by every reading', { timeout: 60_000 }, async () => {
  const api = await openTestApi();
  await fc.assert(
    fc.asyncProperty(anyArticle, async (json) => {
      const response = await api.call(LIST, { json: { ...json, slug: null, translation_of: null } });
      if (response.status !== 201) return;
      const { warnings: _, ...created } = await response.json();
      expect(await (await api.call(`${LIST}/${created.id}`)).json()).toEqual(created);
      expect(await (await api.call(`${LIST}/${encodeURIComponent(created.slug)}`)).json()).toEqual(created);
    }),
    { numRuns: 60 },
  );
});
