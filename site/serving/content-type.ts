import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress';
import { getMimeType } from 'hono/utils/mime';
import type { FileKind } from './page-headers.ts';

/** Feeds and their like are recognised by where they lie: `.xml` and `.json` alone do not tell. */
const TYPES_BY_PLACE: [RegExp, string][] = [
  [/^(?:\w\w\/)?feed\/(?:rss|(?:category|tag)\/[^/]+)\.xml$/, 'application/rss+xml; charset=utf-8'],
  [/^(?:\w\w\/)?feed\/atom\.xml$/, 'application/atom+xml; charset=utf-8'],
  [/^(?:\w\w\/)?feed(?:\/[^/]+)*\.json$/, 'application/feed+json; charset=utf-8'],
  [/^\w\w\/articles\/[^/]+\.md$/, 'text/markdown; charset=utf-8'],
  [/^(?:\w\w\/)?opensearch\.xml$/, 'application/opensearchdescription+xml; charset=utf-8'],
];

/** The Content-Type of a file, by its name relative to the published folder. */
export function contentTypeOf(file: string): string {
  const placed = TYPES_BY_PLACE.find(([place]) => place.test(file));
  return placed?.[1] ?? getMimeType(file) ?? 'application/octet-stream';
}

/** Whether compression makes a file of this Content-Type smaller; pictures and fonts are compressed already. */
export function isCompressible(contentType: string): boolean {
  return COMPRESSIBLE_CONTENT_TYPE_REGEX.test(contentType);
}

/** What a file of the published folder is to a browser. */
export function kindOf(file: string): FileKind {
  if (/^(?:uploads|social)\//.test(file)) return 'upload';
  if (file.startsWith('assets/')) return 'asset';
  if (file.endsWith('.html')) return 'page';
  if (file.endsWith('.md')) return 'markdown';
  return TYPES_BY_PLACE.some(([place]) => place.test(file)) ? 'feed' : 'plain';
}
