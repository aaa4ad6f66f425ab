import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sanitizeArticleHtml, uploadsIn } from '../../data/article-html.ts';
import { COMMON_ATTRIBUTES, ELEMENTS } from '../../data/article-markup.ts';
import { cleanText } from '../../data/text.ts';
import { processorMs } from '../support/processor-time.ts';

const clean = (html: string) => sanitizeArticleHtml(html).html;
const removed = (html: string) => sanitizeArticleHtml(html).removed;

describe('what articles are made of', () => {
  it.each([
    '<h2>A</h2><h3 lang="ko">B</h3><p dir="rtl">C <b>d</b> <i>e</i> <em>f</em> <strong>g</strong> <u>h</u></p>',
    '<ul><li>a</li></ul><ol start="3" reversed="" type="a"><li value="5">b</li></ol><dl><dt>c</dt><dd>d</dd></dl>',
    '<blockquote cite="https://example.org/"><p>a <q>b</q> <cite>c</cite></p></blockquote>',
    '<figure><img src="/uploads/a.jpg" alt="" width="10" height="20" loading="lazy" decoding="async" /><figcaption>a</figcaption></figure>',
    '<picture><source srcset="/uploads/a.avif 1x, /uploads/b.avif 2x" type="image/avif" /><img src="/uploads/a.png" alt="a" /></picture>',
    '<table><caption>a</caption><colgroup><col span="2" /></colgroup><thead><tr><th scope="col" id="a-x">b</th></tr></thead><tbody><tr><td colspan="2" headers="a-x">c</td></tr></tbody></table>',
    '<pre><code class="language-c++">a &lt; b &amp;&amp; c</code></pre><kbd>a</kbd><samp>b</samp><var>c</var>',
    '<abbr title="a">b</abbr><time datetime="2026-01-01">c</time><sub>d</sub><sup>e</sup><mark>f</mark><ins>g</ins><del>h</del><s>i</s><small>j</small>',
    '<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby><br /><hr /><wbr />',
    '<details open=""><summary>a</summary>b</details><section><article><aside><div><span>c</span></div></aside></article></section>',
    '<p><sup><a href="#a-fn1" id="a-ref1" role="doc-noteref">1</a></sup></p><ol><li id="a-fn1">x <a href="#a-ref1" aria-label="back">↩</a></li></ol>',
    '<a href="https://example.org/?a=1&amp;b=2">a</a><a href="mailto:a@example.org">b</a><a href="tel:+82">c</a><a href="/ko/">d</a><a href="x#y">e</a><a href="#">f</a>',
    '<a href="https://example.org/" target="_blank" rel="nofollow noopener noreferrer">a</a>',
    '<video src="/uploads/a.mp4" poster="/uploads/a.jpg" controls="" muted="" preload="none"><track src="/uploads/a.vtt" kind="captions" srclang="ko" label="한국어" default="" /></video>',
    '<audio controls=""><source src="https://example.org/a.mp3" type="audio/mpeg" /></audio>',
  ])('stays as it is: %s', (html) => {
    expect(sanitizeArticleHtml(html)).toEqual({ html, removed: [] });
  });

  it.each([
    ['<h1>a</h1>', '<h2>a</h2>'],
    ['<P CLASS=language-x>a', '<p>a</p>'],
    ['<br><IMG SRC=/a.png ALT=x>', '<br /><img src="/a.png" alt="x" />'],
    ['a&nbsp;b &copy; &#x1F600;', 'a\u00A0b © 😀'],
    ['<html><head></head><body><p>a</p></body></html>', '<p>a</p>'],
    ['<center><tt>a</tt></center>', '<div><code>a</code></div>'],
    ['<a name="x">a</a>', '<a id="a-x">a</a>'],
    ['<td style="text-align: right;">1</td>', '<td align="right">1</td>'],
    ['<td>', '<td></td>'],
    ['<td style="text-align:center">1</td>', '<td align="center">1</td>'],
    ['<td style=" TEXT-ALIGN:  left ; ">1</td>', '<td align="left">1</td>'],
    ['<td colspan=" 2 " align=" RIGHT ">1</td>', '<td colspan="2" align="right">1</td>'],
    ['<td headers=" h  n ">1</td>', '<td headers="a-h a-n">1</td>'],
    ['<code class=" language-js  ">a</code>', '<code class="language-js">a</code>'],
    ['<p id=" x ">a</p>', '<p id="a-x">a</p>'],
    ['a&#13;b&#13;&#10;c', 'a\nb\nc'],
    [
      '<a href="https://example.org/" target="_blank">a</a>',
      '<a href="https://example.org/" target="_blank" rel="noopener noreferrer">a</a>',
    ],
    ['<audio src="/uploads/a.mp3"></audio>', '<audio src="/uploads/a.mp3" controls=""></audio>'],
  ])('is spelled in one way: %s', (html, canonical) => {
    expect(clean(html)).toBe(canonical);
  });
});

describe('ids', () => {
  it('are prefixed, with all that refers to them', () => {
    const html =
      '<a href="#n" id="r">1</a><p id="n" aria-labelledby="r n">x</p><table><tr><th id="h">a</th><td headers="h n">b</td></tr></table>';
    expect(sanitizeArticleHtml(html)).toEqual({
      html: '<a href="#a-n" id="a-r">1</a><p id="a-n" aria-labelledby="a-r a-n">x</p><table><tr><th id="a-h">a</th><td headers="a-h a-n">b</td></tr></table>',
      removed: [],
    });
  });

  it('leaves fragments that are no ids', () => {
    expect(clean('<a href="#">a</a><a href="#:~:text=b">b</a>')).toBe(
      '<a href="#">a</a><a href="#:~:text=b">b</a>',
    );
  });
});

describe('what is removed is named', () => {
  it.each([
    ['<p>a<script>alert(1)</script>b</p>', '<p>ab</p>', ['<script> element']],
    ['<style>p{}</style><title>t</title>a', 'a', ['<style> element', '<title> element']],
    ['<img src="/a.png" onclick="x()">', '<img src="/a.png" />', ['onclick attribute on <img>']],
    ['<a href="javascript:alert(1)">a</a>', '<a>a</a>', ['javascript: address in href of <a>']],
    ['<a href="\u200B\u180Ejavascript:x">a</a>', '<a>a</a>', ['javascript: address in href of <a>']],
    ['<a href=" java\tscript&colon;alert(1)">a</a>', '<a>a</a>', ['javascript: address in href of <a>']],
    ['<a href="&#1;VBScript:x">a</a>', '<a>a</a>', ['vbscript: address in href of <a>']],
    ['<img src="data:image/png;base64,AAAA">', '', ['data: address in src of <img>']],
    ['<img alt="x">', '', ['<img> without an address']],
    [
      '<img srcset="/a.png 1x, data:x 2x">',
      '<img srcset="/a.png 1x" />',
      ['data: address in srcset of <img>'],
    ],
    [
      '<iframe src="https://evil.example/x">fallback</iframe>',
      '',
      ['<iframe> from evil.example', 'text inside <iframe>'],
    ],
    ['<iframe srcdoc="<script>"></iframe>', '', ['<iframe> element']],
    ['<svg onload=x><text>a</text></svg>b', 'b', ['<svg> element']],
    ['<math><mi>x</mi></math>', 'x', ['<math> element', '<mi> element']],
    [
      '<form action="/"><input><button>Go</button></form>',
      'Go',
      ['<form> element', '<input> element', '<button> element'],
    ],
    ['<font color="red">a</font>', 'a', ['<font> element']],
    [
      '<p style="color:red" class="x" data-y="z">a</p>',
      '<p>a</p>',
      ['style attribute on <p>', 'class attribute on <p>', 'data-y attribute on <p>'],
    ],
    [
      '<code class="hljs language-js">a</code>',
      '<code class="language-js">a</code>',
      ['part of the class attribute on <code>'],
    ],
    [
      '<video src="/x.mp4" autoplay></video>',
      '<video controls=""></video>',
      ['relative address in src of <video>', 'autoplay attribute on <video>'],
    ],
    [
      '<video src="/uploads/../api/x"></video>',
      '<video controls=""></video>',
      ['relative address in src of <video>'],
    ],
    ['<p id="x y">a</p>', '<p>a</p>', ['id attribute on <p>']],
    ['<td style="color:red;text-align:left">a</td>', '<td>a</td>', ['style attribute on <td>']],
    ['<td style="text-align:left;color:red">a</td>', '<td>a</td>', ['style attribute on <td>']],
    ['<img src=" " srcset=" ">', '', ['<img> without an address']],
    ['<iframe src="https://evil.example/x"> </iframe>', '', ['<iframe> from evil.example']],
    [`<${'x'.repeat(60)}>a`, 'a', [`<${'x'.repeat(40)}> element`]],
    [`<p ${'x'.repeat(60)}="">a</p>`, '<p>a</p>', [`${'x'.repeat(40)} attribute on <p>`]],
    ['<body class="x" bgcolor="red">a</body>', 'a', []],
    ['<body onload="x()">a</body>', 'a', ['onload attribute on <body>']],
    ['<p constructor="x">a</p>', '<p>a</p>', ['constructor attribute on <p>']],
    [
      '<object data="x"><embed src="y"></object><base href="//z"><link rel="x"><meta name="y">',
      '',
      ['<object> element', '<base> element', '<link> element', '<meta> element'],
    ],
    ['<a href="/" target="_top">a</a>', '<a href="/">a</a>', ['target attribute on <a>']],
    ['<noscript><img src="/a.png"></noscript>', '<img src="/a.png" />', ['<noscript> element']],
  ])('%s', (html, output, lines) => {
    expect(sanitizeArticleHtml(html)).toEqual({ html: output, removed: lines });
  });

  it('all of them, when they are twenty', () => {
    const lines = removed(Array.from({ length: 20 }, (_, n) => `<p on${n}="x">b</p>`).join(''));
    expect([lines.length, lines.at(-1)]).toEqual([20, 'on19 attribute on <p>']);
  });

  it('each once, at most twenty, looks last', () => {
    const many = Array.from({ length: 30 }, (_, n) => `<p class="a" on${n}="x">b</p>`).join('');
    const lines = removed(`${many}${many}<script></script>`);
    expect(lines).toHaveLength(21);
    expect(lines[0]).toBe('on0 attribute on <p>');
    expect(lines[20]).toBe('… and 12 more');
  });
});

it('what has lost its wrapper stands where a browser would put it', () => {
  expect(sanitizeArticleHtml('<p>a<x-y><ul><li>b</li></ul></x-y></p>')).toEqual({
    html: '<p>a</p><ul><li>b</li></ul><p></p>',
    removed: ['<x-y> element'],
  });
});

describe('addresses', () => {
  it.each([
    ['//example.org/a', 'https://example.org/a'],
    ['/\\example.org/a', 'https://example.org/a'],
    [' /a b"<c> ', '/a%20b%22%3Cc%3E'],
    ['/e\u0301.png', '/e%CC%81.png'],
    ['/é.png', '/é.png'],
    ['HTTP://example.org', 'HTTP://example.org'],
  ])('%j becomes %j', (address, expected) => {
    expect(clean(`<img src="${address.replaceAll('"', '&quot;')}">`)).toBe(`<img src="${expected}" />`);
  });

  it('reads srcset as browsers do', () => {
    expect(clean('<img srcset=" /a,b.png , /c.png 2.0x,, /d.png 300w">')).toBe(
      '<img srcset="/a,b.png, /c.png 2x, /d.png 300w" />',
    );
  });

  it('are whole again when read from the output', () => {
    expect(clean('<a href="/?a=1&copy=2">x</a>')).toBe('<a href="/?a=1&amp;copy=2">x</a>');
  });
});

describe('frames', () => {
  const frame = (src: string) =>
    clean(`<iframe width="560" frameborder="0" allow="autoplay" src="${src}"></iframe>`);
  const shown = (src: string, title: string) =>
    `<iframe title="${title}" src="${src}" width="560" loading="lazy" allowfullscreen="" referrerpolicy="strict-origin-when-cross-origin"></iframe>`;

  it.each([
    [
      'https://www.youtube.com/embed/abc_-1?start=5&amp;autoplay=1',
      'https://www.youtube-nocookie.com/embed/abc_-1?start=5',
    ],
    ['http://youtube.com/embed/abc', 'https://www.youtube-nocookie.com/embed/abc'],
    ['//www.youtube-nocookie.com/embed/abc', 'https://www.youtube-nocookie.com/embed/abc'],
  ])('from YouTube come from its host without cookies: %s', (src, expected) => {
    const normalised = shown(expected, 'YouTube');
    expect(attributesOf(frame(src))).toEqual(attributesOf(normalised));
  });

  it('may come from Vimeo and keep their own title', () => {
    const html = clean('<iframe src="https://player.vimeo.com/video/123?h=a" title="A film"></iframe>');
    expect(html).toContain('src="https://player.vimeo.com/video/123?h=a"');
    expect(html).toContain('title="A film"');
    expect(frame('https://player.vimeo.com/video/123')).toContain('title="Vimeo"');
  });

  it('name what was taken from them', () => {
    const html = '<iframe src="https://www.youtube.com/embed/a" onload="x"></iframe>';
    expect(removed(html)).toEqual(['onload attribute on <iframe>']);
  });

  it.each([
    'https://youtube.com.evil.example/embed/a',
    'https://www.youtube.com@evil.example/embed/a',
    'https://evil.example/www.youtube.com/embed/a',
    'https://www.youtube.com:8443/embed/a',
    'https://www.youtube.com/redirect?q=https://evil.example',
    'https://www.youtube.com/embed/../redirect',
    'javascript:alert(1)//www.youtube.com/embed/a',
    'data:text/html,a',
    '/embed/a',
    '',
  ])('come from nowhere else: %s', (src) => {
    expect(frame(src)).toBe('');
  });
});

function attributesOf(html: string): string[] {
  return html.split(/ (?=[a-z]+=")|>/).sort();
}

describe('unicode', () => {
  it('is clean: NFC, nothing that XML forbids, no lone surrogate', () => {
    expect(clean('<p title="a&#1;\u0008">e&#x301;\uD800\u000B&#xFFFE;</p>')).toBe('<p title="a">é\uFFFD</p>');
  });

  it('never lets NFC join the end of a tag with what follows', () => {
    const html = clean('<b>\u0338 onclick=x</b>&gt;\u0338');
    expect(html).toBe('<b>&#824; onclick=x</b>&gt;\u0338');
    expect(html.normalize('NFC')).toBe(html);
  });
});

describe('depth and size are bounded', () => {
  // A quarter of the largest article; what grows with the square of the length still shows.
  const LARGE = 1 << 18;
  const repeated = (text: string) => text.repeat(Math.ceil(LARGE / text.length)).slice(0, LARGE);

  it('unwraps what is nested more than 100 deep', () => {
    const html = `${'<div>'.repeat(150)}a${'</div>'.repeat(150)}`;
    expect(sanitizeArticleHtml(html)).toEqual({
      html: `${'<div>'.repeat(100)}a${'</div>'.repeat(100)}`,
      removed: ['<div> element nested more than 100 deep'],
    });
  });

  it('counts what is nested, not what follows one another', () => {
    const html = '<p>a <b>b</b></p>'.repeat(600);
    expect(sanitizeArticleHtml(html)).toEqual({ html, removed: [] });
  });

  it('keeps only the text of what no browser would nest either', () => {
    const html = `<p>one</p>${'<b>'.repeat(10_000)}two &lt; three &amp;&gt; four<script>x</script>`;
    expect(sanitizeArticleHtml(html)).toEqual({
      html: '<p>one</p>\n<p>two &lt; three &amp;&gt; four</p>',
      removed: ['all elements, because they are nested more than 512 deep'],
    });
  });

  it.each([
    '<',
    '<b>',
    '<p>',
    '</b>',
    '</p>',
    '&',
    '&#x41',
    '<!--',
    '<svg>',
    '<a title=">',
    '<ruby><rt>',
    '<script>',
    '<br>',
    '<iframe src=x></iframe>',
    '<img>',
    '<table><tr><td>',
    'e\u0301',
    '\u0338',
  ])('256 KiB of %s take well under two seconds', async (text) => {
    expect(await processorMs(() => clean(repeated(text)))).toBeLessThan(2000);
  });

  it.each([
    ['closing tags without an opening one', '<b>'.repeat(500) + repeated('</i>')],
    ['commas in a srcset', `<img srcset="a${','.repeat(LARGE)}b,">`],
    ['white space in an address', `<a href="${' '.repeat(LARGE)}x">`],
    ['attributes', `<p ${Array.from({ length: 30_000 }, (_, n) => `a${n}`).join(' ')}>`],
  ])('256 KiB of %s too', async (_, html) => {
    expect(await processorMs(() => clean(html))).toBeLessThan(2000);
  });
});

const TAGS = [
  ...ELEMENTS.keys(),
  'h1',
  'script',
  'svg',
  'math',
  'style',
  'font',
  'title',
  'textarea',
  'select',
  'noscript',
  'template',
  'form',
  'xmp',
  'image',
  'x-y',
  'mtext',
  'foreignObject',
];
const ATTRIBUTES = [
  'id',
  'class',
  'href',
  'src',
  'srcset',
  'style',
  'onclick',
  'title',
  'alt',
  'target',
  'rel',
  'name',
  'lang',
  'width',
  'headers',
  'srcdoc',
  'controls',
  'poster',
];
const VALUES = [
  'x',
  '',
  'a-x',
  '#x',
  'javascript:alert(1)',
  '\u200Bjavascript:alert(1)',
  '\u180E\u2060javascript:alert(1)',
  'java\nscript:x',
  'https://a.example/?b=1&c',
  '//a',
  '/uploads/a.png 1x, data:x',
  '_blank',
  'language-js x',
  '"><script>',
  '<b>',
  '`',
  '&lt;',
  '\u0338',
  'https://youtu.be',
  'https://www.youtube.com/embed/a?b',
  '12',
  'mailto:a',
  '\0',
  ' ',
  'e\u0301',
];

const attribute = fc
  .tuple(fc.constantFrom(...ATTRIBUTES), fc.constantFrom(...VALUES), fc.constantFrom('"', "'", ''))
  .map(([name, value, quote]) => ` ${name}=${quote}${value}${quote}`);
const piece = fc.oneof(
  fc
    .tuple(fc.constantFrom(...TAGS), fc.array(attribute, { maxLength: 3 }))
    .map(([tag, list]) => `<${tag}${list.join('')}>`),
  fc.constantFrom(...TAGS).map((tag) => `</${tag}>`),
  fc.constantFrom(
    '<',
    '>',
    '&',
    '&lt',
    '&amp;',
    '&#x301;',
    '\u0338',
    'text',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '"',
    "'",
    '/>',
    '\r\n',
    '\0',
    '\uD800',
    ' ',
    '&#824;',
    '<?',
    '漢字',
  ),
);
const HOSTILE = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''));

describe('whatever comes in', () => {
  it('does not change when it is sanitised again, and then nothing more is removed', () => {
    fc.assert(
      fc.property(HOSTILE, (html) => {
        const output = clean(html);
        expect(sanitizeArticleHtml(output)).toEqual({ html: output, removed: [] });
      }),
      { numRuns: 1000 },
    );
  });

  it('consists of known elements and attributes in canonical form, with harmless addresses, and clean text', () => {
    fc.assert(
      fc.property(HOSTILE, (html) => {
        const output = clean(html);
        const text = output.replace(
          /<(\/?)([a-z0-9]+)((?: [a-z-]+="[^"<>]*")*)( \/)?>/g,
          (_, _end, tag, attributes) => {
            expectKnown(tag, attributes);
            return '';
          },
        );
        expect(text).not.toMatch(/[<>]/);
        expect(cleanText(output)).toBe(output);
      }),
      { numRuns: 1000 },
    );
  });

  it('is told about when anything but spelling was taken out', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TAGS), fc.constantFrom(...ATTRIBUTES), (tag, name) => {
        const value = 'javascript:x';
        const { html, removed: lines } = sanitizeArticleHtml(`<${tag} ${name}="${value}">`);
        if (!html.includes(value)) expect(lines.length > 0 || SET_BY_US.has(name)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

const SET_BY_US = new Set(['controls']);

function expectKnown(tag: string, attributes: string): void {
  const known = { ...COMMON_ATTRIBUTES, ...ELEMENTS.get(tag) };
  expect(ELEMENTS.has(tag)).toBe(true);
  for (const [, name = '', value = ''] of attributes.matchAll(/ ([a-z-]+)="([^"]*)"/g)) {
    expect(Object.hasOwn(known, name)).toBe(true);
    if (/^(?:href|src|srcset|poster|cite)$/.test(name))
      expect(value).not.toMatch(/^(?!https?:|mailto:|tel:)[a-z][\w+.-]*:/i);
    if (name === 'id') expect(value).toMatch(/^a-/);
  }
}

describe('uploadsIn', () => {
  it('finds every upload once, in order, and nothing else', () => {
    const html = clean(
      '<img src="/uploads/b.jpg?x=1" srcset="/uploads/a-1.webp 1x, https://example.org/uploads/c.jpg 2x, /uploads/a-2.webp 2x">' +
        '<video src="/uploads/d.mp4" poster="/uploads/b.jpg"></video><a href="/uploads/e.png#x">e</a>' +
        '<p title="/uploads/f.png"> src="/uploads/g.png" /uploads/h.png</p><a href="/x/uploads/i.png">i</a>',
    );
    expect(uploadsIn(html)).toEqual([
      '/uploads/b.jpg',
      '/uploads/a-1.webp',
      '/uploads/a-2.webp',
      '/uploads/d.mp4',
      '/uploads/e.png',
    ]);
  });
});
