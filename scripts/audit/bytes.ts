import { extname } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { AuditedSite } from './site.ts';

/** What all pages together may make a reader's browser fetch, compressed, in bytes. */
const BUDGETS = [
  { what: 'script', extension: '.js', bytes: 20_000 },
  { what: 'styles', extension: '.css', bytes: 15_000 },
];

/** Kinds of files that weigh more than they may, those of all the sample pages taken together. */
export async function auditBytes({ url, samples }: AuditedSite): Promise<string[]> {
  const files = new Map<string, number>();
  for (const { path } of samples) await weigh(url + path, files);
  return BUDGETS.flatMap(({ what, extension, bytes }) => {
    const weights = [...files].filter(([address]) => extname(address) === extension);
    const weight = weights.reduce((sum, [, one]) => sum + one, 0);
    console.log(`  ${what.padEnd(8)} ${weight} of ${bytes} bytes in ${weights.length} files, with gzip`);
    return weight <= bytes ? [] : [`${what}: ${weight} bytes, allowed are ${bytes}`];
  });
}

/** Weighs what a page or a script names, and what that names in turn. */
async function weigh(address: string, files: Map<string, number>): Promise<void> {
  const text = await (await fetch(address)).text();
  if (/\/assets\//.test(address)) files.set(address, gzipSync(text).length);
  for (const [, name = ''] of text.matchAll(/["'](\/assets\/[^"']+\.(?:js|css)|\.\/[^"']+\.js)["']/g)) {
    const file = new URL(name, address).href;
    if (!files.has(file)) await weigh(file, files);
  }
}
