import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sanitizeArticleHtml, summarize, toPlainText, toSentences } from '../../data/article-html.ts';
import { processorMs } from '../support/processor-time.ts';

describe('toPlainText', () => {
  it.each([
    ['<h2>Title</h2><p>One <b>two</b>\n  three.</p><p>Four<br>five</p>', 'Title\nOne two three.\nFour\nfive'],
    ['<ul><li>a</li><li>b</li></ul>', 'a\nb'],
    ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
    ['a &lt;b&gt; &amp;amp; &copy;&nbsp;&#128512;', 'a <b> &amp; © 😀'],
    ['<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</ruby>です', '漢字です'],
    ['a<script>alert("<b>x</b>")</script><style>p{}</style>b<!-- c -->', 'ab'],
    ['<img alt="picture" src="/a.png">a<a title=">x">b</a>', 'ab'],
    ['<ruby>漢<rp>&lpar;</rp><rt>か<b>ん</b>じ</rt><rp>&rpar;</rp></ruby>字', '漢字'],
    ['<ruby>漢<rt>か<br>ん</rt></ruby>字', '漢字'],
    ['one&#10;two&#13;three', 'one two three'],
    ['in<i>ter</i>national', 'international'],
    ['<pre>one\n  two</pre>', 'one two'],
    ['e&#x301;&#0;', 'é\uFFFD'],
    ['', ''],
  ])('of %s is %j', (html, text) => {
    expect(toPlainText(html)).toBe(text);
  });

  it('is the same before and after sanitising', () => {
    const html = '<h1>Title</h1><div>One<font> two</font></div><p>Three <span onclick=x>four</span>';
    expect(toPlainText(sanitizeArticleHtml(html).html)).toBe(toPlainText(html));
  });

  it('takes time in proportion to the length', async () => {
    const parts = ['<b>', '<', '&', '<p>', '<rt>', ' \n'];
    const ms = await processorMs(() => parts.map((part) => toPlainText(part.repeat(100_000))));
    expect(ms).toBeLessThan(2000);
  });
});

describe('summarize', () => {
  it('keeps a short text whole, on one line', () => {
    expect(summarize('One.\nTwo  three', 'en')).toBe('One. Two three');
    expect(summarize('', 'ko')).toBe('');
  });

  it('ends with a sentence', () => {
    const text = `${'This sentence has thirty signs. '.repeat(20)}`;
    expect(summarize(text, 'en')).toBe(Array(6).fill('This sentence has thirty signs.').join(' '));
    expect(summarize('これは二十文字ほどの文章であります。'.repeat(20), 'ja')).toMatch(
      /^(これは二十文字ほどの文章であります。){6}$/,
    );
    expect(summarize('이 문장은 스무 글자쯤 되는 글입니다. '.repeat(20), 'ko')).toMatch(/입니다\.$/);
  });

  it('ends after a word with an ellipsis where a sentence is too long', () => {
    const summary = summarize('word, '.repeat(100), 'en');
    expect(summary).toMatch(/word…$/);
    expect(summary.length).toBeLessThanOrEqual(200);
  });

  it('goes on into the next sentence where the first ones say little', () => {
    expect(summarize(`Hi. ${'very '.repeat(100)}long.`, 'en')).toMatch(/^Hi\. very .*very…$/);
  });

  it('is at most about two lines long, whatever the text, and splits no grapheme', () => {
    const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
    const words = fc.array(
      fc.constantFrom('word ', '검색', '検索', '👩‍👩‍👧', 'e\u0301', '. ', '。', '\n', 'https://example.org/'),
      {
        minLength: 50,
        maxLength: 300,
      },
    );
    fc.assert(
      fc.property(words, fc.constantFrom('en' as const, 'ko' as const, 'ja' as const), (parts, lang) => {
        const summary = summarize(parts.join(''), lang);
        expect(summary.length).toBeLessThanOrEqual(lang === 'en' ? 200 : 110);
        const whole = [...segmenter.segment(parts.join('').replace(/\s+/g, ' ').trim())].map(
          ({ segment }) => segment,
        );
        const kept = [...segmenter.segment(summary.replace(/…$/, ''))].map(({ segment }) => segment);
        expect(whole.slice(0, kept.length)).toEqual(kept);
      }),
    );
  });

  it('gives up on a grapheme longer than a summary', () => {
    expect(summarize(`a${'\u0301'.repeat(5000)}`, 'en')).toBe('');
  });
});

describe('toSentences', () => {
  it('leaves out what stands beside them', () => {
    const html =
      '<h2>Title</h2><p>One.<sup><a href="#a-fn1">1</a></sup></p><figure><figcaption>Two</figcaption></figure><p>Three.</p>' +
      '<table><tr><td>4</td></tr></table><pre>five</pre><aside>six</aside>';
    expect(toSentences(html)).toBe('One.\nThree.');
  });

  it('is all of the text where there are none', () => {
    expect(toSentences('<h2>Title</h2><pre>code</pre>')).toBe('Title\ncode');
  });
});
