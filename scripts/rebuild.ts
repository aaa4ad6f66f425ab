import { existsSync, mkdirSync } from 'node:fs';
import { availableParallelism, setPriority } from 'node:os';
import { parseArgs } from 'node:util';
import { openStore } from '../data/store.ts';
import { ensureBuilt } from '../site/build.ts';
import { buildCopy, swapIn } from '../site/publisher/rebuild.ts';
import { createRender, loadCompiledSite } from '../site/publisher/render.ts';
import { readSiteSettings } from '../site/settings.ts';
import { buildOf } from './build-name.ts';
import { explainFailure } from './command-failure.ts';
import { readSettings } from './environment.ts';
import { sayIndexing } from './indexing-progress.ts';
import { showProgress } from './progress.ts';
import { runtimePaths } from './runtime-paths.ts';
import { resolveServedAs } from './served-as.ts';

/** As many threads as there are processors, but each holds some 150 MiB. */
const MOST_THREADS = 4;

const HELP = `Renders the whole site anew into a fresh folder and swaps it in at once. Works while the service runs; readers
see the old copy until the new one is complete.

  npm run rebuild

Finds the site in INKSTONE_DATA (default ./var) and renders it with the address and name that the service uses.`;

try {
  const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } });
  if (values.help) console.log(HELP);
  else process.exitCode = await rebuild();
} catch (error) {
  process.exitCode = explainFailure(error, HELP);
}

function helpers(): number {
  return Math.min(availableParallelism(), MOST_THREADS) - 1;
}

/** Answers the exit code: 1 when pages could not be made. */
async function rebuild(): Promise<number> {
  // Those who wait for the service go first.
  setPriority(10);
  const config = readSettings();
  const paths = runtimePaths(config.dataFolder);
  if (!existsSync(paths.database))
    throw new Error(
      `There is no database at ${paths.database}. Set INKSTONE_DATA, or start the service first.`,
    );
  mkdirSync(paths.site, { recursive: true });
  const served = resolveServedAs(
    paths.servedAs,
    { url: config.siteUrlGiven ? config.siteUrl : undefined, name: process.env.SITE_NAME || undefined },
    { url: config.siteUrl, name: config.siteName },
  );
  const site = readSiteSettings(paths.settings, served);
  const build = await ensureBuilt(() => console.error('Compiling the site, once for this version …'));
  const store = openStore({ file: paths.database, onIndexing: sayIndexing() });
  const failures: string[] = [];
  using progress = showProgress('Rendering');
  const options = {
    store,
    render: createRender(await loadCompiledSite(build.entry), { store, site }),
    siteFolder: paths.site,
    assets: build.assets,
    build: buildOf(build, site),
    defaultLang: site.defaultLang,
    onFailure: (address: string, error: unknown) => failures.push(`${address}: ${error}`),
    onProgress: progress.update,
    threads: { count: helpers(), databaseFile: paths.database, entry: build.entry, site },
  };
  const copy = await buildCopy(options);
  // Before readers see it: a power cut must not leave them with half of it. After that, what came in meanwhile.
  await copy.settle();
  await swapIn(options, copy);
  await copy.settle();
  progress.end();
  await store.close();
  for (const failure of failures) console.error(`Could not be rendered: ${failure}`);
  return failures.length === 0 ? 0 : 1;
}
