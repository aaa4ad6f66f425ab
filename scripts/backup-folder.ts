import { createHash } from 'node:crypto';
import { constants, createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { type DatabaseContents, verifyDatabase } from '../data/backup.ts';

/*
 * A backup folder:
 *   backup.json   what follows, with the size and SHA-256 of each file
 *   inkstone.db   the database at one moment
 *   uploads/      every picture that it speaks of
 *   site.json     the settings of the site, when there are any
 */

const MANIFEST = 'backup.json';

const Manifest = z.object({
  madeAt: z.iso.datetime(),
  inkstone: z.string(),
  contents: z.object({ schemaVersion: z.int(), rows: z.record(z.string(), z.int()) }),
  files: z.record(z.string(), z.object({ bytes: z.int(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof Manifest>;

/** The description of a backup. @throws Error when the folder is none, or an unfinished one. */
export function readManifest(folder: string): Manifest {
  const file = join(folder, MANIFEST);
  if (!existsSync(file)) throw new Error(`${folder} is no backup: there is no ${MANIFEST} in it.`);
  return Manifest.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** Writes the description, which makes a folder a backup. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const handle = await open(join(folder, MANIFEST), 'wx');
  await handle.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
  await handle.sync();
  await handle.close();
  await sync(folder);
}

/** The names of the pictures in a folder of uploads; those that are being written have a dot in front. */
export function pictureNames(uploads: string): string[] {
  return existsSync(uploads) ? readdirSync(uploads).filter((name) => !name.startsWith('.')) : [];
}

/** Copies a file, brings it to the disk, and shares its blocks where the file system can. */
export async function copySurely(source: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  await copyFile(source, target, constants.COPYFILE_FICLONE);
  await sync(target);
}

/** Returns when a file or folder would survive a power cut. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path);
  await handle.sync();
  await handle.close();
}

/** Size and SHA-256 of a file. */
export async function digestOf(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  const source = createReadStream(file, { highWaterMark: 1024 * 1024 });
  await pipeline(source, hash);
  return { bytes: source.bytesRead, sha256: hash.digest('hex') };
}

/**
 * Proves a backup: each file has the size and content that its description says, the database is sound and holds as many
 * rows, and every picture that it speaks of is there.
 * @throws Error that names the first thing that is not as it should be.
 */
export async function verifyBackup(
  folder: string,
  manifest: Manifest,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<void> {
  const files = Object.entries(manifest.files);
  for (const [done, [name, expected]] of files.entries()) {
    const file = join(folder, name);
    if (!existsSync(file)) throw new Error(`The backup is incomplete: ${file} is missing.`);
    const actual = await digestOf(file);
    if (actual.sha256 !== expected.sha256) throw new Error(`The backup is damaged: ${file} has changed.`);
    onProgress(done + 1, files.length);
  }
  const { contents, uploads } = verifyDatabase(join(folder, 'inkstone.db'));
  requireSame(contents, manifest.contents);
  for (const { name, bytes } of uploads) {
    const there = manifest.files[`uploads/${name}`];
    if (!there)
      throw new Error(`The backup is incomplete: the database speaks of ${name}, which is missing.`);
    if (bytes !== undefined && there.bytes !== bytes)
      throw new Error(`The backup is damaged: ${name} should have ${bytes} bytes.`);
  }
}

function requireSame(actual: DatabaseContents, expected: DatabaseContents): void {
  const names = Object.keys({ ...actual.rows, ...expected.rows });
  const different = names.find((name) => actual.rows[name] !== expected.rows[name]);
  if (different === undefined) return;
  throw new Error(
    `The copy is not complete: ${different} has ${actual.rows[different]} rows instead of ${expected.rows[different]}.`,
  );
}
