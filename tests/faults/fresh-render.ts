import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { openStore } from '../../data/store.ts';
import { ensureBuilt } from '../../site/build.ts';
import { servedFolder } from '../../site/publisher/published-folder.ts';
import { buildCopy } from '../../site/publisher/rebuild.ts';
import { createRender, loadCompiledSite } from '../../site/publisher/render.ts';
import { readSiteSettings } from '../../site/settings.ts';

/** How a published folder differs from one that is rendered anew from the same database. */
export interface Difference {
  /** How many files were compared. */
  compared: number;
  missing: string[];
  superfluous: string[];
  different: string[];
}

/** Compares the served copy of a data folder with a fresh full render, byte by byte; assets aside. */
export async function compareWithFreshRender(
  dataFolder: string,
  { url, name = 'Inkstone' }: { url: string; name?: string },
): Promise<Difference> {
  const scratch = mkdtempSync(join(tmpdir(), 'inkstone-fresh-'));
  const store = openStore({ file: join(dataFolder, 'inkstone.db'), readonly: true });
  try {
    const build = await ensureBuilt();
    const site = readSiteSettings(join(dataFolder, 'site.json'), { url, name });
    const failures: string[] = [];
    const copy = await buildCopy({
      store,
      render: createRender(await loadCompiledSite(build.entry), { store, site }),
      siteFolder: scratch,
      assets: build.assets,
      build: 'fresh',
      defaultLang: site.defaultLang,
      onFailure: (address, error) => failures.push(`${address}: ${error}`),
    });
    if (failures.length > 0) throw new Error(`A fresh render fails: ${failures.join(', ')}`);
    return compare(servedFolder(join(dataFolder, 'site')), join(copy.folder, 'public'));
  } finally {
    await store.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

function compare(served: string, fresh: string): Difference {
  const [there, wanted] = [pagesIn(served), pagesIn(fresh)];
  const both = [...wanted].filter((file) => there.has(file));
  return {
    compared: both.length,
    missing: [...wanted.difference(there)],
    superfluous: [...there.difference(wanted)],
    different: both.filter(
      (file) => !readFileSync(join(served, file)).equals(readFileSync(join(fresh, file))),
    ),
  };
}

function pagesIn(folder: string): Set<string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  return new Set(files.filter((file) => !file.startsWith('assets/')));
}
