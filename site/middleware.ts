import { defineMiddleware } from 'astro:middleware';

/** What Astro answers by itself, such as `/_image`: it would resize any picture to any size for anybody. */
const BUILT_IN = /^\/_/;

/**
 * Keeps the error of a page that fails, so that whoever renders it can log why, and closes Astro's own addresses. The
 * answer is made here: Astro would look for a page of its own at /500, which is the home of the language "500".
 */
export const onRequest = defineMiddleware(async (context, next) => {
  if (BUILT_IN.test(context.routePattern)) return new Response(null, { status: 404 });
  try {
    return await next();
  } catch (error) {
    context.locals.failure = error;
    return new Response('This page cannot be made at the moment.\n', { status: 500 });
  }
});
