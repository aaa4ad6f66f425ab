import { mkdirSync, writeFileSync } from 'node:fs';
import { type Config, readConfig } from '../../api/config.ts';
import { createLog } from '../../api/http/logging.ts';
import { SCOPES } from '../../data/tokens.ts';
import { showProgress } from '../progress.ts';
import { runtimePaths } from '../runtime-paths.ts';
import { type Service, startService } from '../service.ts';
import { fillWithSamples } from './fill.ts';
import { readSamples } from './sample-readers.ts';
import { DEMO_SETTINGS } from './settings.ts';

/** How long the samples may take to stand on the site. */
const PATIENCE_MS = 120_000;

/** A running service with sample articles. */
export interface Demo {
  service: Service;
  config: Config;
  /** For the API, with all scopes; valid until the next demo over the same data. */
  token: string;
}

/** Starts Inkstone and, when its data folder is new, fills it with samples; resolves once they stand on the site. */
export async function startDemo(environment: NodeJS.ProcessEnv): Promise<Demo> {
  const config = readConfig({
    SITE_NAME: 'Inkstone Demo',
    LOG_LEVEL: 'warn',
    ...environment,
    API_TOKEN: undefined,
  });
  mkdirSync(config.dataFolder, { recursive: true });
  writeFileSync(runtimePaths(config.dataFolder).settings, `${JSON.stringify(DEMO_SETTINGS, null, 2)}\n`);
  const service = await startService(config, createLog(config.logLevel));
  const token = await makeToken(service);
  const baseUrl = `http://${config.host}:${config.port}`;
  if (await isEmpty(service)) await fill(service, { baseUrl, token });
  return { service, config, token };
}

/** The token of an earlier run is known to nobody any more. */
async function makeToken({ store }: Service): Promise<string> {
  await store.tokens.revoke('demo');
  return (await store.tokens.create({ name: 'demo', scopes: [...SCOPES] })).token;
}

async function isEmpty({ store }: Service): Promise<boolean> {
  return (await store.articles.list({ page: 1, limit: 1, sortBy: 'newest' })).total === 0;
}

async function fill(
  { store, publication }: Service,
  { baseUrl, token }: { baseUrl: string; token: string },
): Promise<void> {
  using progress = showProgress('Publishing samples');
  await fillWithSamples({ baseUrl, token, now: new Date(), onProgress: progress.update });
  progress.end();
  await readSamples(store);
  await publication.whenLive(await store.changes.latest(), PATIENCE_MS);
}
