import { feedStylePath } from '../paths.ts';
import type { FeedHead } from './feed.ts';
import { element, type XmlElement } from './xml.ts';

/** Tells browsers how to show a feed (W3C Associating Style Sheets with XML documents). */
export const STYLESHEET = `<?xml-stylesheet type="text/css" href="${feedStylePath()}"?>`;

/** A word to people who open a feed in a browser; readers' programs pass over elements that are not theirs. */
export function introductionOf({ introduction: { lang, text, link } }: FeedHead): XmlElement {
  return element(
    'x:p',
    { 'xmlns:x': 'http://www.w3.org/1999/xhtml', 'xml:lang': lang },
    `${text} `,
    element('x:a', { href: link.url }, link.text),
  );
}
