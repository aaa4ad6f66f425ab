import { normalizeKey } from '../data/keys.ts';

/** What a page's address names, read strictly: one page has one address, every other spelling is another (absent) page. */

/** The number of a page: digits without a leading zero; undefined for anything else. */
export function toPageNumber(text: string | null | undefined): number | undefined {
  return text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

/** The key of a category or tag in its normal form; undefined for anything else. */
export function toKey(text: string | undefined): string | undefined {
  const key = decoded(text ?? '');
  return key !== undefined && normalizeKey(key) === key ? key : undefined;
}

/** Astro leaves those characters encoded that mean something in an address: `+` and `#` among them. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
