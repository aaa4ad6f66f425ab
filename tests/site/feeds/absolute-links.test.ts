import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withAbsoluteLinks } from '../../../site/feeds/absolute-links.ts';
import { processorMs } from '../../support/processor-time.ts';
import { hostileText } from '../arbitraries.ts';

const page = 'https://example.org/en/articles/ink';

describe('the links of an entry', () => {
  it.each([
    ['<a href="/ko/articles/x">x</a>', '<a href="https://example.org/ko/articles/x">x</a>'],
    ['<a href="stone">x</a>', '<a href="https://example.org/en/articles/stone">x</a>'],
    ['<a href="#a-fn1">1</a>', '<a href="https://example.org/en/articles/ink#a-fn1">1</a>'],
    ['<a href="?a=1&amp;b=2">x</a>', '<a href="https://example.org/en/articles/ink?a=1&amp;b=2">x</a>'],
    ['<a href="//cdn.example/x">x</a>', '<a href="https://cdn.example/x">x</a>'],
    [
      '<img src="/uploads/1.jpg" alt="src=&quot;/x&quot;" />',
      '<img src="https://example.org/uploads/1.jpg" alt="src=&quot;/x&quot;" />',
    ],
    [
      '<video poster="/uploads/p.jpg" src="/uploads/v.mp4"></video>',
      '<video poster="https://example.org/uploads/p.jpg" src="https://example.org/uploads/v.mp4"></video>',
    ],
    [
      '<img srcset="/a.jpg 1x, /b,c.jpg 2x" />',
      '<img srcset="https://example.org/a.jpg 1x, https://example.org/b,c.jpg 2x" />',
    ],
    ['<blockquote cite="/x"></blockquote>', '<blockquote cite="https://example.org/x"></blockquote>'],
  ])('become absolute: %s', (html, expected) => {
    expect(withAbsoluteLinks(html, page)).toBe(expected);
  });

  it.each([
    '<a href="https://example.com/x?a=1&amp;b=2">x</a>',
    '<a href="mailto:a@example.com">x</a>',
    '<a href="tel:+821012345678">x</a>',
    '<p>href="/x" is an attribute, &lt;a href="/x"&gt; is text</p>',
    '<pre><code class="language-html">&lt;img src="/x"&gt;</code></pre>',
    '<p>a < b</p>',
    '<a href="/unclosed',
    '<a title="href=">x</a>',
  ])('stay as they are: %s', (html) => {
    expect(withAbsoluteLinks(html, page)).toBe(html);
  });

  it('change nothing when they are absolute already', () => {
    const html = fc.array(
      fc.oneof(hostileText, fc.constantFrom('<a href="', '/x', '"', '>', '<img srcset="/a 1x, /b 2x" />')),
      { maxLength: 10 },
    );
    fc.assert(
      fc.property(html, (parts) => {
        const once = withAbsoluteLinks(parts.join(''), page);
        expect(withAbsoluteLinks(once, page)).toBe(once);
      }),
      { numRuns: 500 },
    );
  });

  it.each(['<', '<a ', '<a href="', '<a href="/x" ', ' href="', '<img srcset="a ', ', '])(
    'take linear time on %j repeated to 1 MiB',
    async (piece) => {
      const html = piece.repeat(Math.ceil(1_048_576 / piece.length));
      const ms = await processorMs(() => {
        withAbsoluteLinks(html, page);
        withAbsoluteLinks(`<img srcset="${html.replaceAll(/["<>]/g, '')}" />`, page);
      });
      expect(ms).toBeLessThan(2000);
    },
  );
});
