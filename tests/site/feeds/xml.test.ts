import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { element, markup, xmlCharacters, xmlDocument } from '../../../site/feeds/xml.ts';
import { hostileText } from '../arbitraries.ts';
import { parseXml } from './well-formed.ts';

describe('an XML document', () => {
  it('writes elements one to a line and texts as they are', () => {
    const root = element(
      'feed',
      { 'xml:lang': 'en', skipped: undefined },
      element('a', {}, 'x < y & z'),
      element('b', { n: 1 }),
    );
    expect(xmlDocument(root)).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<feed xml:lang="en">\n<a>x &lt; y &amp; z</a>\n<b n="1"/>\n</feed>\n',
    );
  });

  it('adds no white space to a text with elements in it, and leaves out children that are not there', () => {
    const mixed = element('p', {}, 'one', element('br'), 'two', undefined);
    expect(markup(mixed)).toBe('<p>one<br/>two</p>');
    expect(markup(element('p', {}, undefined))).toBe('<p/>');
  });

  it('has what stands before its root on a line of its own', () => {
    expect(xmlDocument(element('a'), '<?xml-stylesheet href="/feed.css"?>')).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<?xml-stylesheet href="/feed.css"?>\n<a/>\n',
    );
  });

  it('is well-formed and gives back every text, whatever it holds', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (text, value) => {
        const parsed = parseXml(xmlDocument(element('a', { value }, text)));
        expect(parsed.text).toBe(xmlCharacters(text));
        expect(parsed.attributes).toEqual({ value: xmlCharacters(value) });
      }),
      { numRuns: 1000 },
    );
  });

  it('leaves out what XML forbids and keeps marks of direction and emoji', () => {
    expect(xmlCharacters('a\u0000b\u000bc\ufffed\u200f\u{1f468}\u200d\u{1f469}')).toBe(
      'abcd\u200f\u{1f468}\u200d\u{1f469}',
    );
    expect(xmlCharacters('\ud800x')).toBe('\ufffdx');
  });
});
