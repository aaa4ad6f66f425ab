import { LANGUAGES, type Language } from '../../data/languages.ts';

/** An article as the API takes it. */
export interface CorpusArticle {
  title: string;
  content: string;
  lang: Language;
  category: string;
  tags: string[];
  status: 'published';
  published_at: string;
}

const CATEGORIES = 20;
const TAGS = 200;
const VOCABULARY = 6000;
const CONTENT_BYTES = 5000;
const FIRST_DAY = Date.UTC(2015, 0, 1);
const MINUTES_BETWEEN = 50;

/**
 * Article number `n` of an endless corpus, always the same for the same number: about 5 KB of HTML, the three languages in
 * turn, 20 categories, 200 tags. Words are made up, but as unevenly frequent as those of real languages.
 */
export function corpusArticle(n: number): CorpusArticle {
  const random = createRandom(n + 1);
  const lang = LANGUAGES[n % LANGUAGES.length] as Language;
  const pick = () => wordOf(lang, Math.floor(VOCABULARY ** random()) - 1);
  const sentence = (words: number) => joinWords(lang, Array.from({ length: words }, pick));
  const paragraphs: string[] = [];
  for (let bytes = 0; bytes < CONTENT_BYTES; ) {
    const sentences = Array.from({ length: 3 + Math.floor(random() * 3) }, () =>
      endSentence(lang, sentence(8 + Math.floor(random() * 10))),
    );
    const isHeading = paragraphs.length % 5 === 4;
    const block = isHeading
      ? `<h2>${sentence(4)}</h2>`
      : `<p>${sentences.join(lang === 'ja' ? '' : ' ')}</p>`;
    paragraphs.push(block);
    bytes += Buffer.byteLength(block);
  }
  return {
    title: `${sentence(5 + Math.floor(random() * 4))} ${n}`,
    content: paragraphs.join('\n'),
    lang,
    category: `category-${1 + Math.floor(random() * CATEGORIES)}`,
    tags: [...new Set(Array.from({ length: 3 }, () => `tag-${1 + Math.floor(random() * TAGS)}`))],
    status: 'published',
    published_at: new Date(FIRST_DAY + n * MINUTES_BETWEEN * 60_000).toISOString(),
  };
}

/** Articles from one number up to another, the last excluded. */
export function corpusArticles(from: number, to: number): CorpusArticle[] {
  return Array.from({ length: to - from }, (_, index) => corpusArticle(from + index));
}

const words = new Map<string, string>();

function wordOf(lang: Language, rank: number): string {
  const name = `${lang}${rank}`;
  const known = words.get(name) ?? makeWord(lang, rank);
  words.set(name, known);
  return known;
}

const ONSETS = 'b c d f g h l m n p r s t v w st tr pl gr'.split(' ');
const RIMES = 'a e i o u an er in on ar ea ou al es ing ent'.split(' ');
const KANJI = '日月山川人新大小中国会社年時間東西南北学生先電気水火木金土石紙墨筆文字書本読話語記事者作家';
const KANA = 'あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわ';

function makeWord(lang: Language, rank: number): string {
  const random = createRandom(rank * 7919 + lang.charCodeAt(0));
  const one = (choices: string | string[]) => choices[Math.floor(random() * choices.length)] as string;
  // Frequent words are short.
  const length = 1 + Math.floor(Math.log10(rank + 2));
  const parts = Array.from({ length }, (_, index) => {
    if (lang === 'en') return one(ONSETS) + one(RIMES);
    if (lang === 'ko') return String.fromCodePoint(0xac00 + Math.floor(random() * 11_172));
    return index === 0 || random() < 0.4 ? one(KANJI) : one(KANA);
  });
  return parts.join('');
}

function joinWords(lang: Language, list: string[]): string {
  if (lang === 'ja') return list.map((word, index) => word + (index % 3 === 2 ? 'は' : 'の')).join('');
  const text = list.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function endSentence(lang: Language, text: string): string {
  return lang === 'ja' ? `${text}です。` : lang === 'ko' ? `${text}다.` : `${text}.`;
}

/** Numbers from 0 to 1 that depend on the seed alone (mulberry32: small, fast, and the same everywhere). */
export function createRandom(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
