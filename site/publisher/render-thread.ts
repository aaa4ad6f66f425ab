/*
 * A thread that renders what it is told, beside the one that knows what there is to do.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { openStore } from '../../data/store.ts';
import type { SiteSettings } from '../settings.ts';
import { leavingOut } from './left-out.ts';
import { plainError } from './plain-error.ts';
import { openFreshOutput, openServedOutput } from './published-folder.ts';
import { createRefresh, type Refreshed } from './refresh.ts';
import { createRender, loadCompiledSite } from './render.ts';
import { LANES, watched } from './render-watch.ts';

/** What the thread is started with. */
export interface RenderThreadData {
  databaseFile: string;
  /** The compiled site. */
  entry: string;
  site: SiteSettings;
  /** The copy of the site into which it renders, and whether that is one that nobody sees yet and none of its pages is in. */
  folder: string;
  isFresh: boolean;
  /** Where it notes what it is rendering, if anybody looks. */
  watch?: SharedArrayBuffer;
  /** Pages that it leaves out, and for how many milliseconds. */
  leftOut?: [address: string, ms: number][];
}

/** What the thread is sent: see {@link Refresh}. */
export interface RenderThreadOrder {
  addresses: string[];
  since?: number | undefined;
}

/** What the thread reports of the addresses that it was sent. */
export type RenderThreadReport =
  | { report: 'failure'; address: string; error: unknown }
  | { report: 'refreshed'; refreshed: Refreshed[] }
  | { report: 'stopped'; error: unknown };

const { databaseFile, entry, site, folder, isFresh, watch, leftOut = [] } = workerData as RenderThreadData;
const tell = (report: RenderThreadReport) => parentPort?.postMessage(report);
const store = openStore({ file: databaseFile, readonly: true });
const render = leavingOut(createRender(await loadCompiledSite(entry), { store, site }), leftOut);
const refresh = createRefresh({
  render: watch ? watched(render, watch, LANES.second) : render,
  output: isFresh ? openFreshOutput(folder) : openServedOutput(folder),
  onFailure: (address, error) => tell({ report: 'failure', address, error: plainError(error) }),
});

parentPort?.on('message', async ({ addresses, since }: RenderThreadOrder) => {
  try {
    tell({ report: 'refreshed', refreshed: await refresh(addresses, since) });
  } catch (error) {
    tell({ report: 'stopped', error: plainError(error) });
  }
});
