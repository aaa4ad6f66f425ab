import { extname } from 'node:path';

/** How pages end, and feeds, sitemaps and descriptions of search. */
const ENDINGS: Record<string, RegExp> = {
  '.html': /<\/html>\s*$/,
  '.xml': /<\/(?:rss|feed|urlset|sitemapindex|OpenSearchDescription)>\s*$/,
  '.md': /[^\0]$/,
  '.txt': /[^\0]$/,
};
const LONGEST_ENDING = 40;

/**
 * Whether a published file, by its name, ends as it should. If not, it has been cut off or damaged; or it is none of ours
 * and somebody has put it there by hand. Where a text ends, nobody can tell.
 */
export function isWhole(file: string, content: Buffer): boolean {
  const extension = extname(file);
  if (extension === '.json' || extension === '.webmanifest') return isJson(content.toString());
  const ending = ENDINGS[extension];
  return ending === undefined || ending.test(content.subarray(-LONGEST_ENDING).toString('latin1'));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
