import { defineMiddleware } from 'astro:middleware';

/** Keeps the error of a page that fails, so that whoever renders it can log why; Astro itself answers only 500. */
export const onRequest = defineMiddleware(async (context, next) => {
  try {
    return await next();
  } catch (error) {
    context.locals.failure = error;
    throw error;
  }
});
