import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Language } from '../../../data/languages.ts';
import { openStore, type Store } from '../../../data/store.ts';
import { fileFor } from '../../../site/paths.ts';
import { servedFolder } from '../../../site/publisher/published-folder.ts';
import type { Render } from '../../../site/publisher/render.ts';

/** A store, a site folder, and a renderer that writes what a test tells it. */
export interface PublishingRoom {
  store: Store;
  siteFolder: string;
  assets: string;
  /** What pages say; an address that is missing says its own name, null is a page that does not exist. */
  pages: Map<string, string | null | Error>;
  /** Every address that was rendered, in order. */
  rendered: string[];
  /** What a renderer is told that the page of an address shows already, if anything. */
  shown: Map<string, number | undefined>;
  /** Every address that failed. */
  failures: string[];
  render: Render;
  defaultLang: Language;
  onFailure: (address: string, error: unknown) => void;
  /** The served page of an address; undefined when there is none. */
  served(address: string): string | undefined;
}

/** Opens a room of its own, removed when the test ends. */
export function openPublishingRoom(): PublishingRoom {
  const folder = mkdtempSync(join(tmpdir(), 'inkstone-publisher-'));
  const siteFolder = join(folder, 'site');
  const assets = join(folder, 'client');
  mkdirSync(join(assets, 'assets'), { recursive: true });
  mkdirSync(siteFolder);
  writeFileSync(join(assets, 'assets', 'style.css'), 'body {}');
  const store = openStore({ file: join(folder, 'inkstone.db') });
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const pages: PublishingRoom['pages'] = new Map();
  const rendered: string[] = [];
  const shown: PublishingRoom['shown'] = new Map();
  const failures: string[] = [];
  return {
    store,
    siteFolder,
    assets,
    pages,
    rendered,
    shown,
    failures,
    defaultLang: 'en',
    onFailure: (address) => failures.push(address),
    render: async (address, earlier) => {
      rendered.push(address);
      shown.set(address, earlier?.since);
      const page = pages.has(address) ? pages.get(address) : address;
      if (page instanceof Error) return { state: 'failed', error: page };
      return typeof page === 'string' ? { state: 'page', body: Buffer.from(page) } : { state: 'gone' };
    },
    served: (address) => readIfThere(join(servedFolder(siteFolder), fileFor(address))),
  };
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
