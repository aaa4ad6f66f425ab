import { OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { Problem } from '../../data/errors.ts';
import { REACTION_TYPES } from '../../data/reactions.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { networkOf } from '../http/client-address.ts';
import type { ApiEnv } from '../http/context.ts';
import { ArticleParameters, jsonAnswer, jsonBody, route } from '../http/route.ts';
import { createVisitors } from '../http/visitor.ts';

const ReactionType = z.enum(REACTION_TYPES).openapi('ReactionType');

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
    'reaction or view sets; without it, everybody with the same address and user agent is one visitor.',
  access: 'site',
  request: {
    params: ArticleParameters,
    body: jsonBody(z.object({ type: ReactionType }), { type: 'like' }),
  },
  responses: {
    200: jsonAnswer('The state after the toggle', ToggledReaction, {
      ...exampleReactions,
      type: 'like',
      active: true,
    }),
  },
  errors: ['not-found'],
});

/** GET and POST /articles/{id}/reactions (Spec 4). */
export function reactionRoutes(deps: Pick<ApiDependencies, 'store' | 'config' | 'clock'>) {
  const { reactions } = deps.store;
  const visitors = createVisitors(deps);
  const identify = (c: Context<ApiEnv>) =>
    visitors.identify(c.req.raw.headers, networkOf(c.get('clientAddress')));

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
      if (!remembered) c.header('Set-Cookie', await visitors.remember(reader));
      const { counts, mine, active } = toggled;
      return c.json({ counts, mine, type, active }, 200);
    });
}
