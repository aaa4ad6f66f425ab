import { showProgress } from '../progress.ts';
import { bareArticleRate } from './bare-inserts.ts';
import type { BenchService, Exchange } from './bench-service.ts';
import { corpusArticle, corpusArticles } from './corpus.ts';
import type { Report } from './report.ts';
import { median, percentile, timed } from './statistics.ts';

const BULK = 1000;
const MEASURED_BULKS = 3;
const WARM_UP = 5;

/** Fills the archive by the bulk API until it has this many articles. */
export async function growArchive(service: BenchService, report: Report, size: number): Promise<void> {
  const progress = showProgress(`Growing to ${size}`);
  const from = await countArticles(service);
  const since = performance.now();
  for (let total = from; total < size; ) {
    const next = Math.min(size, total + BULK);
    requireStatus(await service.call('/api/v1/articles/bulk', { json: corpusArticles(total, next) }), 201);
    total = next;
    progress.update(total, size);
  }
  await service.untilLive();
  progress.end();
  const seconds = (performance.now() - since) / 1000;
  report.add({
    what: `an import of ${(size - from).toLocaleString('en')} articles, all live`,
    value: seconds,
    unit: 's',
    note: `memory at most ${service.peakMemory().toFixed(0)} MiB`,
  });
}

/** How many articles there are. */
export async function countArticles(service: BenchService): Promise<number> {
  const { body } = await service.call('/api/v1/articles?limit=1');
  return (JSON.parse(body) as { pagination: { total: number } }).pagination.total;
}

/** Full bulk requests, one after another: how fast they are accepted, and how soon all of each is live. */
export async function measureBulk(service: BenchService, report: Report, size: string): Promise<void> {
  const from = await countArticles(service);
  const batches = Array.from({ length: MEASURED_BULKS }, (_, n) =>
    corpusArticles(from + n * BULK, from + (n + 1) * BULK),
  );
  const accepted: number[] = [];
  const work: number[] = [];
  const live: number[] = [];
  await service.takeRounds();
  for (const json of batches) {
    const before = service.processorSeconds();
    const answer = await service.call('/api/v1/articles/bulk', { json });
    requireStatus(answer, 201);
    accepted.push((1000 * BULK) / answer.ms);
    work.push(service.processorSeconds() - before);
    live.push((await timed(service.untilLive)).ms / 1000);
  }
  const rendered = (await service.takeRounds()).reduce((sum, count) => sum + count, 0) / MEASURED_BULKS;
  const bare = bareArticleRate(batches);
  const rate = median(accepted);
  report.add({
    what: `bulk POST of ${BULK}, accepted, ${size}`,
    value: rate,
    unit: 'articles/s',
    note: `${median(work).toFixed(1)} s of processor time each, publishing included that began meanwhile`,
    reference: { what: 'bare better-sqlite3 with FTS', value: bare },
    goal: { text: '>= 1,000/s and a quarter of bare', isMet: rate >= 1000 && rate >= bare / 4 },
  });
  report.add({
    what: `the same, all live after the answer, ${size}`,
    value: median(live),
    unit: 's',
    note: `${Math.round(rendered)} paths rendered for ${BULK} articles`,
    goal: { text: '<= 3 s', isMet: median(live) <= 3 },
  });
}

/** What publishing one article costs, for comparison between archives. */
export interface PublishCost {
  ms: number;
  paths: number;
}

/** Single articles, each awaited until it is live. */
export async function measurePublishing(
  service: BenchService,
  report: Report,
  { count, size, smallest }: { count: number; size: string; smallest?: PublishCost | undefined },
): Promise<PublishCost> {
  const from = await countArticles(service);
  const times: number[] = [];
  await service.untilLive();
  await service.takeRounds();
  // A process that has just started has not optimised its code yet.
  for (let n = 0; n < WARM_UP; n++) await publishOne(service, from + n);
  await service.takeRounds();
  const before = service.processorSeconds();
  for (let n = 0; n < count; n++) times.push(await publishOne(service, from + WARM_UP + n));
  const work = ((service.processorSeconds() - before) * 1000) / count;
  const rounds = await service.takeRounds();
  const cost = { ms: median(times), paths: median(rounds) };
  const p99 = percentile(times, 0.99);
  report.add({
    what: `publish to live, ${size}`,
    value: cost.ms,
    unit: 'ms',
    note: `p99 ${p99.toFixed(0)} ms; ${work.toFixed(0)} ms of processor time`,
    ...(smallest && { reference: { what: 'smallest archive', value: smallest.ms } }),
    goal: {
      text: smallest ? '<= 50 ms, p99 <= 150 ms, <= 1.2 times the smallest' : '<= 50 ms, p99 <= 150 ms',
      isMet: cost.ms <= 50 && p99 <= 150 && (!smallest || cost.ms <= 1.2 * smallest.ms),
    },
  });
  report.add({
    what: `paths rendered per publish, ${size}`,
    value: cost.paths,
    unit: 'paths',
    note: `${Math.min(...rounds)} to ${Math.max(...rounds)}`,
    ...(smallest && { reference: { what: 'smallest archive', value: smallest.paths } }),
    goal: { text: 'constant', isMet: !smallest || Math.abs(cost.paths - smallest.paths) <= 2 },
  });
  return cost;
}

/** Publishes one article, checks that the site shows it, and answers the milliseconds until it was live. */
async function publishOne(service: BenchService, n: number): Promise<number> {
  const { published_at: _, ...json } = corpusArticle(n);
  const posted = await service.call('/api/v1/articles', { json, headers: { Prefer: 'wait=30' } });
  requireStatus(posted, 201);
  const { url } = JSON.parse(posted.body) as { url: string };
  const feed = await service.call('/feed.json');
  if (posted.headers['preference-applied'] === undefined || !feed.body.includes(url))
    throw new Error(`${url} is not live although the answer waited for it.`);
  requireStatus(await service.call(new URL(url).pathname), 200);
  return posted.ms;
}

function requireStatus({ status, body }: Exchange, expected: number): void {
  if (status !== expected) throw new Error(`Answered ${status}, not ${expected}: ${body.slice(0, 500)}`);
}
