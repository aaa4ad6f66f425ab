import { all, any, type Expression, exactly, prefix } from './expressions.ts';
import { foldText, hangulTypedAs, isSyllable } from './folding.ts';
import { soundOf } from './romaji.ts';
import { joinedWords, KEPT, SORTS, unitTokens } from './title-keys.ts';
import { keyOf, type Unit, unitsOf, withFinalDetached } from './units.ts';

/** One way in which a word of the query can stand in a title: as it is written, by initial consonants, sound, or kanji. */
export interface Option {
  kind: 'written' | 'initials' | 'sound' | 'kanji';
  key: string;
}

/**
 * One way to understand what somebody has typed: for each word its options, and the expressions of the title index that
 * find it, the best places first.
 */
export interface Interpretation {
  words: Option[][];
  tiers: Expression[];
  /** Several ways that the index looks for together: a title is of the first one that its letters bear out. */
  ways?: Pick<Interpretation, 'words'>[];
  /** Whether to try it only when nothing has been found: it is hardly ever what was meant. */
  isLastResort?: true;
  /** Whether the index only proposes titles, many of them wrong: none counts before its letters have been looked at. */
  onlyProposes?: true;
}

interface Word {
  text: string;
  units: Unit[];
  /** Whether it may still be going on. */
  isLast: boolean;
}

/** What is typed beyond it, in UTF-16 units, is not looked for. */
export const MAX_QUERY_LENGTH = 200;
const MAX_WORDS = 12;

/**
 * The ways to understand a query that need no look at the index, in the order of trust: as it is written; by initial
 * consonants; by its sound; by its kanji; as Korean typed with the keyboard left in Latin; without particles or spaces.
 */
export function* interpretationsOf(q: string): Generator<Interpretation> {
  const words = wordsOf(q);
  if (words.length === 0) return;
  yield written(words);
  const overSpaces = withoutSpaces(words);
  if (overSpaces) yield overSpaces;
  const byInitials = initials(words);
  if (byInitials) yield byInitials;
  const bySound = sounds(words);
  if (bySound) yield bySound;
  const byKanji = kanji(words);
  if (byKanji) yield byKanji;
  const typed = hangulTyped(q);
  if (typed !== undefined) yield { ...written(wordsOf(typed)), isLastResort: true };
  const bare = withoutParticles(words);
  if (bare) yield written(bare);
  const spelled = words.filter(({ text }) => text.toLowerCase() !== 'and');
  if (spelled.length > 0 && spelled.length < words.length) yield written(spelled);
  if (words.length > 1 && words.every(isLatin)) yield* asOne(joined(words));
  const cut = words.length === 1 && words[0] ? cutInTwo(words[0]) : undefined;
  if (cut) yield cut;
}

/** Words that are several in the title, one after another: `anewday` for A new day. Their beginnings propose, the letters decide. */
function withoutSpaces(words: Word[]): Interpretation | undefined {
  if (!words.some(hasLatin) || keysIn(words) < SHORTEST_OVER_SPACES) return undefined;
  const heads = words.map((word) => prefix(SORTS.head + keyOf(word.units).slice(0, KEPT.keys)));
  return { ...written(words), tiers: [all(heads)], isLastResort: true, onlyProposes: true };
}

/** What is shorter has been looked for at the beginnings of words, as it is written. */
const SHORTEST_OVER_SPACES = 4;

function keysIn(words: Word[]): number {
  return words.reduce((sum, { units }) => sum + keyOf(units).length, 0);
}

/** Words that are one in the title: `open ai` for OpenAI. */
function joined(words: Word[]): Word {
  const text = words.map((word) => word.text).join('');
  return { text, units: unitsOf(text), isLast: true };
}

function* asOne(word: Word): Generator<Interpretation> {
  yield { ...written([word]), isLastResort: true };
  const overSpaces = withoutSpaces([word]);
  if (overSpaces) yield overSpaces;
}

const LONGEST_CUT = 10;

/** A compound that the title has in two words: 発酵地図 for 発酵の地図. */
function cutInTwo(word: Word): Interpretation | undefined {
  const { units } = word;
  if (units.length < 4 || units.length > LONGEST_CUT || units.some(({ isCjk }) => !isCjk)) return undefined;
  const ways = units.slice(2, -1).map((_, index) => {
    const parts = [units.slice(0, index + 2), units.slice(index + 2)];
    return written(parts.map((part) => ({ ...word, units: part, isLast: false })));
  });
  return {
    words: ways[0]?.words ?? [],
    tiers: [any(ways.map(({ tiers }) => tiers.at(-1) as Expression))],
    ways,
    isLastResort: true,
  };
}

/** The words of a query; the last may be unfinished, unless a space follows it. */
export function wordsOf(q: string): Word[] {
  const typed = q.slice(0, MAX_QUERY_LENGTH).toWellFormed();
  const texts = typed.split(/\s+/u).filter((text) => text !== '');
  const isOpen = !/\s$/u.test(typed);
  return texts
    .slice(0, MAX_WORDS)
    .map((text, index) => ({ text, units: unitsOf(text), isLast: isOpen && index === texts.length - 1 }))
    .filter(({ units }) => units.length > 0);
}

function hasLatin(word: Word): boolean {
  return word.units.some(({ isCjk }) => !isCjk);
}

/** Whether a word has letters and digits of no East Asian script only. */
export function isLatin(word: Word): boolean {
  return word.units.every(({ isCjk }) => !isCjk);
}

/**
 * The words as they are written: at the beginning of the title, at the beginning of words, anywhere. Where all are single
 * letters their place in words says nothing, and each question takes long.
 */
export function written(words: Word[]): Interpretation {
  const whole: Word = {
    text: '',
    units: words.flatMap(({ units }) => units),
    isLast: words.at(-1)?.isLast ?? false,
  };
  const heads = all(words.map((word) => placed(SORTS.head, word, { isFirst: false })));
  return {
    words: words.map(({ units }) => [{ kind: 'written', key: keyOf(units) }]),
    tiers: [
      placed(SORTS.start, whole, { isFirst: true }),
      ...(words.length > 1 && words.every(isLetter) ? [] : [heads]),
      all(words.map((word) => anywhere(word))),
    ],
  };
}

const LETTER = /^[a-z\dぁ-ゖㄱ-ㅣ]$/;

/** Whether a word is one letter of Latin, kana or jamo, or a digit. */
function isLetter({ units }: Word): boolean {
  return LETTER.test(keyOf(units));
}

/** The first keys at a start or head, and for longer words all their units as well. */
function placed(sort: string, word: Word, { isFirst }: { isFirst: boolean }): Expression {
  const key = keyOf(word.units);
  const first = prefix(sort + key.slice(0, KEPT.keys));
  return key.length > KEPT.keys ? all([first, anywhere(word, isFirst)]) : first;
}

function anywhere(word: Word, isFirst = false): Expression {
  const phrases = [phrase(word.units)];
  const detached = word.isLast ? withFinalDetached(word.units) : undefined;
  if (detached && detached.length > 2) phrases.push(phrase(detached));
  const [joined] = isLatin(word) && word.units.length > 1 ? joinedWords(word.units) : [];
  if (joined && !isFirst) phrases.push(SORTS.unit + joined);
  return any(phrases.map((tokens) => prefix(tokens, isFirst)));
}

/** The tokens of units that follow one another. */
function phrase(units: Unit[]): string {
  const tokens = unitTokens(units);
  // The last character stands already in the pair before.
  if (units.length > 1 && units.at(-1)?.isCjk && units.at(-2)?.isCjk) tokens.pop();
  return tokens.join(' ');
}

function initials(words: Word[]): Interpretation | undefined {
  const parts = words.flatMap(splitAtInitials);
  if (!parts.some(({ consonants }) => consonants)) return undefined;
  return {
    words: parts.map(({ consonants, word }) => [
      consonants ? { kind: 'initials', key: consonants } : { kind: 'written', key: keyOf(word.units) },
    ]),
    tiers: [
      all(
        parts.map(({ consonants, word }) => (consonants ? initialsExpression(consonants) : anywhere(word))),
      ),
    ],
  };
}

const CONSONANTS = /^[ㄱ-ㅎ]+$/;

/** `ㅇㄱㅈㄴ`, or syllables with two or more consonants after them: `인공ㅈㄴ`. */
function splitAtInitials(word: Word): { word: Word; consonants?: string }[] {
  const first = word.units.findIndex((_, index) =>
    word.units.slice(index).every(({ keys }) => CONSONANTS.test(keys)),
  );
  const tail = first < 0 ? [] : word.units.slice(first);
  const consonants = keyOf(tail);
  if (consonants.length < 2) return [{ word }];
  const before = { ...word, units: word.units.slice(0, first), isLast: false };
  return [...(first > 0 ? [{ word: before }] : []), { word, consonants }];
}

function initialsExpression(consonants: string): Expression {
  const { initials: size } = KEPT;
  if (consonants.length <= size) return prefix(SORTS.initials + consonants);
  const pieces = [...consonants].slice(0, consonants.length - size + 1);
  return all(pieces.map((_, at) => exactly(SORTS.initials + consonants.slice(at, at + size))));
}

/** Single letters are read aloud only beside longer words: too many titles have them somewhere. */
function sounds(words: Word[]): Interpretation | undefined {
  if (words.length > 1 && words.every(isLetter)) return undefined;
  const spoken = words.map((word) => ({ word, sound: soundOf(foldText(word.text)) ?? '' }));
  const count = spoken.filter(({ sound }) => sound !== '').length;
  if (count === 0) return undefined;
  return {
    words: spoken.map(({ word, sound }) => [
      { kind: 'written', key: keyOf(word.units) },
      ...(sound === '' ? [] : [{ kind: 'sound' as const, key: sound }]),
    ]),
    tiers: [
      all(
        spoken.map(({ word, sound }) => {
          if (sound === '') return anywhere(word);
          const heard = prefix(SORTS.sound + sound.slice(0, KEPT.sounds));
          // Where it is the only one, titles that have it as it is written have been looked for.
          return count > 1 ? any([heard, anywhere(word)]) : heard;
        }),
      ),
    ],
  };
}

const INFLECTED = /^\p{Script=Han}[\p{Script=Han}\u3041-\u3096]*$/u;

/** Words by their kanji, whatever kana inflect them: 引越 and 引越し for 引っ越し. */
function kanji(words: Word[]): Interpretation | undefined {
  const letters = words.map(({ text }) =>
    INFLECTED.test(text) ? [...text.replace(/[\u3041-\u3096]/g, '')] : [],
  );
  if (letters.every(({ length }) => length < 2)) return undefined;
  const parts = words.map((word, index) => ({ word, key: letters[index] ?? [] }));
  return {
    words: parts.map(({ word, key }) => [
      key.length < 2 ? { kind: 'written', key: keyOf(word.units) } : { kind: 'kanji', key: key.join('') },
    ]),
    tiers: [all(parts.map(({ word, key }) => (key.length < 2 ? anywhere(word) : kanjiExpression(key))))],
  };
}

function kanjiExpression(key: string[]): Expression {
  const pairs = key.slice(1).map((letter, at) => `${key[at]}${letter}`);
  return all(pairs.map((pair) => any([exactly(SORTS.unit + pair), exactly(SORTS.kanji + pair)])));
}

/** What somebody meant who typed Korean while the keyboard was set to Latin letters: `dlsrhd` for 인공. */
function hangulTyped(q: string): string | undefined {
  if (!/^[A-Za-z0-9\s]{2,}$/.test(q) || !/[A-Za-z]/.test(q)) return undefined;
  const runs = q
    .trim()
    .split(/(\s+|\d+)/)
    .map((run) => (/^[A-Za-z]/.test(run) ? hangulTypedAs(run) : run));
  return runs.includes(undefined) ? undefined : runs.join('');
}

const PARTICLES =
  /(?:으로부터|에서부터|에게서|이라는|이라고|에서는|에서도|으로|에서|에게|까지|부터|보다|처럼|마다|조차|라는|라고|이란|이나|한테|은|는|이|가|을|를|의|에|와|과|도|로|만|란|나|들)$/;

/** The words without their particles, when one has any: 인공지능은 also finds 인공지능과. */
function withoutParticles(words: Word[]): Word[] | undefined {
  const bare = words.map((word) => {
    const stem = word.text.normalize('NFC').replace(PARTICLES, '');
    const isStem = stem.length >= 2 && stem !== word.text && isSyllable(stem.at(-1) ?? '');
    return isStem ? { ...word, text: stem, units: unitsOf(stem), isLast: false } : word;
  });
  return bare.some((word, index) => word !== words[index]) ? bare : undefined;
}
