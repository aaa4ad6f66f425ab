import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** All that the compiled site is made of. */
const SOURCES = ['site', 'data', 'public', 'astro.config.mjs', 'package-lock.json', 'tsconfig.json'];
/** Earlier builds that stay, for processes that still run them. */
const KEPT_BUILDS = 2;

/** The site, compiled by Astro once per release. */
export interface Build {
  /** The same for the same sources. */
  id: string;
  /** The module that renders pages. */
  entry: string;
  /** The folder of the files for browsers. */
  assets: string;
}

/**
 * The compiled site; compiles it first when that has not been done for these very sources.
 * @throws Error with what Astro printed when the sources do not compile.
 */
export async function ensureBuilt(onBuild: () => void = () => {}): Promise<Build> {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const id = hashOf(SOURCES.map((name) => join(root, name)));
  const folder = join(root, 'dist', id);
  if (!existsSync(folder)) {
    onBuild();
    await compile(root, folder);
    removeOldBuilds(join(root, 'dist'), id);
  }
  return { id, entry: join(folder, 'server', 'entry.mjs'), assets: join(folder, 'client') };
}

function hashOf(paths: string[]): string {
  const hash = createHash('sha256').update(process.version);
  for (const file of paths.flatMap(filesIn).sort())
    hash.update(`\0${file.length}\0`).update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Compiles into a folder of its own and renames it, so that nobody ever sees half a build. */
async function compile(root: string, folder: string): Promise<void> {
  const temporary = `${folder}-${process.pid}`;
  mkdirSync(temporary, { recursive: true });
  try {
    await runAstro(root, ['build', '--silent', '--outDir', temporary]);
    if (!existsSync(folder)) renameSync(temporary, folder);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

function runAstro(root: string, parameters: string[]): Promise<void> {
  const astro = join(createRequire(import.meta.url).resolve('astro/package.json'), '..', 'bin', 'astro.mjs');
  const child = spawn(process.execPath, [astro, ...parameters], {
    cwd: root,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else
        reject(
          new Error(`The site does not compile (astro build ended with ${code}):\n${Buffer.concat(output)}`),
        );
    });
  });
}

function removeOldBuilds(dist: string, id: string): void {
  const others = readdirSync(dist)
    .filter((name) => name !== id)
    .map((name) => ({ folder: join(dist, name), builtAt: statSync(join(dist, name)).mtimeMs }))
    .sort((a, b) => b.builtAt - a.builtAt);
  for (const { folder } of others.slice(KEPT_BUILDS)) rmSync(folder, { recursive: true, force: true });
}
