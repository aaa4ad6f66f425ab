import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Upload } from '../../data/uploads.ts';
import { dressArticleBody } from '../../site/article-body.ts';
import { loadGrammars } from '../../site/highlight.ts';
import { processorMs } from '../support/processor-time.ts';

const upload: Upload = {
  url: '/uploads/abc.jpg',
  width: 1600,
  height: 1000,
  type: 'image/jpeg',
  bytes: 1,
  animated: false,
  variants: [
    { url: '/uploads/abc-480.webp', width: 480, type: 'image/webp' },
    { url: '/uploads/abc-480.avif', width: 480, type: 'image/avif' },
    { url: '/uploads/abc-800.avif', width: 800, type: 'image/avif' },
  ],
  colour: null,
  createdAt: '2026-01-01T00:00:00.000Z',
};

function dress(html: string, known: Upload[] = [upload]) {
  const uploads = new Map(known.map((one) => [one.url, one]));
  return dressArticleBody(html, {
    uploads,
    tableName: (index) => `Table "${index}"`,
    backToText: 'Back to "the" text',
  });
}

describe('pictures of an article', () => {
  it('are shown in every size that exists, AVIF before WebP', () => {
    expect(dress('<p>a</p><img src="/uploads/abc.jpg" alt="A &lt;b&gt;" />').html).toBe(
      '<p>a</p><picture>' +
        '<source type="image/avif" srcset="/uploads/abc-480.avif 480w, /uploads/abc-800.avif 800w" sizes="(min-width: 84rem) 52rem, (min-width: 48rem) 42rem, 100vw">' +
        '<source type="image/webp" srcset="/uploads/abc-480.webp 480w" sizes="(min-width: 84rem) 52rem, (min-width: 48rem) 42rem, 100vw">' +
        '<img src="/uploads/abc.jpg" alt="A &lt;b&gt;" loading="lazy" decoding="async" width="1600" height="1000"></picture>',
    );
  });

  it('keep their place before the smaller sizes are made', () => {
    expect(dress('<img src="/uploads/abc.jpg" alt="">', [{ ...upload, variants: null }]).html).toBe(
      '<img src="/uploads/abc.jpg" alt="" loading="lazy" decoding="async" width="1600" height="1000">',
    );
  });

  it('from elsewhere are only loaded late', () => {
    expect(dress('<img src="https://example.org/x.png" alt="x">').html).toBe(
      '<img src="https://example.org/x.png" alt="x" loading="lazy" decoding="async">',
    );
  });

  it('that the writer has already sized stay as they are', () => {
    const html =
      '<picture><source srcset="/uploads/x.webp"><img src="/uploads/abc.jpg" loading="eager" decoding="sync"></picture>';
    expect(dress(html).html).toBe(html);
  });
});

describe('tables of an article', () => {
  it('scroll in a region that the keyboard reaches', () => {
    expect(dress('<table><tr><td>1</td></tr></table>').html).toBe(
      '<div class="scroll" role="region" tabindex="0" aria-label="Table &quot;1&quot;"><table><tr><td>1</td></tr></table></div>',
    );
  });

  it('are named by their caption', () => {
    expect(dress('<table><caption>Rain</caption></table>').html).toBe(
      '<div class="scroll" role="region" tabindex="0" aria-labelledby="table-1"><table><caption id="table-1">Rain</caption></table></div>',
    );
  });

  it('inside a table share its region', () => {
    const { html } = dress('<table><tr><td><table></table></td></tr></table>');
    expect(html.match(/role="region"/g)).toHaveLength(1);
  });
});

describe('headings of an article', () => {
  it('can be linked to, whatever their script', () => {
    expect(dress('<h2>Rain &amp; <em>snow</em></h2><h3>같은 ㄱ은 하나도 없다</h3>').html).toBe(
      '<h2 id="s-rain-snow"><a class="anchor" href="#s-rain-snow">Rain &amp; <em>snow</em></a></h2>' +
        '<h3 id="s-같은-ㄱ은-하나도-없다"><a class="anchor" href="#s-같은-ㄱ은-하나도-없다">같은 ㄱ은 하나도 없다</a></h3>',
    );
  });

  it('keep the id that the writer gave them', () => {
    expect(dress('<h2 id="a-notes">Notes</h2>').html).toBe(
      '<h2 id="a-notes"><a class="anchor" href="#a-notes">Notes</a></h2>',
    );
  });

  it('that hold a link are no link themselves', () => {
    expect(dress('<h2>A <a href="/x">link</a></h2>').html).toBe(
      '<h2 id="s-a-link">A <a href="/x">link</a></h2>',
    );
  });

  it('never share an id', () => {
    const { html } = dress('<h2>x 2</h2><h2>x</h2><h2>x</h2><h2>x</h2><h2>!</h2><h2>?</h2>');
    const ids = [...html.matchAll(/id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(6);
  });

  it('make a table of contents when there are four or more', () => {
    expect(dress('<h2>1</h2><h3>2</h3><h2>3</h2>').contents).toEqual([]);
    expect(dress('<h2>1</h2><h3>2 <b>b</b></h3><h2>3</h2><h4>no</h4><h2>4 &lt;</h2>').contents).toEqual([
      { id: 's-1', level: 2, html: '1' },
      { id: 's-2-b', level: 3, html: '2 b' },
      { id: 's-3', level: 2, html: '3' },
      { id: 's-4', level: 2, html: '4 &lt;' },
    ]);
  });
});

describe('code of an article', () => {
  it('that is wider than the page can be scrolled by the keyboard', () => {
    const { html, hasCode } = dress('<pre>a</pre>');
    expect(html).toBe('<div class="code"><pre tabindex="0">a</pre></div>');
    expect(hasCode).toBe(true);
    expect(dress('<p><code>a</code></p>').hasCode).toBe(false);
  });

  it('is coloured by classes and says its language', async () => {
    const html = '<pre><code class="language-ts">const a = "&lt;b&gt;" &amp;&amp; 1;</code></pre>';
    await loadGrammars(html);
    expect(dress(html).html).toBe(
      '<div class="code"><p class="code-name">TypeScript</p><pre tabindex="0"><code class="language-ts">' +
        '<span class="c-keyword">const</span> a = <span class="c-string">&quot;&lt;b&gt;&quot;</span> &amp;&amp; ' +
        '<span class="c-number">1</span>;</code></pre></div>',
    );
  });

  it.each([
    '<pre><code class="language-constructor">a</code></pre>',
    '<pre><code class="language-ts">a <b>b</b></code></pre>',
  ])('stays as it is when it cannot be read: %s', async (html) => {
    await loadGrammars(html);
    expect(dress(html).html).toContain(html.slice(5, -6));
  });
});

it('the arrow behind a note says where it leads', () => {
  expect(dress('<li>Note <a href="#a-fnref1">↩</a></li>').html).toBe(
    '<li>Note <a href="#a-fnref1" aria-label="Back to &quot;the&quot; text">↩\ufe0e</a></li>',
  );
});

describe('text that no sanitiser would write', () => {
  const fragment = fc.constantFrom(
    '<',
    '>',
    '<h2>',
    '</h2>',
    '<table>',
    '</table>',
    '<caption',
    '<pre',
    '</pre>',
    '<code class="language-sql">',
    '</code>',
    '</',
    // Not 'a': it could spell the end of a link, which dressing adds itself.
    'b',
    '=',
  );
  // The slash at the end of a tag says nothing in HTML; an element that is given a name loses it.
  const undressed = (html: string) =>
    html
      .replace(
        /<p class="code-name">SQL<\/p>|<div class="(?:scroll|code)"[^>]*>|<\/div>|<a class="anchor"[^>]*>|<\/a>| (?:id|tabindex)="[^"]*"/g,
        '',
      )
      .replaceAll('/>', '>');

  it('is kept, letter by letter', () => {
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 40 }), (fragments) => {
        const html = fragments.join('');
        expect(undressed(dress(html).html).startsWith(html.replaceAll('/>', '>'))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    '<',
    '<a "',
    '<h2>x</h2>',
    '<table>',
    '<pre>',
    '<pre><code class="language-sql">',
    '<caption>',
    '<img src="/uploads/abc.jpg">',
    '<img          ',
  ])('is read in linear time: a mebibyte of %s', async (part) => {
    const html = part.repeat(Math.ceil(2 ** 20 / part.length));
    expect(await processorMs(() => dress(html))).toBeLessThan(2000);
  });
});

it('a picture’s place is coloured until it is there', () => {
  const { html } = dress('<img src="/uploads/abc.jpg" alt="">', [
    { ...upload, variants: [], colour: '#2040c0' },
  ]);
  expect(html).toContain('class="tint l9 c4 h13"');
});
