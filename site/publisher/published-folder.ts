import {
  closeSync,
  cpSync,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { rename, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { fileFor } from '../paths.ts';
import type { Cursor, Output } from './publish.ts';
import type { PageOutput } from './refresh.ts';
import { createSettlement } from './settlement.ts';

/*
 * site/<generation>/public/      what the web sees
 * site/<generation>/cursor.json  how far it shows the change log, and which build made it
 * site/<generation>/settled.json the same as of the moment up to which everything would survive a power cut
 * site/<generation>/incoming/    pages on their way
 * site/current                   a link to the generation that is served
 */

const CURSOR = 'cursor.json';
const SETTLED = 'settled.json';
/** Assets of earlier builds stay as long, for pages that readers have still open. */
const OLD_ASSETS_MS = 30 * 24 * 60 * 60 * 1000;

/** Nearly all pages are smaller. */
const READ_BYTES = 1024 * 1024;

/** One complete copy of the site, made by one build. */
export interface PublishedFolder extends Output {
  readonly folder: string;
  /** The build of the templates and settings that its pages come from. */
  readonly build: string;
  /** Takes note that another thread has written or removed the page of an address. */
  touch(address: string): void;
  /** Brings everything up to the present position to the disk, where a power cut cannot take it; a new start begins there. */
  settle(): Promise<void>;
}

interface State extends Cursor {
  build: string;
}

/** The path under which a web server finds the site that is served now, inside the site folder. */
export function servedFolder(siteFolder: string): string {
  return join(siteFolder, 'current', 'public');
}

/**
 * The copy that is served now; undefined when there is none, or when it cannot be read. After a start it stands only where
 * it has surely reached the disk: what was published after that may have been lost, or half written, in a power cut.
 */
export function openCurrent(siteFolder: string, { afterStart = false } = {}): PublishedFolder | undefined {
  const name = readCurrent(siteFolder);
  if (name === undefined) return undefined;
  const folder = join(siteFolder, name);
  const state = readState(join(folder, afterStart ? SETTLED : CURSOR));
  if (afterStart) rmSync(join(folder, 'incoming'), { recursive: true, force: true });
  return state && openFolder(folder, state);
}

/** The name of the generation that is served now. */
export function readCurrent(siteFolder: string): string | undefined {
  try {
    return basename(readlinkSync(join(siteFolder, 'current')));
  } catch (error) {
    return ignoreMissing(error);
  }
}

function readState(file: string): State | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as State;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    return ignoreMissing(error);
  }
}

/** Makes an empty copy beside the served one: only the assets of its build, and those of earlier builds that are still young. */
export function createGeneration(
  siteFolder: string,
  { build, assets, seq }: { build: string; assets: string; seq: number },
): PublishedFolder {
  const folder = join(siteFolder, `${build}-${Date.now().toString(36)}-${process.pid}`);
  mkdirSync(join(folder, 'public'), { recursive: true });
  const earlier = join(servedFolder(siteFolder), 'assets');
  if (existsSync(earlier))
    cpSync(earlier, join(folder, 'public', 'assets'), {
      recursive: true,
      preserveTimestamps: true,
      filter: (file) => Date.now() - statSync(file).mtimeMs < OLD_ASSETS_MS,
    });
  copyAssets(assets, folder);
  const generation = openFolder(folder, { build, seq, failing: [] });
  generation.moveTo({ seq, failing: [] });
  return generation;
}

/**
 * Writes pages into a copy that nobody sees yet, in which none of them is: neither compared with an older one nor moved into
 * its place, a page costs half as much. Several threads may do so at once.
 */
export function openFreshOutput(folder: string): PageOutput {
  return {
    read: () => undefined,
    put: async (address, body) => {
      const file = join(folder, 'public', fileFor(address));
      await inItsFolder(file, () => writeFileSync(file, body));
      return true;
    },
    remove: async () => false,
  };
}

/** Writes pages into a copy that readers may see, each in one step; several threads may do so at once. */
export function openServedOutput(folder: string, nextIncoming = incomingNames(folder)): PageOutput {
  const read = createFileReader();
  return {
    read: (address) => read(join(folder, 'public', fileFor(address))),
    put: async (address, body) => {
      const file = join(folder, 'public', fileFor(address));
      // Whatever else stands there, such as a link, is replaced without being followed.
      const there = lstatSync(file, { throwIfNoEntry: false });
      if (there?.isFile() && there.size === body.byteLength && read(file)?.equals(body)) return false;
      const temporary = nextIncoming();
      writeFileSync(temporary, body);
      // Not synchronously: some file systems begin to write a new file to the disk when it takes the place of an old one
      // (ext4: auto_da_alloc), which may take as long as rendering it.
      await inItsFolder(file, () => rename(temporary, file)).catch((error: unknown) => {
        rmSync(temporary, { force: true });
        throw error;
      });
      return true;
    },
    remove: (address) =>
      unlink(join(folder, 'public', fileFor(address))).then(
        () => true,
        (error: unknown) => ignoreMissing(error) ?? false,
      ),
  };
}

/** Each thread has a folder of its own: in one, they would wait for each other. */
function incomingNames(folder: string): () => string {
  const incoming = join(folder, 'incoming', `${process.pid}-${threadId}`);
  mkdirSync(incoming, { recursive: true });
  let count = 0;
  return () => join(incoming, String(++count));
}

/** Puts the files that `astro build` wrote for browsers into a copy of the site; all, or only those that are missing there. */
export function copyAssets(assets: string, folder: string, { onlyMissing = false } = {}): void {
  const force = !onlyMissing;
  cpSync(assets, join(folder, 'public'), { recursive: true, preserveTimestamps: true, force });
}

/** Makes a complete copy the served one, at once for every reader. */
export function makeCurrent(siteFolder: string, { folder }: PublishedFolder): void {
  const link = join(siteFolder, `current-${process.pid}`);
  rmSync(link, { force: true });
  symlinkSync(basename(folder), link);
  renameSync(link, join(siteFolder, 'current'));
}

/** Deletes all copies but the served one and those that another running process is making. */
export function removeOthers(siteFolder: string): void {
  const current = readCurrent(siteFolder);
  for (const name of readdirSync(siteFolder))
    if (name !== 'current' && name !== current && !isInTheMaking(name))
      rmSync(join(siteFolder, name), { recursive: true, force: true });
}

function isInTheMaking(name: string): boolean {
  const pid = Number(name.split('-').at(-1));
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process runs, as somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function openFolder(folder: string, state: State): PublishedFolder {
  const nextIncoming = incomingNames(folder);
  const pages = openServedOutput(folder, nextIncoming);
  let cursor: Cursor = { seq: state.seq, failing: state.failing };
  let settled: Cursor | undefined;
  const settlement = createSettlement(folder, SETTLED);
  const touch = (address: string) => settlement.touch(join(folder, 'public', fileFor(address)));
  return {
    folder,
    build: state.build,
    cursor: () => cursor,
    read: pages.read,
    // Touched afterwards: what is brought to the disk meanwhile may still have been the old page.
    put: (address, body) => pages.put(address, body).finally(() => touch(address)),
    remove: (address) => pages.remove(address).finally(() => touch(address)),
    touch,
    moveTo: (next) => {
      const temporary = nextIncoming();
      writeFileSync(temporary, JSON.stringify({ build: state.build, ...next }));
      renameSync(temporary, join(folder, CURSOR));
      cursor = next;
    },
    settle: async () => {
      const position = cursor;
      if (position === settled) return;
      await settlement.settle(JSON.stringify({ build: state.build, ...position }));
      settled = position;
    },
  };
}

/** Puts a file in its place, and makes the folder first where it is missing. */
async function inItsFolder(file: string, place: () => void | Promise<void>): Promise<void> {
  try {
    await place();
  } catch (error) {
    ignoreMissing(error);
    mkdirSync(dirname(file), { recursive: true });
    await place();
  }
}

/** Reads files into one piece of memory again and again: a new piece for each costs several times as much as reading. */
function createFileReader(): (file: string) => Buffer | undefined {
  const memory = Buffer.allocUnsafeSlow(READ_BYTES);
  return (file) => {
    let descriptor: number;
    try {
      descriptor = openSync(file, 'r');
    } catch (error) {
      return ignoreMissing(error);
    }
    try {
      const { size } = fstatSync(descriptor);
      if (size > READ_BYTES) return readFileSync(descriptor);
      return memory.subarray(0, readSync(descriptor, memory, 0, size, 0));
    } finally {
      closeSync(descriptor);
    }
  };
}

function ignoreMissing(error: unknown): undefined {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
  return undefined;
}
