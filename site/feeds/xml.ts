/** An XML element to be written. Strings among the children are text, never markup. */
export interface XmlElement {
  name: string;
  attributes: Attributes;
  children: (XmlElement | string)[];
}

type Attributes = Record<string, string | number | undefined>;

/** An element; attributes that are undefined and children that are undefined are left out. */
export function element(
  name: string,
  attributes: Attributes = {},
  ...children: (XmlElement | string | undefined)[]
): XmlElement {
  return { name, attributes, children: children.filter((child) => child !== undefined) };
}

/** A whole document in UTF-8, with what stands before its root. Elements that hold only elements are written one to a line. */
export function xmlDocument(root: XmlElement, prolog = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${prolog && `${prolog}\n`}${markup(root)}\n`;
}

/** One element, without a declaration. */
export function markup({ name, attributes, children }: XmlElement): string {
  let xml = `<${name}`;
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) xml += ` ${key}="${escapeAttribute(String(value))}"`;
  if (children.length === 0) return `${xml}/>`;
  const lineEnd = children.some((child) => typeof child === 'string') ? '' : '\n';
  xml += `>${lineEnd}`;
  for (const child of children)
    xml += (typeof child === 'string' ? escapeText(child) : markup(child)) + lineEnd;
  return `${xml}</${name}>`;
}

/** Most short texts (addresses, dates, keys) need no look at all. */
const PLAIN = /^[\w .,:;/?=%+~@#()!*'-]*$/;

/** Text as XML writes it between two tags. */
export function escapeText(text: string): string {
  if (PLAIN.test(text)) return text;
  // Several simple passes are faster than one that looks each character up.
  return xmlCharacters(text)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/\r/g, '&#13;');
}

/** As themselves, a parser would turn tabs and line ends into spaces (XML 1.0, 3.3.3). */
function escapeAttribute(text: string): string {
  if (PLAIN.test(text)) return text;
  return escapeText(text).replace(/"/g, '&quot;').replace(/\t/g, '&#9;').replace(/\n/g, '&#10;');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: what XML 1.0 forbids (production 2) in well-formed text.
const FORBIDDEN = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

/** The text without the characters that no XML document may hold, not even escaped; lone surrogates become U+FFFD. */
export function xmlCharacters(text: string): string {
  return text.toWellFormed().replace(FORBIDDEN, '');
}
