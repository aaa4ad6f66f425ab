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

/** A whole document in UTF-8. Elements that hold only elements are written one to a line. */
export function xmlDocument(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${markup(root)}\n`;
}

/** One element, without a declaration. */
export function markup({ name, attributes, children }: XmlElement): string {
  let start = `<${name}`;
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) start += ` ${key}="${escapeAttribute(String(value))}"`;
  if (children.length === 0) return `${start}/>`;
  const parts = children.map((child) => (typeof child === 'string' ? escapeText(child) : markup(child)));
  const hasText = children.some((child) => typeof child === 'string');
  return `${start}>${hasText ? parts.join('') : `\n${parts.join('\n')}\n`}</${name}>`;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // As themselves a parser would turn them into a space or a line feed (XML 1.0, 2.11 and 3.3.3).
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

function escapeText(text: string): string {
  return xmlCharacters(text).replace(/[&<>\r]/g, (character) => ENTITIES[character] as string);
}

function escapeAttribute(text: string): string {
  return xmlCharacters(text).replace(/[&<>"\t\n\r]/g, (character) => ENTITIES[character] as string);
}

// The complement of XML 1.0's production 2 (Char), in well-formed text.
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** The text without the characters that no XML document may hold, not even escaped; lone surrogates become U+FFFD. */
export function xmlCharacters(text: string): string {
  return text.toWellFormed().replace(FORBIDDEN, '');
}
