import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { AuditedSite } from './site.ts';

/** What all pages together may make a reader's browser fetch, compressed, in bytes. */
const BUDGETS = [
  { what: 'script', extension: '.js', bytes: 20_000 },
  { what: 'styles', extension: '.css', bytes: 15_000 },
];

/** Kinds of files that weigh more than they may, however few of them a page needs. */
export async function auditBytes({ folder }: AuditedSite): Promise<string[]> {
  const assets = join(folder, 'assets');
  return BUDGETS.flatMap(({ what, extension, bytes }) => {
    const files = readdirSync(assets).filter((name) => extname(name) === extension);
    const weights = files.map((name) => gzipSync(readFileSync(join(assets, name))).length);
    const weight = weights.reduce((sum, one) => sum + one, 0);
    console.log(`  ${what.padEnd(8)} ${weight} of ${bytes} bytes in ${files.length} files, with gzip`);
    return weight <= bytes ? [] : [`${what}: ${weight} bytes, allowed are ${bytes}`];
  });
}
