const TAG_WITH_ATTRIBUTES = /<[a-z][a-z0-9]* [^<>]+>/gi;
const LINK = /( (?:href|src|srcset|poster|cite)=")([^"]*)"/gi;
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:/i;

/**
 * The same HTML with every address in it absolute, as a browser on the page at `base` would read it (RFC 3986, 5.2).
 * Reads the canonical output of the sanitiser (double-quoted attributes, no bare `<` or `>` in them) in linear time;
 * anything else it leaves as it is.
 */
export function withAbsoluteLinks(html: string, base: string): string {
  return html.replace(TAG_WITH_ATTRIBUTES, (tag) =>
    tag.replace(LINK, (_, name: string, value: string) => `${name}${resolve(name, value, base)}"`),
  );
}

function resolve(name: string, value: string, base: string): string {
  return name.toLowerCase() === ' srcset="' ? resolveCandidates(value, base) : resolveAddress(value, base);
}

/** `a.webp 1x, b.webp 2x`; an address itself may hold a comma, but no space follows it. */
function resolveCandidates(srcset: string, base: string): string {
  return srcset
    .split(/,\s+/)
    .map((candidate) => candidate.replace(/^\s*\S+/, (address) => resolveAddress(address.trim(), base)))
    .join(', ');
}

/** Works on the escaped form: `&` and `;` mean nothing to the resolution, so no entity is ever torn apart. */
function resolveAddress(address: string, base: string): string {
  if (ABSOLUTE.test(address)) return address;
  return URL.parse(address, base)?.href ?? address;
}
