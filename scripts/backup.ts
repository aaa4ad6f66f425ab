import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { copyDatabase, type DatabaseContents } from '../data/backup.ts';
import packageJson from '../package.json' with { type: 'json' };
import {
  copySurely,
  digestOf,
  type Manifest,
  pictureNames,
  sync,
  verifyBackup,
  writeManifest,
} from './backup-folder.ts';
import { explainFailure, UsageError } from './command-failure.ts';
import { readSettings } from './environment.ts';
import { showProgress } from './progress.ts';
import { runtimePaths } from './runtime-paths.ts';

const HELP = `Copies database and pictures, as they are at one moment, into a new folder, and verifies the copy. Works while the
service runs and writes. The published site is not copied: it is made from the database.

  npm run backup -- FOLDER

FOLDER must not exist yet, or be empty. The data folder is the one in INKSTONE_DATA (default ./var).`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' } },
  });
  const [folder] = positionals;
  if (values.help) console.log(HELP);
  else if (folder === undefined || positionals.length > 1)
    throw new UsageError('Say into which folder, and only into one.');
  else await backUp(resolve(folder));
} catch (error) {
  process.exitCode = explainFailure(error, HELP);
}

async function backUp(folder: string): Promise<void> {
  const { dataFolder } = readSettings();
  if (!existsSync(runtimePaths(dataFolder).database))
    throw new Error(`There is no database in ${dataFolder}. Set INKSTONE_DATA to the data folder.`);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty. Each backup needs a folder of its own.`);
  // Under another name until it is whole and proven.
  const unfinished = `${folder}.unfinished-${process.pid}`;
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  try {
    const manifest = await fill(unfinished, dataFolder);
    rmSync(folder, { recursive: true, force: true });
    renameSync(unfinished, folder);
    await sync(dirname(folder));
    console.log(`${folder}: ${describe(manifest)}, verified.`);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function fill(folder: string, dataFolder: string): Promise<Manifest> {
  const paths = runtimePaths(dataFolder);
  const madeAt = new Date().toISOString();
  const contents = await copyAll(folder, paths);
  const manifest: Manifest = { madeAt, inkstone: packageJson.version, contents, files: {} };
  using progress = showProgress('Verifying');
  for (const name of [
    'inkstone.db',
    'site.json',
    ...pictureNames(join(folder, 'uploads')).map((n) => `uploads/${n}`),
  ])
    if (existsSync(join(folder, name))) manifest.files[name] = await digestOf(join(folder, name));
  await verifyBackup(folder, manifest, progress.update);
  progress.end();
  await writeManifest(folder, manifest);
  return manifest;
}

/** The database first: pictures are stored before the database speaks of them, and never taken away. */
async function copyAll(folder: string, paths: ReturnType<typeof runtimePaths>): Promise<DatabaseContents> {
  using database = showProgress('Database, pages');
  const contents = await copyDatabase(paths.database, join(folder, 'inkstone.db'), database.update);
  await sync(join(folder, 'inkstone.db'));
  database.end();
  const names = pictureNames(paths.uploads);
  using pictures = showProgress('Pictures');
  for (const [done, name] of names.entries()) {
    await copySurely(join(paths.uploads, name), join(folder, 'uploads', name));
    pictures.update(done + 1, names.length);
  }
  if (names.length > 0) await sync(join(folder, 'uploads'));
  pictures.end();
  if (existsSync(paths.settings)) await copySurely(paths.settings, join(folder, 'site.json'));
  return contents;
}

function describe({ contents, files }: Manifest): string {
  const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0);
  const { articles = 0, uploads = 0 } = contents.rows;
  return `${articles} articles, ${uploads} uploads, ${Object.keys(files).length} files, ${(bytes / 1e6).toFixed(1)} MB`;
}
