export const onRequest = async (context, next) => {
  try { return await next(); } catch (error) { context.locals.failure = error; throw error; }
};
