/*
 * A thread that renders a share of a new copy of the site, and ends.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { openStore } from '../../data/store.ts';
import type { SiteSettings } from '../settings.ts';
import { openFreshOutput } from './published-folder.ts';
import { createRender, loadCompiledSite } from './render.ts';
import { renderShare, type Share } from './share.ts';

/** What the thread is started with. */
export interface ShareThreadData {
  databaseFile: string;
  /** The compiled site. */
  entry: string;
  site: SiteSettings;
  /** The copy. */
  folder: string;
  share: Share;
}

/** What the thread reports. */
export type ShareReport =
  | { report: 'pages'; done: number }
  | { report: 'failure'; address: string; error: unknown }
  | { report: 'end'; failing: string[] };

const { databaseFile, entry, site, folder, share } = workerData as ShareThreadData;
const tell = (report: ShareReport) => parentPort?.postMessage(report);
const store = openStore({ file: databaseFile, readonly: true });
const failing = await renderShare({
  store,
  render: createRender(await loadCompiledSite(entry), { store, site }),
  output: openFreshOutput(folder),
  share,
  onFailure: (address, error) => tell({ report: 'failure', address, error }),
  onPages: (done) => tell({ report: 'pages', done }),
});
await store.close();
tell({ report: 'end', failing });
