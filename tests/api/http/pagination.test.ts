import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageLinks, paginate, reachablePage } from '../../../api/http/pagination.ts';

const SITE = 'https://ink.example';

/** The addresses of a `Link` header, by relation. */
function linksOf(header: string): Record<string, URL> {
  const links = Array.from(header.matchAll(/<([^>]*)>; rel="(\w+)"/g), ([, address = '', relation = '']) => [
    relation,
    new URL(address),
  ]);
  return Object.fromEntries(links);
}

const pageOf = (url: URL | undefined) => Number(url?.searchParams.get('page'));

describe('the pages of a list', () => {
  it.each([
    [{ page: 1, limit: 12 }, 0, 0],
    [{ page: 1, limit: 12 }, 1, 1],
    [{ page: 1, limit: 12 }, 12, 1],
    [{ page: 2, limit: 12 }, 13, 2],
    [{ page: 9, limit: 100 }, 250, 3],
  ])('%o of %i items are %i', (query, total, pages) => {
    expect(paginate(query, total)).toEqual({ ...query, total, pages });
  });

  it('hold every item once, and none of them is empty or too long', () => {
    fc.assert(
      fc.property(fc.nat(5_000), fc.integer({ min: 1, max: 100 }), (total, limit) => {
        const { pages } = paginate({ page: 1, limit }, total);
        const sizes = Array.from({ length: pages }, (_, index) => Math.min(limit, total - index * limit));
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(total);
        expect(sizes.every((size) => size > 0 && size <= limit)).toBe(true);
      }),
    );
  });

  it('can all be counted, however far somebody asks', () => {
    expect(reachablePage(7)).toBe(7);
    expect(Number.isSafeInteger(reachablePage(Number.MAX_SAFE_INTEGER) * 100)).toBe(true);
  });
});

describe('the links to other pages', () => {
  const links = (page: number, pages: number, query = '') =>
    pageLinks(SITE, `http://internal:8080/api/v1/articles${query}`, {
      page,
      limit: 10,
      total: 10 * pages,
      pages,
    });

  it('name the first and the last page and those beside', () => {
    expect(links(2, 3, '?tag=a&page=2')).toBe(
      [
        '<https://ink.example/api/v1/articles?tag=a&page=1>; rel="first"',
        '<https://ink.example/api/v1/articles?tag=a&page=1>; rel="prev"',
        '<https://ink.example/api/v1/articles?tag=a&page=3>; rel="next"',
        '<https://ink.example/api/v1/articles?tag=a&page=3>; rel="last"',
      ].join(', '),
    );
  });

  it('lead from behind the end to the last page', () => {
    const { prev, next, last } = linksOf(links(99, 3));
    expect([pageOf(prev), next, pageOf(last)]).toEqual([3, undefined, 3]);
    expect(Object.keys(linksOf(links(1, 0)))).toEqual(['first', 'last']);
    expect(pageOf(linksOf(links(1, 0)).last)).toBe(1);
    expect(pageOf(linksOf(links(5, 0)).prev)).toBe(1);
  });

  it('pass every page once, from the first to the last, and stay on the site whatever the query says', () => {
    const query = fc.webQueryParameters().map((text) => `?${text}`);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), query, (pages, search) => {
        const seen: number[] = [];
        for (let page: number | undefined = 1; page !== undefined; ) {
          seen.push(page);
          const found: Record<string, URL> = linksOf(links(page, pages, search));
          for (const url of Object.values(found)) {
            expect([url.origin, url.pathname]).toEqual([SITE, '/api/v1/articles']);
            expect(url.searchParams.getAll('page')).toHaveLength(1);
          }
          expect([pageOf(found.first), pageOf(found.last)]).toEqual([1, pages]);
          expect(found.prev && pageOf(found.prev)).toBe(page > 1 ? page - 1 : undefined);
          page = found.next && pageOf(found.next);
        }
        expect(seen).toEqual(Array.from({ length: pages }, (_, index) => index + 1));
      }),
      { numRuns: 50 },
    );
  });
});
