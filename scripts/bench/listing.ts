import type { BenchService } from './bench-service.ts';
import type { Report } from './report.ts';
import { median, percentile } from './statistics.ts';

const LIMIT = 20;
/** Requests of each kind before those that count: a process that has just started has not optimised its code yet. */
const WARM_UP = 50;
/** The lists that are asked for; {} is every article of every status. */
const FILTERS: Record<string, string>[] = [
  {},
  { status: 'published' },
  { status: 'published', lang: 'ko' },
  { status: 'published', category: 'category-7' },
  { status: 'published', tag: 'tag-7' },
  { category: 'category-7', tag: 'tag-7' },
  { category: 'category-7', lang: 'ja' },
  { status: 'published', sortBy: 'views' },
  { status: 'published', category: 'category-7', sortBy: 'views' },
  { status: 'draft' },
];

/** GET /api/v1/articles on the first page and deep down, with and without filters. */
export async function measureLists(
  service: BenchService,
  report: Report,
  { requests, size }: { requests: number; size: string },
): Promise<void> {
  const worst = { first: 0, deep: 0 };
  for (const filter of FILTERS) {
    const first = await measurePage(service, { filter, page: 1, requests });
    const deep = await measurePage(service, {
      filter,
      page: Math.max(1, Math.floor(first.total / LIMIT)),
      requests,
    });
    const ratio = deep.p50 / first.p50;
    worst.first = Math.max(worst.first, first.p99);
    worst.deep = Math.max(worst.deep, deep.p99);
    report.add({
      what: `list ${String(new URLSearchParams(filter)) || 'of all'}, page ${deep.page}, ${size}`,
      value: deep.p99,
      unit: 'ms (p99)',
      note: `p50 ${deep.p50.toFixed(2)}; page 1: p50 ${first.p50.toFixed(2)}, p99 ${first.p99.toFixed(2)}`,
      goal: {
        text: 'p99 <= 5 ms, deep <= 3 times page 1',
        isMet: Math.max(first.p99, deep.p99) <= 5 && ratio <= 3,
      },
    });
  }
}

async function measurePage(
  service: BenchService,
  { filter, page, requests }: { filter: Record<string, string>; page: number; requests: number },
): Promise<{ page: number; p50: number; p99: number; total: number }> {
  const query = new URLSearchParams({ ...filter, page: String(page), limit: String(LIMIT) });
  const times: number[] = [];
  let total = 0;
  for (let n = 0; n < requests + WARM_UP; n++) {
    const { status, body, ms } = await service.call(`/api/v1/articles?${query}`);
    if (status !== 200) throw new Error(`?${query} answered ${status}.`);
    if (n === 0) total = (JSON.parse(body) as { pagination: { total: number } }).pagination.total;
    if (n >= WARM_UP) times.push(ms);
  }
  return { page, p50: median(times), p99: percentile(times, 0.99), total };
}
