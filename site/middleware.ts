import { defineMiddleware } from 'astro:middleware';

/** What Astro answers by itself, such as `/_image`: it would resize any picture to any size for anybody. */
const BUILT_IN = /^\/_/;

/** Keeps the error of a page that fails, so that whoever renders it can log why (Astro itself answers only 500), and closes Astro's own addresses. */
export const onRequest = defineMiddleware(async (context, next) => {
  if (BUILT_IN.test(context.routePattern)) return new Response(null, { status: 404 });
  try {
    return await next();
  } catch (error) {
    context.locals.failure = error;
    throw error;
  }
});
