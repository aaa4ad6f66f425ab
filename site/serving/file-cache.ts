import type { Encoding } from './encoding.ts';
import { addRepresentation, type PublishedFile } from './published-file.ts';
import type { PublishedFolders } from './published-folders.ts';

/** Published files kept in memory, at most `cacheBytes` of them. Names are relative to the published site. */
export interface FileCache {
  /** The file kept for the text of a request target, if {@link remember} was told of it and it is still kept. */
  find(url: string): PublishedFile | undefined;
  /** The file of that name if it is kept. */
  get(name: string): PublishedFile | undefined;
  /** The file of that name, read from disk unless it is kept; undefined when there is none. Throws when the disk fails. */
  load(name: string): Promise<PublishedFile | undefined>;
  /** From now on {@link find} answers this text with this file. */
  remember(url: string, file: PublishedFile): void;
  /** Begins to compress a kept file, unless that has begun already. */
  compress(file: PublishedFile, encoding: 'gzip' | 'br'): void;
  /** Forgets a file: whoever asks from now on gets what is on disk from now on. */
  drop(name: string): void;
  /** Forgets all files. */
  clear(): void;
}

interface Entry {
  file: PublishedFile;
  bytes: number;
  urls: string[];
  lookedAtMs: number;
  compressing: Set<Encoding>;
}

/** For the sake of those who replace files by hand; requests are answered from memory meanwhile. */
const LOOK_EVERY_MS = 1000;
/** What an entry costs beside its content. */
const ENTRY_BYTES = 2048;
/** One file has few honest spellings; more of them, or longer ones, are somebody filling our memory. */
const MAX_URLS = 8;
const MAX_URL_LENGTH = 1024;

/** Opens an empty cache. `clock` gives milliseconds. `onError` hears of work in the background that failed. */
export function createFileCache(
  folders: PublishedFolders,
  options: { cacheBytes: number; clock: () => number; onError: (error: unknown) => void },
): FileCache {
  const { cacheBytes, clock, onError } = options;
  // In the order in which they are forgotten when room is needed.
  const entries = new Map<string, Entry>();
  const byUrl = new Map<string, Entry>();
  const readings = new Map<string, Promise<PublishedFile | undefined>>();
  let keptBytes = 0;
  let compression = Promise.resolve();

  function drop(name: string): void {
    const entry = entries.get(name);
    if (entry) {
      entries.delete(name);
      for (const url of entry.urls) byUrl.delete(url);
      keptBytes -= entry.bytes;
    }
    // What is being read at this moment may be the old version: it answers those who wait for it, but is not kept.
    readings.delete(name);
  }

  /** Once a second and file, a request has the file compared with the disk and moves it to the end of those to forget. */
  function use(entry: Entry): PublishedFile {
    const nowMs = clock();
    if (nowMs - entry.lookedAtMs >= LOOK_EVERY_MS) {
      entry.lookedAtMs = nowMs;
      entries.delete(entry.file.name);
      entries.set(entry.file.name, entry);
      check(entry).catch(onError);
    }
    return entry.file;
  }

  async function check({ file }: Entry): Promise<void> {
    const version = await folders.versionOf(file.name);
    if (version !== file.version && entries.get(file.name)?.file === file) drop(file.name);
  }

  function keep(file: PublishedFile): void {
    const bytes = file.size + ENTRY_BYTES;
    entries.set(file.name, { file, bytes, urls: [], lookedAtMs: clock(), compressing: new Set() });
    keptBytes += bytes;
    makeRoom();
  }

  function makeRoom(): void {
    for (const name of entries.keys()) {
      if (keptBytes <= cacheBytes) return;
      drop(name);
    }
  }

  function read(name: string): Promise<PublishedFile | undefined> {
    const reading: Promise<PublishedFile | undefined> = folders
      .read(name, cacheBytes / 8)
      .then((file) => {
        if (file?.representations.identity.body && readings.get(name) === reading) keep(file);
        return file;
      })
      .finally(() => {
        if (readings.get(name) === reading) readings.delete(name);
      });
    readings.set(name, reading);
    return reading;
  }

  async function compressNow(entry: Entry, encoding: 'gzip' | 'br'): Promise<void> {
    const { file } = entry;
    if (entries.get(file.name) !== entry) return;
    await addRepresentation(file, encoding);
    if (entries.get(file.name) !== entry) return;
    const added = file.representations[encoding];
    if (added === file.representations.identity) return;
    const bytes = added?.body?.length ?? 0;
    entry.bytes += bytes;
    keptBytes += bytes;
    makeRoom();
  }

  return {
    find(url) {
      const entry = byUrl.get(url);
      return entry && use(entry);
    },
    get(name) {
      const entry = entries.get(name);
      return entry && use(entry);
    },
    load(name) {
      const entry = entries.get(name);
      if (entry) return Promise.resolve(use(entry));
      return readings.get(name) ?? read(name);
    },
    remember(url, file) {
      const entry = entries.get(file.name);
      if (entry?.file !== file || entry.urls.length >= MAX_URLS || url.length > MAX_URL_LENGTH) return;
      if (byUrl.has(url)) return;
      entry.urls.push(url);
      byUrl.set(url, entry);
    },
    compress(file, encoding) {
      const entry = entries.get(file.name);
      if (entry?.file !== file || entry.compressing.has(encoding)) return;
      entry.compressing.add(encoding);
      // One at a time: a burst of new pages must not take the processor from the requests that are waiting.
      compression = compression.then(() => compressNow(entry, encoding)).catch(onError);
    },
    drop,
    clear() {
      for (const name of [...entries.keys(), ...readings.keys()]) drop(name);
    },
  };
}
