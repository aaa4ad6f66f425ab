import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bareViewRate } from './bare-inserts.ts';
import type { BenchService } from './bench-service.ts';
import { type LoadResult, measureLoad } from './load.ts';
import { pagePeers, type Server, startBareServer } from './reference-servers.ts';
import type { Report } from './report.ts';

/** How often and how long each load runs, and a free port. */
export interface ServingOptions {
  runs: number;
  seconds: number;
  port: number;
  size: string;
}

/** Requests a second on one processor: a page, an unchanged feed, suggestions, views. Answers the memory under this load in MiB. */
export async function measureServing(
  service: BenchService,
  report: Report,
  options: ServingOptions,
): Promise<number> {
  const article = await newestArticle(service);
  const hello = await measureOnce(await startBareServer(options.port, ['hello']), options);
  await measurePage(service, report, { ...options, path: article.path });
  await measureFeed(service, report, { ...options, hello });
  await measureSuggest(service, report, { ...options, hello });
  await measureViews(service, report, { ...options, hello, id: article.id });
  return service.memory();
}

async function newestArticle(service: BenchService): Promise<{ id: string; path: string }> {
  const { body } = await service.call('/api/v1/articles?status=published&limit=1&lang=en');
  const [article] = (JSON.parse(body) as { data: { id: string; url: string }[] }).data;
  if (!article) throw new Error('There is no article to be asked for.');
  return { id: article.id, path: new URL(article.url).pathname };
}

async function measurePage(
  service: BenchService,
  report: Report,
  options: ServingOptions & { path: string },
): Promise<void> {
  const { body } = await service.call(options.path);
  const file = join(service.folder, 'page.html');
  writeFileSync(file, body);
  const bare = await measureOnce(await startBareServer(options.port, ['page', file]), options);
  const page = await measureLoad({ url: service.url + options.path }, options);
  const beside = await measurePeers(body, options, report);
  const caddy = beside.find(({ name }) => name === 'Caddy')?.rate;
  report.add({
    what: `a page of ${(Buffer.byteLength(body) / 1024).toFixed(0)} KiB`,
    value: page.rate,
    unit: 'requests/s',
    note: [`p99 ${page.p99} ms`, ...beside.map(({ name, rate }) => `${name} ${Math.round(rate)}`)].join(', '),
    reference: { what: `bare node:http (p99 ${bare.p99} ms)`, value: bare.rate },
    goal: {
      text: '>= 0.95 of bare, twice Caddy, p99 <= 2 ms',
      isMet: page.rate >= 0.95 * bare.rate && page.p99 <= 2 && (!caddy || page.rate >= 2 * caddy),
    },
  });
}

async function measurePeers(body: string, options: ServingOptions, report: Report) {
  const rates: { name: string; rate: number }[] = [];
  for (const { name, start } of pagePeers(body, options.port, report))
    rates.push({ name, rate: (await measureOnce(await start(), options)).rate });
  return rates;
}

/** Measures a server and stops it. */
async function measureOnce({ url, stop }: Server, options: ServingOptions): Promise<LoadResult> {
  try {
    return await measureLoad({ url }, options);
  } finally {
    await stop();
  }
}

type BesideHello = ServingOptions & { hello: LoadResult };
const HELLO = 'Hono answering "Hello"';

async function measureFeed(service: BenchService, report: Report, options: BesideHello): Promise<void> {
  const feed = await service.call('/feed/rss.xml');
  const headers = { 'If-None-Match': String(feed.headers.etag) };
  const { rate, p99 } = await measureLoad({ url: `${service.url}/feed/rss.xml`, headers }, options);
  report.add({
    what: 'a feed, unchanged (304)',
    value: rate,
    unit: 'requests/s',
    note: `p99 ${p99} ms`,
    reference: { what: HELLO, value: options.hello.rate },
    goal: { text: '>= 0.9 of hello', isMet: rate >= 0.9 * options.hello.rate },
  });
}

async function measureSuggest(service: BenchService, report: Report, options: BesideHello): Promise<void> {
  const { rate, p99 } = await measureLoad(
    { url: `${service.url}/api/v1/search/suggest?q=tr&lang=en` },
    options,
  );
  report.add({
    what: `suggest, ${options.size}`,
    value: rate,
    unit: 'requests/s',
    note: `p99 ${p99} ms`,
    reference: { what: HELLO, value: options.hello.rate },
  });
}

async function measureViews(
  service: BenchService,
  report: Report,
  options: BesideHello & { id: string },
): Promise<void> {
  const views = async () => {
    const { body } = await service.call(`/api/v1/articles/${options.id}`);
    return (JSON.parse(body) as { views: number }).views;
  };
  const before = await views();
  const { rate, p99, answers } = await measureLoad(
    {
      url: `${service.url}/api/v1/articles/${options.id}/view`,
      method: 'POST',
      headers: { 'Sec-Fetch-Site': 'same-origin' },
      distinctVisitors: true,
    },
    options,
  );
  const lost = Math.max(0, answers - ((await views()) - before));
  report.add({
    what: 'POST view, distinct visitors',
    value: rate,
    unit: 'requests/s',
    note: `p99 ${p99} ms, ${lost} of ${answers} lost`,
    reference: { what: 'bare better-sqlite3 inserts', value: bareViewRate(20_000) },
    goal: { text: '>= 6,000/s, none lost', isMet: rate >= 6000 && lost === 0 },
  });
}
