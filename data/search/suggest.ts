import type { Database } from '../database.ts';
import type { Language } from '../languages.ts';
import { type Candidate, candidates, filtered } from './candidates.ts';
import { corrected } from './corrections.ts';
import { type AbsentPhrases, createAbsentPhrases, type Expression, toMatch } from './expressions.ts';
import { initialOf } from './folding.ts';
import { type Interpretation, interpretationsOf, type Option } from './interpretations.ts';
import { marked, placeIn, type Range, type Readable, rangesOf, readable } from './marks.ts';
import { HAS_HANGUL, HAS_JAPANESE, HAS_KANA } from './scripts.ts';
import { startsWithSound } from './stored-readings.ts';

/** A public article whose title matches. `highlight` is HTML in which all but `<mark>` is escaped. */
export interface Suggestion {
  id: string;
  title: string;
  highlight: string;
  slug: string;
  lang: Language;
}

/** What somebody has typed so far, and for whom titles are sought. */
export interface SuggestQuery {
  q: string;
  /** Only titles in this language. */
  lang?: Language;
  /** The reader's language: its titles come first among equals. A query in Korean or in kana tells it by itself. */
  reader?: Language;
  limit: number;
}

/** How many of the newest titles of each tier suggestions are chosen from. */
const CANDIDATES = 24;
const MONTH_MS = 30 * 86_400_000;

/**
 * The titles that fit best what somebody has typed so far: those that begin with it before those with a word that does,
 * before those that have it inside; what is written before what is read aloud, before what was mistyped; then the
 * reader's language; then the newer and more read. One of each translation group.
 */
export function suggestTitles(
  database: Database,
  query: SuggestQuery,
  absent: AbsentPhrases = createAbsentPhrases(),
): Suggestion[] {
  const chosen = new Map<string, Suggestion>();
  const isAnyChosen = () => chosen.size > 0;
  for (const [candidate, interpretation] of candidatesFor({ database, query, absent }, isAnyChosen)) {
    if (chosen.has(candidate.group_id)) continue;
    // A title is shown only when its letters say so: the index may say yes where only the letters decide.
    const ranges = rangesOf(readableOf(candidate), interpretation);
    if (ranges) chosen.set(candidate.group_id, toSuggestion(candidate, ranges));
    if (chosen.size === query.limit) break;
  }
  return [...chosen.values()];
}

/** What is sought, where, and what is known not to be there. */
interface Search {
  database: Database;
  query: SuggestQuery;
  absent: AbsentPhrases;
}

/** A candidate whose title has been taken apart when somebody first looked into it. */
type Examined = Candidate & { readable?: Readable };

function readableOf(candidate: Examined): Readable {
  candidate.readable ??= readable(candidate.title, candidate.readings);
  return candidate.readable;
}

/** What the index finds, the best first; it is asked no more than needed. */
function* candidatesFor(search: Search, isAnyChosen: () => boolean): Generator<[Candidate, Interpretation]> {
  for (const interpretation of interpretations(search.database, search.query.q)) {
    if (interpretation.isLastResort && isAnyChosen()) continue;
    for (const candidate of foundBy(search, interpretation)) yield [candidate, interpretation];
  }
}

function* interpretations(database: Database, q: string): Generator<Interpretation> {
  yield* interpretationsOf(q);
  const correction = corrected(database, q);
  if (correction) yield correction;
}

/** Shorter queries fit so many titles that those that begin with them are enough. */
const SHORTEST_FOR_ALL = 4;

/**
 * What one interpretation finds, tier by tier. Most queries fit few titles, which one question finds all together; their
 * letters then tell the tiers apart.
 */
function* foundBy(search: Search, interpretation: Interpretation): Generator<Candidate> {
  const { tiers, words } = interpretation;
  const { query } = search;
  const last = tiers.length - 1;
  const fetch = (tier: number) => fetchTier(search, tiers[tier] as Expression, interpretation);
  const byPlace = (row: Candidate) => placeIn(readableOf(row), interpretation);
  const byStart = (row: Candidate) => Number(!startsTitle(row, interpretation));
  const all = last > 0 && keysIn(words) >= SHORTEST_FOR_ALL ? fetch(last) : undefined;
  // Several words that do not stand in one title anywhere do not stand at its beginnings either, but for those that go on
  // over a space: these are a last resort.
  if (all && ((all.length === 0 && words.length > 1) || (all.length < CANDIDATES && canTellPlaces(words))))
    return yield* ranked(all, byPlace, query);
  for (const tier of tiers.keys()) yield* ranked(tier === last && all ? all : fetch(tier), byStart, query);
}

function keysIn(words: Option[][]): number {
  return words.reduce((sum, options) => sum + (options[0]?.key.length ?? 0), 0);
}

/** Where a Japanese word begins is known to the index only. */
function canTellPlaces(words: Option[][]): boolean {
  return words.every((options) =>
    options.every(({ kind, key }) => kind === 'written' && !HAS_JAPANESE.test(key)),
  );
}

/** The newest titles of one tier, and among them enough in the reader's language. */
function fetchTier(
  { database, query, absent }: Search,
  tier: Expression,
  { words }: Interpretation,
): Candidate[] {
  const withReadings = words.some((options) => options.some(({ kind }) => kind === 'sound'));
  const fetch = (only?: Language): Candidate[] => {
    const possible = absent.without(tier, only);
    if (!possible) return [];
    const expression = filtered(toMatch(possible), only ? { lang: only } : {});
    const rows = candidates(database, expression, { limit: CANDIDATES, withReadings });
    if (rows.length === 0) absent.add(possible, only);
    return rows;
  };
  return inLanguages(fetch(), query, fetch);
}

/**
 * Of the newest titles in any language those that the query asks for. To ask the index for one language costs more than
 * all else, and what somebody types mostly stands in titles of one language anyway.
 */
function inLanguages(
  rows: Candidate[],
  query: SuggestQuery,
  fetch: (only: Language) => Candidate[],
): Candidate[] {
  const { lang, limit } = query;
  const isComplete = rows.length < CANDIDATES;
  const inOnly = (only: Language) => rows.filter((row) => row.lang === only);
  if (lang) return isComplete || inOnly(lang).length === rows.length ? inOnly(lang) : fetch(lang);
  const reader = readerOf(query);
  if (isComplete || !reader || inOnly(reader).length >= limit) return rows;
  return [...fetch(reader), ...rows];
}

function readerOf({ q, reader }: SuggestQuery): Language | undefined {
  return scriptLanguage(q) ?? reader;
}

/** By place in the title, then by language, then by worth. */
function ranked(rows: Candidate[], place: (row: Candidate) => number, query: SuggestQuery): Candidate[] {
  const reader = readerOf(query);
  return rows
    .map((row) => ({ row, order: 2 * place(row) + (row.lang === reader ? 0 : 1), worth: worth(row) }))
    .sort((a, b) => a.order - b.order || b.worth - a.worth)
    .map(({ row }) => row);
}

/** Whether the title begins with the first word as it sounds, or with its initial consonants; other tiers tell by themselves. */
function startsTitle({ title, readings }: Candidate, { words }: Interpretation): boolean {
  const option = words[0]?.at(-1);
  if (option?.kind === 'sound') return readings !== null && startsWithSound(readings, option.key);
  if (option?.kind === 'initials')
    return (
      [...title.replaceAll(/[^가-힣]/g, '').slice(0, option.key.length)].map(initialOf).join('') ===
      option.key
    );
  return true;
}

/** Ten times the readers count as much as a month. */
function worth({ published_at, views }: Candidate): number {
  return published_at + MONTH_MS * Math.log10(1 + views);
}

function scriptLanguage(q: string): Language | undefined {
  if (HAS_HANGUL.test(q)) return 'ko';
  return HAS_KANA.test(q) ? 'ja' : undefined;
}

function toSuggestion({ id, title, slug, lang }: Candidate, ranges: Range[]): Suggestion {
  return { id, title, highlight: marked(title, ranges), slug, lang };
}
