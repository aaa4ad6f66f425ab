import { OpenAPIHono, z } from '@hono/zod-openapi';
import { type Context, Hono } from 'hono';
import { Problem } from '../../data/errors.ts';
import { LANGUAGES } from '../../data/languages.ts';
import { REACTION_TYPES } from '../../data/reactions.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { withAnswerHeaders } from '../http/answer-headers.ts';
import { networkOf } from '../http/client-address.ts';
import type { ApiEnv } from '../http/context.ts';
import { createRateLimit, limitRate } from '../http/rate-limit.ts';
import { asksForPage } from '../http/refused-forms.ts';
import { ArticleParameters, jsonAnswer, jsonOrFormBody, route } from '../http/route.ts';
import { inOrder } from '../http/steps.ts';
import { createVisitors } from '../http/visitor.ts';
import { reactionsPagePath } from '../page-address.ts';

const ReactionType = z.enum(REACTION_TYPES).openapi('ReactionType');

const Reaction = z.object({ type: ReactionType }).openapi('Reaction');

const count = z.int().min(0);
const ReactionCounts = z
  .object({ like: count, fire: count, mindblown: count, heart: count })
  .openapi('ReactionCounts');

const Reactions = z
  .object({
    counts: ReactionCounts,
    mine: z.array(ReactionType).openapi({ description: 'The reactions that this visitor has given.' }),
  })
  .openapi('Reactions');

const ToggledReaction = z
  .object({
    ...Reactions.shape,
    type: ReactionType,
    active: z.boolean().openapi({ description: 'Whether the reaction is given now, or taken back.' }),
  })
  .openapi('ToggledReaction');

const exampleReactions = { counts: { like: 3, fire: 1, mindblown: 0, heart: 7 }, mine: ['like' as const] };

const readReactions = route({
  method: 'get',
  path: '/articles/{id}/reactions',
  operationId: 'readReactions',
  tags: ['Reactions'],
  summary: 'Read the reactions to an article',
  description:
    'The four counts, and which of them this visitor has given. Only public articles have reactions.',
  access: 'site',
  request: { params: ArticleParameters },
  responses: { 200: jsonAnswer('The counts and the own reactions', Reactions, exampleReactions) },
  errors: ['not-found'],
});

const toggleReaction = route({
  method: 'post',
  path: '/articles/{id}/reactions',
  operationId: 'toggleReaction',
  tags: ['Reactions'],
  summary: 'Toggle a reaction',
  description:
    'Gives the reaction, or takes it back when this visitor has given it. A visitor is known by a cookie, which the first ' +
    'reaction or view sets; without it, everybody with the same address and user agent is one visitor. A browser that sends the form of a page ' +
    '(its `Accept` names `text/html`) is shown the page of the reactions, which also says when the reaction was refused.',
  access: 'site',
  request: {
    params: ArticleParameters,
    body: jsonOrFormBody(Reaction, { $ref: '#/components/schemas/Reaction' }, { type: 'like' }),
  },
  responses: {
    200: jsonAnswer('The state after the toggle', ToggledReaction, {
      ...exampleReactions,
      type: 'like',
      active: true,
    }),
    303: {
      description: 'For browsers: the state stands on this page',
      headers: {
        Location: { description: 'Path of the page.', required: true, schema: { type: 'string' } },
      },
    },
  },
  errors: ['not-found'],
});

type ReactionDependencies = Pick<ApiDependencies, 'store' | 'config' | 'clock'>;

/** GET and POST /articles/{id}/reactions (Spec 4). */
export function reactionRoutes(deps: ReactionDependencies) {
  const { reactions, articles } = deps.store;
  const { identify, remember } = createIdentification(deps);

  return new OpenAPIHono<ApiEnv>()
    .openapi(readReactions, async (c) => {
      const { reader } = await identify(c);
      const state = await reactions.get(c.req.valid('param').id, reader);
      if (!state) throw new Problem('not-found', 'There is no such public article.');
      return c.json(state, 200);
    })
    .openapi(toggleReaction, async (c) => {
      const { type } = c.req.valid('json');
      const { reader, remembered } = await identify(c);
      const toggled = await reactions.toggle(c.req.valid('param').id, reader, type);
      if (!toggled) throw new Problem('not-found', 'There is no such public article.');
      if (!remembered) c.header('Set-Cookie', await remember(reader));
      const article = asksForPage(c) && (await articles.find(c.req.valid('param').id));
      if (article) return c.redirect(reactionsPagePath(article), 303);
      const { counts, mine, active } = toggled;
      return c.json({ counts, mine, type, active }, 200);
    });
}

/** The page that shows the reactions to an article, and which are the reader's own: for readers without scripts. */
export function reactionPageRoutes(
  deps: ReactionDependencies & Pick<ApiDependencies, 'onDemand'>,
): Hono<ApiEnv> {
  const { identify } = createIdentification(deps);
  const pages = new Hono<ApiEnv>();
  if (!deps.onDemand) return pages;
  const { onDemand } = deps;
  const limit = inOrder(limitRate(createRateLimit(deps)));
  for (const lang of LANGUAGES)
    pages.get(`/${lang}/articles/:slug/reactions`, limit, async (c) => {
      const { reader } = await identify(c);
      const state = await deps.store.reactions.get(c.req.param('slug'), reader);
      return withAnswerHeaders(c, await onDemand(c.req.raw, state && { mine: state.mine }));
    });
  return pages;
}

function createIdentification(deps: ReactionDependencies) {
  const { identify, remember } = createVisitors(deps);
  return {
    identify: (c: Context<ApiEnv>) => identify(c.req.raw.headers, networkOf(c.get('clientAddress'))),
    remember,
  };
}
