import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../site/build.ts';
import { type BenchService, startBenchService } from './bench/bench-service.ts';
import { browseArchive } from './bench/browsing.ts';
import { measureLists } from './bench/listing.ts';
import { LOAD_GENERATOR } from './bench/load.ts';
import { comparePeers, measurePeerBuilds } from './bench/peer-builds.ts';
import { describePlaces, moveSelf, type Place, processorCount } from './bench/processors.ts';
import {
  countArticles,
  growArchive,
  measureBulk,
  measurePublishing,
  type PublishCost,
} from './bench/publishing.ts';
import { measureRebuild } from './bench/rebuilding.ts';
import { createReport, type Report } from './bench/report.ts';
import { measureServing } from './bench/serving.ts';

const HELP = `Measures Inkstone beside reference figures of the same run on this machine, and prints them as a table.

  npm run bench                   small sizes, about a minute
  npm run bench -- --smoke        tiny sizes, only to see that everything runs
  npm run bench -- --full         archives of 1,000, 10,000 and 100,000 articles, with goals and verdicts; takes long

  --articles 1000,10000   other sizes of archives
  --no-peers              without the builds of Hugo and Astro, which take longest
  --data FOLDER           keeps the archives there, and takes those that are there already
  --port N                the first of ten ports to use (18500)

Every archive is grown by the bulk API. Peers are measured when they are installed (Debian packages hugo, nginx, caddy, wrk).`;

/** How much is measured. */
interface Sizes {
  archives: number[];
  publishes: number;
  listRequests: number;
  runs: number;
  seconds: number;
  withPeerBuilds: boolean;
  isJudged: boolean;
}

const SMOKE: Sizes = {
  archives: [30],
  publishes: 3,
  listRequests: 10,
  runs: 1,
  seconds: 1,
  withPeerBuilds: false,
  isJudged: false,
};
const SMALL: Sizes = {
  archives: [1000],
  publishes: 50,
  listRequests: 300,
  runs: 3,
  seconds: 2,
  withPeerBuilds: true,
  isJudged: false,
};
const FULL: Sizes = {
  archives: [1000, 10_000, 100_000],
  publishes: 200,
  listRequests: 300,
  runs: 3,
  seconds: 5,
  withPeerBuilds: true,
  isJudged: true,
};

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    smoke: { type: 'boolean' },
    full: { type: 'boolean' },
    'no-peers': { type: 'boolean' },
    articles: { type: 'string' },
    data: { type: 'string' },
    port: { type: 'string', default: '18500' },
  },
});
if (values.help) console.log(HELP);
else await bench();

async function bench(): Promise<void> {
  const chosen = values.smoke ? SMOKE : values.full ? FULL : SMALL;
  const archives = values.articles?.split(',').map(Number) ?? chosen.archives;
  const sizes = { ...chosen, archives, withPeerBuilds: chosen.withPeerBuilds && !values['no-peers'] };
  const report = createReport(sizes);
  moveSelf('load');
  console.error(describeMachine());
  await ensureBuilt(() => console.error('Compiling the site, once for this version …'));
  const folder = values.data ? resolve(values.data) : mkdtempSync(join(tmpdir(), 'inkstone-bench-'));
  try {
    let smallest: PublishCost | undefined;
    for (const articles of sizes.archives) {
      const options = { ...sizes, folder: join(folder, String(articles)), articles, smallest };
      const cost = await measureArchive(report, options);
      smallest ??= cost;
    }
  } finally {
    if (!values.data) rmSync(folder, { recursive: true, force: true });
  }
  console.log(`${describeMachine()}\n`);
  report.print();
  if (report.missed().length > 0)
    console.log(
      `\nMissed:\n${report
        .missed()
        .map((what) => `- ${what}`)
        .join('\n')}`,
    );
}

function describeMachine(): string {
  const { model = 'processor unknown' } = cpus()[0] ?? {};
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  return `${model.trim()}, ${processorCount} processors, ${memory}; Node ${process.version}; load by ${LOAD_GENERATOR}; ${describePlaces()}`;
}

type ArchiveOptions = Sizes & { folder: string; articles: number; smallest: PublishCost | undefined };

/** Everything that is measured of one archive, with a fresh process where that matters. */
async function measureArchive(report: Report, options: ArchiveOptions): Promise<PublishCost> {
  const size = `${options.articles.toLocaleString('en')} articles`;
  console.error(`\n${size}`);
  mkdirSync(options.folder, { recursive: true });
  const port = Number(values.port);
  const started = (place: Place) => startBenchService({ folder: options.folder, port, place });
  // A fresh process for each part: what one has left to be done afterwards does not cost the next.
  await using(await started('anywhere'), async (service) => {
    await growArchive(service, report, options.articles);
    // An earlier run has published more than the corpus into an archive that is taken again.
    if ((await countArticles(service)) === options.articles) await browseArchive(service, report, size);
  });
  const builds = options.withPeerBuilds ? await measurePeerBuilds(report, options.articles) : {};
  const cost = await using(await started('anywhere'), async (service) => {
    const published = await measurePublishing(service, report, {
      ...options,
      count: options.publishes,
      size,
    });
    comparePeers(report, { articles: options.articles, cost: published, builds });
    await measureRebuild(service, report, { size, hugoSeconds: builds.Hugo?.whole });
    return published;
  });
  await using(await started('server'), (service) => measureAtRest(report, service, { ...options, size }));
  if (!values.smoke) await using(await started('anywhere'), (service) => measureBulk(service, report, size));
  return cost;
}

async function using<T>(service: BenchService, work: (service: BenchService) => Promise<T>): Promise<T> {
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}

async function measureAtRest(
  report: Report,
  service: BenchService,
  { size, ...options }: ArchiveOptions & { size: string },
): Promise<void> {
  report.add({
    what: `start to first page, ${size}`,
    value: service.startMs,
    unit: 'ms',
    goal: { text: '<= 1 s', isMet: service.startMs <= 1000 },
  });
  await service.untilLive();
  const idle = service.memory();
  await service.untilTidy();
  await measureLists(service, report, { requests: options.listRequests, size });
  const loaded = await measureServing(service, report, { ...options, port: Number(values.port) + 1, size });
  report.add({
    what: `memory, idle, ${size}`,
    value: idle,
    unit: 'MiB',
    goal: { text: '<= 250 MiB', isMet: idle <= 250 },
  });
  report.add({
    what: `memory under load, ${size}`,
    value: loaded,
    unit: 'MiB',
    goal: { text: '<= 400 MiB', isMet: loaded <= 400 },
  });
}
