import { extname } from 'node:path';

/** How the pages and feeds of this site end. */
const ENDINGS: Record<string, RegExp> = {
  '.html': /<\/html>\s*$/,
  '.xml': />\s*$/,
  '.json': /\}\s*$/,
  '.webmanifest': /\}\s*$/,
  '.md': /[^\0]$/,
  '.txt': /[^\0]$/,
};
const LONGEST_ENDING = 16;

/**
 * Whether a published file, by its name, ends as it should. If not, it has been cut off or damaged; or it is none of ours
 * and somebody has put it there by hand.
 */
export function isWhole(file: string, content: Buffer): boolean {
  const ending = ENDINGS[extname(file)];
  return ending === undefined || ending.test(content.subarray(-LONGEST_ENDING).toString('latin1'));
}
