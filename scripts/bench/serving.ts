import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bareViewRate } from './bare-inserts.ts';
import type { BenchService } from './bench-service.ts';
import { keystrokeStream, suggestPath } from './keystrokes.ts';
import { describeLoad, type LoadResult, measureLoad } from './load.ts';
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
  const page = await measureLoad({ url: service.url + options.path, pid: service.pid }, options);
  const beside = await measurePeers(body, options, report);
  const caddy = beside.find(({ name }) => name === 'Caddy')?.rate;
  report.add({
    what: `a page of ${(Buffer.byteLength(body) / 1024).toFixed(0)} KiB`,
    value: page.perProcessor,
    unit: UNIT,
    note: [describeLoad(page), ...beside.map(({ name, rate }) => `${name} ${Math.round(rate)}`)].join(', '),
    reference: { what: `bare node:http (${describeLoad(bare)})`, value: bare.perProcessor },
    goal: {
      text: '>= 0.95 of bare, twice Caddy, p99 <= 2 ms',
      isMet:
        page.perProcessor >= 0.95 * bare.perProcessor &&
        page.p99 <= 2 &&
        (!caddy || page.perProcessor >= 2 * caddy),
    },
  });
}

async function measurePeers(body: string, options: ServingOptions, report: Report) {
  const rates: { name: string; rate: number }[] = [];
  for (const { name, start } of pagePeers(body, options.port, report))
    rates.push({ name, rate: (await measureOnce(await start(), options)).perProcessor });
  return rates;
}

/** Measures a server and stops it. */
async function measureOnce({ url, pid, stop }: Server, options: ServingOptions): Promise<LoadResult> {
  try {
    return await measureLoad({ url, pid }, options);
  } finally {
    await stop();
  }
}

type BesideHello = ServingOptions & { hello: LoadResult };
const UNIT = 'requests per processor second';
const HELLO = 'Hono answering "Hello"';

async function measureFeed(service: BenchService, report: Report, options: BesideHello): Promise<void> {
  const feed = await service.call('/feed/rss.xml');
  const headers = { 'If-None-Match': String(feed.headers.etag) };
  const load = { url: `${service.url}/feed/rss.xml`, pid: service.pid, headers };
  const feeds = await measureLoad(load, options);
  report.add({
    what: 'a feed, unchanged (304)',
    value: feeds.perProcessor,
    unit: UNIT,
    note: describeLoad(feeds),
    reference: { what: HELLO, value: options.hello.perProcessor },
    goal: { text: '>= 0.9 of hello', isMet: feeds.perProcessor >= 0.9 * options.hello.perProcessor },
  });
}

/** More than all runs ask for. */
const KEYSTROKES = 250_000;

async function measureSuggest(service: BenchService, report: Report, options: BesideHello): Promise<void> {
  const paths = keystrokeStream(KEYSTROKES).map(suggestPath);
  const ask = (from: number, run: { runs: number; seconds: number }) => {
    const load = {
      url: service.url,
      paths: [...paths.slice(from), ...paths.slice(0, from)],
      pid: service.pid,
    };
    return measureLoad(load, run);
  };
  // As after a write, when nothing that was found before counts any more.
  const fresh = await ask(0, { runs: 1, seconds: options.seconds });
  const suggestions = await ask(KEYSTROKES / 2, { runs: options.runs, seconds: 2 * options.seconds });
  report.add({
    what: `suggest, keystrokes of many readers, ${options.size}`,
    value: suggestions.perProcessor,
    unit: UNIT,
    note: `${describeLoad(suggestions)}; the first ${options.seconds} s: ${Math.round(fresh.perProcessor)}`,
    reference: { what: HELLO, value: options.hello.perProcessor },
    goal: { text: '>= 8,000/s', isMet: suggestions.perProcessor >= 8000 },
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
  const recorded = await measureLoad(
    {
      url: `${service.url}/api/v1/articles/${options.id}/view`,
      pid: service.pid,
      method: 'POST',
      headers: { 'Sec-Fetch-Site': 'same-origin' },
      distinctVisitors: true,
    },
    options,
  );
  const lost = Math.max(0, recorded.answers - ((await views()) - before));
  report.add({
    what: 'POST view, distinct visitors',
    value: recorded.perProcessor,
    unit: UNIT,
    note: `${describeLoad(recorded)}, ${lost} of ${recorded.answers} lost`,
    reference: { what: 'bare better-sqlite3 inserts', value: bareViewRate(20_000) },
    goal: { text: '>= 6,000/s, none lost', isMet: recorded.perProcessor >= 6000 && lost === 0 },
  });
}
