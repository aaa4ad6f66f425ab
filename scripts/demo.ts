import { mkdirSync, writeFileSync } from 'node:fs';
import { readConfig } from '../api/config.ts';
import { createLog } from '../api/http/logging.ts';
import { SCOPES } from '../data/tokens.ts';
import { fillWithSamples } from './demo/fill.ts';
import { DEMO_SETTINGS } from './demo/settings.ts';
import { showProgress } from './progress.ts';
import { runtimePaths } from './runtime-paths.ts';
import { type Service, startService } from './service.ts';

const HELP = `Starts Inkstone with sample articles in English, Korean and Japanese, in a data folder of its own.

  npm run demo

  PORT            where it listens (default 8080)
  INKSTONE_DATA   its data folder (default ./var/demo); delete it to begin anew`;

/** How long the samples may take to stand on the site. */
const PATIENCE_MS = 120_000;

if (process.argv.includes('--help') || process.argv.includes('-h')) console.log(HELP);
else
  try {
    await runDemo();
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
    const advice = isTaken ? ' Choose another port: PORT=8081 npm run demo' : '';
    console.error(`The demo cannot start: ${error instanceof Error ? error.message : error}.${advice}`);
    process.exit(1);
  }

async function runDemo(): Promise<void> {
  const config = readConfig({
    INKSTONE_DATA: './var/demo',
    SITE_NAME: 'Inkstone Demo',
    LOG_LEVEL: 'warn',
    ...process.env,
    API_TOKEN: undefined,
  });
  mkdirSync(config.dataFolder, { recursive: true });
  writeFileSync(runtimePaths(config.dataFolder).settings, `${JSON.stringify(DEMO_SETTINGS, null, 2)}\n`);
  console.error('Starting (the first start compiles the site, which takes some seconds) …');
  const service = await startService(config, createLog(config.logLevel));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void service.stop());
  const token = await makeToken(service);
  const baseUrl = `http://${config.host}:${config.port}`;
  if (await isEmpty(service)) await fill(service, { baseUrl, token });
  console.log(describeDemo(config.siteUrl, token));
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
  const progress = showProgress('Publishing samples');
  await fillWithSamples({ baseUrl, token, now: new Date(), onProgress: progress.update });
  progress.end();
  await publication.whenLive(await store.changes.latest(), PATIENCE_MS);
}

function describeDemo(site: string, token: string): string {
  return `
Inkstone is running. Stop it with Ctrl+C.

  English   ${site}/en/
  한국어    ${site}/ko/
  日本語    ${site}/ja/
  Topics    ${site}/categories
  Feeds     ${site}/feed/rss.xml   ${site}/feed/atom.xml   ${site}/feed.json
  API       ${site}/openapi.json

Token for the API (valid until the next demo): ${token}

Publish an article; the answer comes when it is live:

curl -sS ${site}/api/v1/articles -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -H 'Prefer: wait=10' -d '{"title":"Hello from the terminal","slug":"hello-from-the-terminal","content":"<p>Published with one line of curl.</p>","status":"published","category":"technology","tags":["publishing"]}'

See it at ${site}/en/articles/hello-from-the-terminal, then take it off the site again:

curl -sS -X PATCH ${site}/api/v1/articles/hello-from-the-terminal -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -H 'Prefer: wait=10' -d '{"status":"archived"}'
`;
}
