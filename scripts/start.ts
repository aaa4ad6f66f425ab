import type { Config } from '../api/config.ts';
import { createLog } from '../api/http/logging.ts';
import { readSettings } from './environment.ts';
import { type Service, startService } from './service.ts';
import { explainStartFailure } from './start-failure.ts';
import { wantsToStart } from './wants-to-start.ts';

const NO_TOKEN = `Nobody can publish yet: there is no token. Make one in another terminal:
  npm run token -- create --name editor --scopes read,write,upload,curation
or set API_TOKEN in the environment.`;

const HELP = `Starts Inkstone: the site and its API. Ctrl+C or SIGTERM ends it in order.

  npm start

It takes no arguments: settings come from the environment, or from .env (README.md lists them). The most common:

  SITE_URL        the public address (default http://localhost:PORT)
  PORT, HOST      where it listens (default 8080 on localhost)
  INKSTONE_DATA   its data folder (default ./var)`;

let config: Config | undefined;
if (wantsToStart(HELP))
  try {
    config = readSettings();
    await start(config);
  } catch (error) {
    console.error(`Inkstone cannot start. ${explainStartFailure(error, config ?? {})}`);
    process.exit(1);
  }

async function start(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  const service = await startService(config, log);
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      log.info({ signal }, 'stopping');
      void service.stop().then(() => log.info('stopped'));
    });
  console.log(`Inkstone is ready at ${config.siteUrl} (listening on ${config.host}:${config.port})`);
  if (!config.apiToken && !(await hasTokens(service))) console.log(NO_TOKEN);
}

async function hasTokens({ store }: Service): Promise<boolean> {
  return (await store.tokens.list()).some(({ revokedAt }) => revokedAt === null);
}
