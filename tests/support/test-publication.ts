import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '../../data/store.ts';
import { type Publication, startPublication } from '../../site/publisher/publication.ts';
import type { PublisherReport } from '../../site/publisher/worker.ts';

interface TestPublicationOptions {
  /** Holds the database of the store; the site goes into it. */
  folder: string;
  store: Store;
  /** The compiled site, or what a test puts before it. */
  entry: string;
  assets: string;
  siteUrl: string;
  /** Gets what the publisher reports. */
  reports: PublisherReport[];
  hangsAfterMs?: number;
  settleAfterMs?: number;
}

/** Starts a publisher as the service does, with nobody but the test to hear it. */
export function startTestPublication(options: TestPublicationOptions): Publication {
  const { folder, store, siteUrl, reports, ...rest } = options;
  mkdirSync(join(folder, 'site'), { recursive: true });
  return startPublication({
    ...rest,
    databaseFile: join(folder, 'inkstone.db'),
    siteFolder: join(folder, 'site'),
    build: 'b',
    site: { url: siteUrl, name: 'Inkstone', defaultLang: 'en' },
    changes: store.changes,
    onPublished: () => {},
    onReport: (report) => reports.push(report),
  });
}
