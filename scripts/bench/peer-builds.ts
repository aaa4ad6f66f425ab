import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addArticle as addToAstro, buildAstro, createAstroSite } from './astro-site.ts';
import { addArticle as addToHugo, createHugoSite } from './hugo-site.ts';
import { placed } from './processors.ts';
import type { PublishCost } from './publishing.ts';
import type { Report } from './report.ts';

/** Seconds that a static-site generator needs for everything, and for everything again after one more article. */
export interface PeerBuild {
  whole: number;
  another: number;
}

export type PeerBuilds = Partial<Record<'Hugo' | 'Astro', PeerBuild>>;

/** Builds the same corpus with the generators that are there: Hugo when it is installed, Astro's own build always. */
export async function measurePeerBuilds(report: Report, articles: number): Promise<PeerBuilds> {
  const builds: PeerBuilds = {};
  if (spawnSync('hugo', ['version']).error) report.leaveOut('Hugo', 'not installed');
  else
    builds.Hugo = await inFolder('hugo', async (folder) => {
      createHugoSite(folder, articles);
      const build = () => run(folder, ['hugo', '--quiet', '--destination', 'public']);
      const whole = await build();
      addToHugo(folder, articles);
      return { whole, another: await build() };
    });
  builds.Astro = await inFolder('astro', async (folder) => {
    createAstroSite(folder, articles);
    const whole = await run(folder, buildAstro());
    addToAstro(folder, articles);
    return { whole, another: await run(folder, buildAstro()) };
  });
  return builds;
}

/** How many times faster than a generator's build after one more article a publish is; judged where a goal is set. */
export function comparePeers(
  report: Report,
  { articles, cost, builds }: { articles: number; cost: PublishCost; builds: PeerBuilds },
): void {
  for (const [name, { whole, another }] of Object.entries(builds)) {
    const times = (another * 1000) / cost.ms;
    const wanted = GOALS[name as keyof PeerBuilds]?.[articles];
    report.add({
      what: `one more article by ${name}, ${articles.toLocaleString('en')} articles`,
      value: another * 1000,
      unit: 'ms',
      note: `everything: ${whole.toFixed(1)} s`,
      reference: { what: 'publish to live', value: cost.ms },
      ...(wanted && { goal: { text: `>= ${wanted} times`, isMet: times >= wanted } }),
    });
  }
}

const GOALS: Record<keyof PeerBuilds, Record<number, number>> = {
  Hugo: { 10000: 70, 100000: 800 },
  Astro: { 10000: 180, 100000: 1500 },
};

async function inFolder<T>(name: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), `inkstone-${name}-`));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(folder: string, command: string[]): Promise<number> {
  const [program, ...parameters] = placed('anywhere', command);
  const since = performance.now();
  const child = spawn(program, parameters, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}.`);
  return (performance.now() - since) / 1000;
}
