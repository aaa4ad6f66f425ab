import type { Context, ErrorHandler } from 'hono';
import type { Language } from '../../data/languages.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { reactionsPagePath } from '../page-address.ts';
import { withAnswerHeaders } from './answer-headers.ts';
import type { ApiEnv } from './context.ts';
import { preferredLanguage } from './preferred-language.ts';

const FORM = /^\/api\/v1\/articles\/([^/]+)\/reactions$/;
const DEFAULT_LANGUAGE: Language = 'en';

/** Whether a browser asks for a page, as it does when it sends a form, rather than a script for data. */
export function asksForPage(c: Context<ApiEnv>): boolean {
  return /\btext\/html\b/i.test(c.req.header('accept') ?? '');
}

/**
 * Answers a person whose reaction is refused with a page in place of the problem: that of the reactions, which says so in the
 * article's language, or that of what does not exist. Status and headers stay. It costs what any unknown address costs.
 */
export function explainRefusedForms(
  deps: Pick<ApiDependencies, 'store' | 'onDemand'>,
  answerFailure: (error: Error, c: Context<ApiEnv>) => Response,
): ErrorHandler<ApiEnv> {
  return async (error, c) => {
    const problem = answerFailure(error, c);
    const article = c.req.method === 'POST' && asksForPage(c) ? FORM.exec(c.req.path)?.[1] : undefined;
    // What fails inside the service could fail once more here.
    if (!deps.onDemand || article === undefined || problem.status >= 500) return problem;
    const address = new URL(await pageOf(c, article, deps), c.req.url);
    const page = await deps.onDemand(new Request(address), { wasRefused: true });
    if (page.status >= 500) return problem;
    const answer = new Response(page.body, { status: problem.status, headers: page.headers });
    answer.headers.set('Cache-Control', 'no-store');
    return withAnswerHeaders(c, answer);
  };
}

async function pageOf(
  c: Context<ApiEnv>,
  id: string,
  { store }: Pick<ApiDependencies, 'store'>,
): Promise<string> {
  const article = await store.articles.find(id);
  if (article?.status === 'published') return reactionsPagePath(article);
  return reactionsPagePath({ lang: preferredLanguage(c) ?? DEFAULT_LANGUAGE, slug: id });
}
