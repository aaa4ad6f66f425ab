import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { open, readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** Files that are handed to the disk at once; readers need it as well. */
const AT_ONCE = 4;
/** From so many files on, everything is handed to the disk at once: one by one, those of a large import take minutes. */
const MANY = 5000;

/**
 * Remembers which files of a folder a power cut may still take, and brings them to the disk together: to sync each file as it
 * is written makes writing six times as slow. A crash of the process alone loses none of them.
 */
export interface Settlement {
  /** A file was written, deleted, or found as it should be without anybody knowing whether it is on the disk. */
  touch(file: string): void;
  /** Brings all of them to the disk, and then a note that says so. */
  settle(text: string): Promise<void>;
}

/** Opens the settlement of a folder. While it has no note, all files below it count as touched. */
export function createSettlement(folder: string, note: string): Settlement {
  let isUnknown = !existsSync(join(folder, note));
  let touched = new Set<string>();
  return {
    touch: (file) => {
      if (!isUnknown) touched.add(file);
    },
    settle: async (text) => {
      const wasUnknown = isUnknown;
      const files = touched;
      const isMost = wasUnknown || files.size > MANY;
      isUnknown = false;
      touched = new Set();
      try {
        if (!isMost || !(await syncAll(folder)))
          await syncFiles(wasUnknown ? await filesBelow(folder) : files, folder);
        await writeSurely(join(folder, note), text);
      } catch (error) {
        isUnknown ||= wasUnknown;
        for (const file of files) touched.add(file);
        throw error;
      }
    },
  };
}

/**
 * Brings everything below a folder to the disk at once, where the system can (syncfs, which Node has no function for): one
 * call for a whole copy of the site instead of one for each of its files. Answers whether it did.
 */
async function syncAll(folder: string): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  return promisify(execFile)('sync', ['--file-system', folder]).then(
    () => true,
    () => false,
  );
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** What is not there (any more) is left out: that it is gone stands in its folder. */
async function syncFiles(files: Iterable<string>, root: string): Promise<void> {
  const all = new Set(files);
  await syncEach(all);
  const folders = new Set([root]);
  for (const file of all)
    for (let folder = dirname(file); folder.length > root.length; folder = dirname(folder))
      folders.add(folder);
  await syncEach(folders);
}

async function syncEach(paths: Iterable<string>): Promise<void> {
  const waiting = paths[Symbol.iterator]();
  const work = async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) await syncOne(next.value);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function syncOne(path: string): Promise<void> {
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
  });
  if (!handle) return;
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Whoever reads the file after a power cut finds the old text or the new one. */
async function writeSurely(file: string, text: string): Promise<void> {
  const temporary = `${file}-${process.pid}`;
  const handle = await open(temporary, 'w');
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
  await syncOne(dirname(file));
}
