import { mkdirSync, statSync } from 'node:fs';
import type { Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Logger } from 'pino';
import { createApi } from '../api/app.ts';
import type { Config } from '../api/config.ts';
import { transportHeaders } from '../api/http/answer-headers.ts';
import { createImageStore } from '../api/images.ts';
import { createVariantQueue } from '../api/upload-variants.ts';
import { checkDatabase } from '../data/check-database.ts';
import { claimFolder, type FolderClaim } from '../data/folder-claim.ts';
import { openStore, type Store } from '../data/store.ts';
import { ensureBuilt } from '../site/build.ts';
import { createOnDemand } from '../site/on-demand.ts';
import { type Publication, startPublication } from '../site/publisher/publication.ts';
import { readCurrent, servedFolder } from '../site/publisher/published-folder.ts';
import { loadCompiledSite } from '../site/publisher/render.ts';
import { createFileServer } from '../site/serving/file-server.ts';
import { readSiteSettings } from '../site/settings.ts';
import { type Cards, openCards } from '../site/social/cards.ts';
import { buildOf } from './build-name.ts';
import { createPatientServer, endConnections } from './connections.ts';
import { sayIndexing } from './indexing-progress.ts';
import { listen } from './listen.ts';
import { hasPlainHost, refuseHost } from './plain-host.ts';
import { logPublication } from './publication-log.ts';
import { formLine } from './request-line.ts';
import { runtimePaths } from './runtime-paths.ts';
import { type Running, startSchedule } from './schedule.ts';
import { rememberServedAs } from './served-as.ts';

/** How long requests under way may take to end when the service stops. */
const PATIENCE_MS = 10_000;

/** A running service. */
export interface Service {
  store: Store;
  publication: Publication;
  /** Ends the requests under way, then everything behind them. */
  stop(): Promise<void>;
}

/**
 * Builds Inkstone from its parts and starts it: store, publisher, API, file server, HTTP server, schedule. Resolves once
 * it accepts requests.
 * @throws Error when the configuration, the data folder, the database or the port cannot be used.
 */
export async function startService(config: Config, log: Logger): Promise<Service> {
  const paths = runtimePaths(config.dataFolder);
  mkdirSync(config.dataFolder, { recursive: true });
  const claim = claimFolder(paths.claim);
  requireDatabaseOf(paths);
  checkDatabase(paths.database, { leftInOrder: claim.wasLeftInOrder });
  const site = readSiteSettings(paths.settings, { url: config.siteUrl, name: config.siteName });
  rememberServedAs(paths.servedAs, site);
  const build = await ensureBuilt(() => log.info('compiling the site, once for this version'));
  const store = openStore({ file: paths.database, onIndexing: sayIndexing() });
  const onFailure = (address: string, error: unknown) =>
    log.error({ err: error, address }, 'a page could not be made');

  const files = createFileServer({
    roots: [
      { prefix: '/uploads/', folder: paths.uploads },
      { prefix: '/social/', folder: paths.social },
      { prefix: '/', folder: servedFolder(paths.site) },
    ],
    headers: transportHeaders(config.siteUrl),
    onDamaged: (address) => publication.mend(address),
    onError: (error) => log.error({ err: error }, 'a published file could not be read'),
  });
  const cards = openCards({
    folder: paths.social,
    uploads: paths.uploads,
    fonts: paths.fonts,
    store,
    site,
    onFailure,
  });
  const publication = startPublication({
    databaseFile: paths.database,
    siteFolder: paths.site,
    entry: build.entry,
    assets: build.assets,
    build: buildOf(build, site),
    site,
    changes: store.changes,
    onPublished: (changed) => {
      files.invalidate(changed);
      if (changed !== 'all') cards.refresh(changed);
    },
    onReport: logPublication(log),
  });
  const images = createImageStore({ folder: paths.uploads });
  const variants = createVariantQueue({ store, images, publication, log });
  const compiled = await loadCompiledSite(build.entry);
  const onDemand = createOnDemand({
    compiled,
    store,
    site,
    cards,
    isDangerous: publication.isDangerous,
    onMissing: publication.mend,
    onFailure,
  });
  const { app, replays } = createApi({
    store,
    images,
    variants,
    publication,
    config,
    log,
    onDemand,
    clock: () => new Date(),
    isLate: (request) => line.isLate(request),
  });
  const answer = getRequestListener(app.fetch);
  const server = createPatientServer((request, response) => {
    if (!hasPlainHost(request)) return refuseHost(response);
    files.handle(request, response, () =>
      replays.handle(request, response, () => line.add(request, () => void answer(request, response))),
    );
  });
  const line = formLine(server);
  await listen(server, config, process.env);
  await variants.resume();
  const schedule = startSchedule({ store, publication, log });
  return {
    store,
    publication,
    stop: () => stopInOrder({ server, schedule, variants, cards, publication, store, claim }),
  };
}

/** A published site without its database was one of a moment ago: going on would take all its pages away. */
function requireDatabaseOf({ database, site }: ReturnType<typeof runtimePaths>): void {
  const size = statSync(database, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 0 || readCurrent(site) === undefined) return;
  throw new Error(
    `There is a published site in ${site}, but its database ${database} is missing or empty. Restore it with ` +
      `"npm run restore -- FOLDER" (docs/backups.md), or delete ${site} to begin with an empty site.`,
  );
}

interface Parts {
  server: Server;
  schedule: Running;
  variants: { close(): Promise<void> };
  cards: Pick<Cards, 'close'>;
  publication: Publication;
  store: Store;
  claim: FolderClaim;
}

/** Outermost first: no new requests, then those under way, then what works behind them, and the database last. */
async function stopInOrder(parts: Parts): Promise<void> {
  const { server, schedule, variants, cards, publication, store, claim } = parts;
  await endConnections(server, PATIENCE_MS);
  await schedule.stop();
  await variants.close();
  await cards.close();
  await publication.stop();
  await store.close();
  claim.release();
}
