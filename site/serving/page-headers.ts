/** What a published file is to a browser; it decides its headers, here and in deploy/Caddyfile. */
export type FileKind = 'page' | 'feed' | 'markdown' | 'asset' | 'upload' | 'plain';

const NO_SNIFFING = { 'X-Content-Type-Options': 'nosniff' };

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' https: data:",
  "media-src 'self' https:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "manifest-src 'self'",
  'frame-src https://www.youtube-nocookie.com https://player.vimeo.com',
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The security headers of every HTML page, whether it is a file or made on demand. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  ...NO_SNIFFING,
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Frame-Options': 'DENY',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

// Publishing is instantaneous: a copy may be kept, but never shown without asking whether it is still the newest.
const REVALIDATED = { 'Cache-Control': 'public, max-age=0, must-revalidate' };

// The name of such a file changes with its bytes, so no copy is ever out of date.
const IMMUTABLE = { 'Cache-Control': 'public, max-age=31536000, immutable' };

/**
 * For what is no page, should somebody open it as one: nothing in it may run, load, send or be shown inside another page.
 * Browsers show XML by means of inline styles of their own.
 */
const NO_CODE = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  ...NO_SNIFFING,
};

/** A feed has a style sheet of its own for people who open it. */
const STYLE_ALONE = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  ...NO_SNIFFING,
};

/** The security headers of an answer that is made on demand, by its Content-Type. */
export function securityHeadersOf(contentType: string): Readonly<Record<string, string>> {
  if (/^text\/html\b/.test(contentType)) return PAGE_HEADERS;
  return /xml\b/.test(contentType) ? STYLE_ALONE : NO_CODE;
}

/** Every header that depends on the kind of a file alone: security, caching, and who may read it. */
export const FILE_HEADERS: Readonly<Record<FileKind, Readonly<Record<string, string>>>> = {
  page: { ...PAGE_HEADERS, ...REVALIDATED },
  // Browsers show only plain XML with its stylesheet: to one that opens a feed as a page it is sent as such.
  feed: { ...STYLE_ALONE, 'Access-Control-Allow-Origin': '*', Vary: 'Sec-Fetch-Dest', ...REVALIDATED },
  // The page of the same article is the one to be found.
  markdown: { ...NO_CODE, 'X-Robots-Tag': 'noindex', ...REVALIDATED },
  asset: { ...NO_CODE, ...IMMUTABLE },
  upload: {
    // Bytes from outside: nothing in them may run, even when somebody opens the address itself.
    'Content-Security-Policy': "default-src 'none'; sandbox",
    ...NO_SNIFFING,
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ...IMMUTABLE,
  },
  plain: { ...NO_CODE, ...REVALIDATED },
};
