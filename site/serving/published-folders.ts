import { open, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { isWhole } from '../whole-page.ts';
import { contentTypeOf, isCompressible } from './content-type.ts';
import { type PublishedFile, toPublishedFile, versionOf } from './published-file.ts';

/** A folder of files, and where it stands among the addresses. */
export interface Root {
  /** The addresses that it answers, such as `/` or `/uploads/`; the longest that fits wins. */
  prefix: string;
  /** May be reached through a link that is swapped at any time; what the link led to before must stay for a moment. */
  folder: string | (() => string);
}

/** The published files on disk, by their names relative to the published site (`en/index.html`, `uploads/x.png`). */
export interface PublishedFolders {
  /**
   * The file of that name, with its content when it has at most `maxBytes` (pictures and media: 1 MiB, the memory is
   * better used for pages). Undefined when there is none. Throws when the disk fails or forbids it.
   */
  read(name: string, maxBytes: number): Promise<PublishedFile | undefined>;
  /** The `version` that {@link read} would give, without reading; undefined when there is no such file. */
  versionOf(name: string): Promise<string | undefined>;
}

const MAX_MEDIA_BYTES = 1024 * 1024;
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP']);

/** What becomes of every file that is read. */
export interface ReadingOptions {
  /** Sent with every file beside its own headers; none unless given. */
  headers?: Readonly<Record<string, string>>;
  /** Hears of a page that does not end as it should; it is read all the same. */
  onDamaged?: (name: string) => void;
}

/** Opens these folders for reading. */
export function openPublishedFolders(roots: Root[], options: ReadingOptions = {}): PublishedFolders {
  const longestFirst = roots.toSorted((a, b) => b.prefix.length - a.prefix.length);

  function placeOf(name: string): { folder: string; file: string } | undefined {
    const root = longestFirst.find(({ prefix }) => `/${name}`.startsWith(prefix));
    if (!root) return undefined;
    const folder = typeof root.folder === 'string' ? root.folder : root.folder();
    return { folder, file: name.slice(root.prefix.length - 1) };
  }

  return {
    async read(name, maxBytes) {
      const place = placeOf(name);
      const path = place && (await resolveInside(place.folder, place.file).catch(undefinedIfAbsent));
      return path === undefined ? undefined : readFile({ name, path, maxBytes, ...options });
    },
    async versionOf(name) {
      const place = placeOf(name);
      const stats = place && (await stat(join(place.folder, place.file)).catch(undefinedIfAbsent));
      return stats && versionOf(stats);
    },
  };
}

async function readFile(
  options: ReadingOptions & { name: string; path: string; maxBytes: number },
): Promise<PublishedFile | undefined> {
  const { name, path, maxBytes, headers, onDamaged } = options;
  const handle = await open(path).catch(undefinedIfAbsent);
  if (!handle) return undefined;
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) return undefined;
    const limit = isCompressible(contentTypeOf(name)) ? maxBytes : Math.min(maxBytes, MAX_MEDIA_BYTES);
    if (stats.size > limit) return toPublishedFile({ name, path, stats }, headers);
    const body = await handle.readFile();
    if (!isWhole(name, body)) onDamaged?.(name);
    // Somebody may be writing to the file at this moment: at least its length is told as it is sent.
    stats.size = body.length;
    return toPublishedFile({ name, path, stats, body }, headers);
  } finally {
    await handle.close();
  }
}

/** The true path of a file; undefined when a link leads out of its folder. */
async function resolveInside(folder: string, file: string): Promise<string | undefined> {
  // The folder first and once: between two looks at its link it could be swapped for another.
  const inside = await realpath(folder);
  const path = await realpath(join(inside, file));
  return path.startsWith(inside.endsWith(sep) ? inside : inside + sep) ? path : undefined;
}

function undefinedIfAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code && ABSENT.has(error.code)) return undefined;
  throw error;
}
