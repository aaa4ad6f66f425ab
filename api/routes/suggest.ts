import { OpenAPIHono, z } from '@hono/zod-openapi';
import { LANGUAGES } from '../../data/languages.ts';
import type { ApiDependencies } from '../dependencies.ts';
import type { ApiEnv } from '../http/context.ts';
import { preferredLanguage } from '../http/preferred-language.ts';
import type { Replays } from '../http/replays.ts';
import { asDeclared, jsonAnswer, route, writtenJson } from '../http/route.ts';
import { articlePageUrl } from '../page-address.ts';

const MAX_SUGGESTIONS = 5;
const MAX_QUERY_CHARACTERS = 200;

const SuggestQuery = z.object({
  q: z
    .string('Give this parameter once.')
    // Characters as a reader counts them, not UTF-16 units: an emoji is one.
    .refine(
      (q) => [...q].length <= MAX_QUERY_CHARACTERS,
      `Must have at most ${MAX_QUERY_CHARACTERS} characters.`,
    )
    .default('')
    .openapi({
      type: 'string',
      maxLength: MAX_QUERY_CHARACTERS,
      description: 'What has been typed; without it nothing is suggested.',
      example: 'salt',
    }),
  lang: z
    .enum(LANGUAGES, `Must be one of ${LANGUAGES.join(', ')}, given once.`)
    .optional()
    .openapi({ description: 'Suggests only articles in this language.' }),
});

const Suggestion = z
  .object({
    id: z.string(),
    title: z.string(),
    highlight: z
      .string()
      .openapi({ description: 'The title as HTML: matches stand in `<mark>`, everything else is escaped.' }),
    url: z.string().openapi({ description: 'Address of the article’s page.' }),
    lang: z.enum(LANGUAGES),
  })
  .openapi('Suggestion');

const Suggestions = z
  .object({ query: z.string(), suggestions: z.array(Suggestion).max(MAX_SUGGESTIONS) })
  .openapi('Suggestions');
type Suggestions = z.infer<typeof Suggestions>;

const suggestTitles = route({
  method: 'get',
  path: '/search/suggest',
  operationId: 'suggestTitles',
  tags: ['Search'],
  summary: 'Suggest titles',
  description:
    'Completes what a reader types with at most five titles of public articles. Without `lang`, titles in the language ' +
    'that `Accept-Language` prefers come first among equals. No token is needed.',
  access: 'public',
  request: { query: SuggestQuery },
  responses: {
    200: jsonAnswer('The titles that match', Suggestions, {
      query: 'salt',
      suggestions: [
        {
          id: '019aa3a4-6f5e-7c1d-8a52-3f0f6f7f9e10',
          title: 'A museum of salt & ink',
          highlight: 'A museum of <mark>salt</mark> &amp; ink',
          url: 'https://inkstone.example/en/articles/a-museum-of-salt-ink',
          lang: 'en',
        },
      ],
    }),
  },
});

/** GET /search/suggest (Spec 4). Most people type what others have typed. */
export function suggestRoutes({
  store,
  config,
  replays,
}: Pick<ApiDependencies, 'store' | 'config'> & { replays: Pick<Replays, 'begin'> }) {
  const encoder = new TextEncoder();
  const suggest = async (query: Parameters<typeof store.search.suggest>[0]): Promise<Suggestions> => {
    const found = query.q.trim() === '' ? [] : await store.search.suggest(query);
    const suggestions = found.map((article) => ({
      id: article.id,
      title: article.title,
      highlight: article.highlight,
      url: articlePageUrl(config.siteUrl, article),
      lang: article.lang,
    }));
    return { query: query.q, suggestions };
  };
  return new OpenAPIHono<ApiEnv>().openapi(suggestTitles, async (c) => {
    const keep = replays.begin(c);
    const { q, lang } = c.req.valid('query');
    const reader = preferredLanguage(c);
    // In memory of its own: a piece of what Node shares among small buffers would keep all of that.
    const body = encoder.encode(JSON.stringify(await suggest({ q, lang, reader, limit: MAX_SUGGESTIONS })));
    const response = writtenJson(c, body);
    keep(response, body);
    return asDeclared<Suggestions>(response);
  });
}
