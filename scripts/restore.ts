import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { claimFolder } from '../data/folder-claim.ts';
import { copySurely, type Manifest, readManifest, sync, verifyBackup } from './backup-folder.ts';
import { explainFailure, UsageError } from './command-failure.ts';
import { readSettings } from './environment.ts';
import { showProgress } from './progress.ts';
import { runtimePaths } from './runtime-paths.ts';

const HELP = `Brings a backup made by "npm run backup" into the data folder, after verifying it. The service must not run; its next
start makes the published site anew.

  npm run restore -- FOLDER [--force]

  --force   also when there is a database already; what is there is kept in a folder "before-restore-…" in the data folder

The data folder is the one in INKSTONE_DATA (default ./var).`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' }, force: { type: 'boolean', default: false } },
  });
  const [folder] = positionals;
  if (values.help) console.log(HELP);
  else if (folder === undefined || positionals.length > 1)
    throw new UsageError('Say from which folder, and only from one.');
  else await restore(resolve(folder), values.force);
} catch (error) {
  process.exitCode = explainFailure(error, HELP);
}

async function restore(folder: string, isForced: boolean): Promise<void> {
  const { dataFolder } = readSettings();
  const paths = runtimePaths(dataFolder);
  const manifest = readManifest(folder);
  mkdirSync(dataFolder, { recursive: true });
  const claim = claimFolder(paths.claim);
  try {
    if (existsSync(paths.database) && !isForced)
      throw new Error(
        `There is a database in ${dataFolder} already. Add --force to replace it; it is kept beside.`,
      );
    using verifying = showProgress('Verifying');
    await verifyBackup(folder, manifest, verifying.update);
    verifying.end();
    const kept = moveAside(dataFolder);
    await copyBack(folder, manifest, dataFolder);
    if (kept) console.log(`What was there before is kept in ${kept}.`);
    const { articles, uploads } = manifest.contents.rows;
    console.log(
      `Restored ${articles} articles and ${uploads} uploads as of ${manifest.madeAt}. Start Inkstone now.`,
    );
  } finally {
    claim.release();
  }
}

/** Together with the database goes its log, which would be poison to another one, and the site that was made from it. */
function moveAside(dataFolder: string): string | undefined {
  const names = [
    'inkstone.db',
    'inkstone.db-wal',
    'inkstone.db-shm',
    'uploads',
    'site.json',
    'site',
    'social',
  ];
  const there = names.filter((name) => existsSync(join(dataFolder, name)));
  if (there.length === 0) return undefined;
  const folder = join(dataFolder, `before-restore-${new Date().toISOString().replace(/[:.]/g, '-')}`);
  mkdirSync(folder);
  for (const name of there) renameSync(join(dataFolder, name), join(folder, name));
  return folder;
}

/** The database last, under its own name only when it is whole: a restore that was interrupted leaves none. */
async function copyBack(folder: string, manifest: Manifest, dataFolder: string): Promise<void> {
  const names = Object.keys(manifest.files).filter((name) => name !== 'inkstone.db');
  using progress = showProgress('Pictures');
  for (const [done, name] of names.entries()) {
    await copySurely(join(folder, name), join(dataFolder, name));
    progress.update(done + 1, names.length);
  }
  progress.end();
  const { database } = runtimePaths(dataFolder);
  await copySurely(join(folder, 'inkstone.db'), `${database}.restoring`);
  renameSync(`${database}.restoring`, database);
  await sync(dataFolder);
}
