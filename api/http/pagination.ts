import { z } from '@hono/zod-openapi';
import { integerParameter } from './route.ts';

const DEFAULT_PAGE_SIZE = 12;
const MAX_PAGE_SIZE = 100;

/** The query parameters of every list (Spec 4). */
export const pageParameters = {
  page: integerParameter({
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    default: 1,
    description: 'Counts from 1. A page past the end is empty.',
  }),
  limit: integerParameter({
    min: 1,
    max: MAX_PAGE_SIZE,
    default: DEFAULT_PAGE_SIZE,
    description: 'Items per page.',
  }),
};

/** Where a page stands in its list. */
export const Pagination = z
  .object({
    page: z.int().min(1),
    limit: z.int().min(1).max(MAX_PAGE_SIZE),
    total: z.int().min(0).openapi({ description: 'Items in the whole list.' }),
    pages: z.int().min(0),
  })
  .openapi('Pagination');
export type Pagination = z.infer<typeof Pagination>;

/** The `Link` header of a list's answer. */
export const linkHeader = {
  Link: {
    description: 'Addresses of the first, previous, next and last page (RFC 8288).',
    required: true,
    schema: { type: 'string' },
  },
} as const;

/** The place of a page in a list of `total` items. */
export function paginate(query: { page: number; limit: number }, total: number): Pagination {
  return { page: query.page, limit: query.limit, total, pages: Math.ceil(total / query.limit) };
}

/**
 * The page that the database is asked for. No list is longer than this, and the rows before it can still be counted
 * exactly in a number.
 */
export function reachablePage(page: number): number {
  return Math.min(page, 1e12);
}

/** The value of `Link`: absolute addresses that keep the other query parameters. */
export function pageLinks(siteUrl: string, requestUrl: string, { page, pages }: Pagination): string {
  const { pathname, search } = new URL(requestUrl);
  const address = (number: number) => {
    const url = new URL(pathname + search, siteUrl);
    url.searchParams.set('page', String(number));
    return url.href;
  };
  const last = Math.max(1, pages);
  const links: [string, number | false][] = [
    ['first', 1],
    ['prev', page > 1 && Math.min(page - 1, last)],
    ['next', page < last && page + 1],
    ['last', last],
  ];
  return links
    .filter((link): link is [string, number] => link[1] !== false)
    .map(([relation, number]) => `<${address(number)}>; rel="${relation}"`)
    .join(', ');
}
