import { LANGUAGES, type Language } from '../../data/languages.ts';
import { querySet } from '../../tests/search/query-set.ts';
import { corpusArticle, createRandom } from './corpus.ts';

/** What a browser asks for while somebody types: the letters so far, on a page of a language. */
export interface Keystroke {
  q: string;
  lang: Language;
}

/**
 * A stream of keystrokes as a site with many readers sees it, always the same: searches in three scripts, each typed to its
 * end, the n-th most popular one n times as rarely as the first. Korean comes as its input method composes it. The
 * searches are those written by hand for the tests, and as many beginnings of words of the corpus' titles.
 */
export function keystrokeStream(count: number): Keystroke[] {
  const searches = popularFirst([...writtenSearches(), ...corpusSearches()]);
  const random = createRandom(7);
  const stream: Keystroke[] = [];
  while (stream.length < count) {
    // Zipf's law: the logarithm of the rank is uniform.
    const search = searches[Math.floor(searches.length ** random()) - 1] as Keystroke;
    for (const q of keystrokesOf(search.q)) stream.push({ q, lang: search.lang });
  }
  return stream.slice(0, count);
}

/** The address of a keystroke's suggestions. */
export function suggestPath({ q, lang }: Keystroke): string {
  return `/api/v1/search/suggest?${new URLSearchParams({ q, lang })}`;
}

function writtenSearches(): Keystroke[] {
  return LANGUAGES.flatMap((lang) =>
    ([1, 2] as const).flatMap((set) => querySet(lang, set).expected.map(({ typed }) => ({ q: typed, lang }))),
  );
}

const CORPUS_SEARCHES = 1600;
const LETTERS = { en: 9, ko: 4, ja: 4 };

function corpusSearches(): Keystroke[] {
  return Array.from({ length: CORPUS_SEARCHES }, (_, n) => {
    const { title, lang } = corpusArticle(n);
    const words = title.split(/\s|[はの]/);
    return { q: [...words.slice(n % 3).join(' ')].slice(0, LETTERS[lang]).join(''), lang };
  });
}

function popularFirst(searches: Keystroke[]): Keystroke[] {
  const random = createRandom(3);
  return searches
    .map((search) => ({ search, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ search }) => search);
}

/** Everything that stands in the field while a search is typed: 인 comes as ㅇ, 이, 인. */
export function keystrokesOf(search: string): string[] {
  const letters = [...search];
  return letters.flatMap((letter, at) => {
    const before = letters.slice(0, at).join('');
    return composing(letter).map((state) => before + state);
  });
}

const INITIALS = [...'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'];

function composing(letter: string): string[] {
  const code = letter.charCodeAt(0) - 0xac00;
  if (code < 0 || code > 11_171) return [letter];
  const initial = INITIALS[Math.floor(code / 588)] as string;
  const open = String.fromCharCode(0xac00 + code - (code % 28));
  return [...new Set([initial, open, letter])];
}
