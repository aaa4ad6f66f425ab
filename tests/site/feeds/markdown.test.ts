import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sanitizeArticleHtml, toPlainText } from '../../../data/article-html.ts';
import { htmlToMarkdown } from '../../../site/feeds/html-to-markdown.ts';
import { toMarkdown } from '../../../site/feeds/markdown.ts';
import { processorMs } from '../../support/processor-time.ts';
import { article, site } from './example.ts';

describe('an article as Markdown', () => {
  it('begins with what is known of it, its title and its summary', () => {
    const text = toMarkdown(site, article({ tags: ['c++'], sourceUrl: null }));
    expect(text.split('\n')).toEqual([
      '---',
      'title: "C++ & \\"ink\\" <now>"',
      'url: "https://example.org/en/articles/c-plus-plus"',
      'site: "Ink & Stone"',
      'language: "en"',
      'author: "007"',
      'published: "2026-01-02T00:00:00.000Z"',
      'updated: "2026-01-03T00:00:00.000Z"',
      'category: "Craft"',
      'tags: ["c++"]',
      '---',
      '',
      '# C++ & "ink" <now>',
      '',
      '> Ownership <b> & borrowing.',
      '',
      'See [this](https://example.org/en/articles/other) ![](https://example.org/uploads/1f.jpg)',
      '',
    ]);
  });
});

describe('a megabyte of white space', () => {
  it.each([
    ['inside a block in preformatted text', `<pre><code>${' '.repeat(1 << 20)}x</code></pre>`],
    ['in a cell', `<table><tr><td>${'<br />'.repeat(1 << 17)}x</td></tr></table>`],
    ['between empty elements', `<p>${' <b></b>'.repeat(1 << 17)}x</p>`],
    ['in emphasis', `<p><em>${' <b></b>'.repeat(1 << 17)}x</em></p>`],
    ['in preformatted blocks', `<pre><div>${' '.repeat(1 << 20)}x</div></pre>`],
  ])('%s takes well under two seconds', async (_, html) => {
    expect(await processorMs(() => htmlToMarkdown(html))).toBeLessThan(2000);
  });
});

describe('HTML as Markdown', () => {
  it.each([
    ['<h2 id="a-x">Ink &amp; stone</h2><p>One<br />two</p>', '## Ink & stone\n\nOne  \ntwo'],
    ['<p>A <strong>bold </strong>word, <em>so</em>, <del>no</del></p>', 'A **bold** word, *so*, ~~no~~'],
    ['<p><code>a|b</code> and <code>`</code></p>', '`a|b` and `` ` ``'],
    ['<p><a href="https://x.y/">there</a><sup><a href="#a-fn1">1</a></sup></p>', '[there](https://x.y/)[1]'],
    [
      '<ul><li>one</li><li>two<ol start="3"><li>x</li><li>y</li></ol></li></ul>',
      '- one\n- two\n\n  3. x\n  4. y',
    ],
    ['<blockquote><p>q</p><p>r</p></blockquote>', '> q\n>\n> r'],
    ['<pre><code class="language-js">a &lt; `b`\n  c\n</code></pre>', '```js\na < `b`\n  c\n```'],
    ['<pre>```</pre>', '````\n```\n````'],
    [
      '<figure><img src="/a.png" alt="[x]" /><figcaption>A sea</figcaption></figure>',
      '![\\[x\\]](/a.png)\n\nA sea',
    ],
    [
      '<table><caption>C</caption><tr><th>A</th><th>B|C</th></tr><tr><td></td><td>2</td></tr></table>',
      'C\n\n| A | B\\|C |\n| --- | --- |\n|  | 2 |',
    ],
    ['<p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby></p>', '漢(かん)'],
    ['<p>1 * 2 &lt; 3_4</p>', '1 \\* 2 \\< 3\\_4'],
    ['<iframe title="YouTube" src="https://y.t/1"></iframe>', '[YouTube](https://y.t/1)'],
    ['bare<p>text</p>end', 'bare\n\ntext\n\nend'],
    ['', ''],
  ])('turns %s into %j', (html, markdown) => {
    expect(htmlToMarkdown(html)).toBe(markdown);
  });

  it('loses no letter of any article', () => {
    const piece = fc.constantFrom(
      '<p>',
      '</p>',
      '<ul>',
      '<li>',
      '<table>',
      '<td>',
      '<b>',
      '<pre>',
      '<code>',
      'ink',
      '石',
      ' ',
    );
    const letters = (text: string) => text.replace(/[^\p{L}]/gu, '');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const { html } = sanitizeArticleHtml(pieces.join(''));
        expect(letters(htmlToMarkdown(html))).toBe(letters(toPlainText(html)));
      }),
    );
  });
});
