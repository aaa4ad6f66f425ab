import type { Database } from '../database.ts';
import type { Language } from '../languages.ts';
import { type Candidate, candidates, filtered } from './candidates.ts';
import { corrected } from './corrections.ts';
import { initialOf } from './folding.ts';
import { type Interpretation, interpretationsOf } from './interpretations.ts';
import { marked, type Range, rangesOf, readable } from './marks.ts';
import { startsWithSound, unpackReadings } from './stored-readings.ts';

/** A public article whose title matches. `highlight` is HTML in which all but `<mark>` is escaped. */
export interface Suggestion {
  id: string;
  title: string;
  highlight: string;
  slug: string;
  lang: Language;
}

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
export function suggestTitles(database: Database, query: SuggestQuery): Suggestion[] {
  const chosen = new Map<string, Suggestion>();
  for (const [candidate, interpretation] of candidatesFor(database, query)) {
    if (chosen.has(candidate.group_id)) continue;
    // A title is shown only when its letters say so: the index may say yes where only the letters decide.
    const title = readable(candidate.title, unpackReadings(candidate.readings));
    const ranges = rangesOf(title, interpretation);
    if (ranges) chosen.set(candidate.group_id, toSuggestion(candidate, ranges));
    if (chosen.size === query.limit) break;
  }
  return [...chosen.values()];
}

/** What the index finds, the best first; each tier is asked only when those before it were not enough. */
function* candidatesFor(database: Database, query: SuggestQuery): Generator<[Candidate, Interpretation]> {
  for (const interpretation of interpretations(database, query.q))
    for (const tier of interpretation.tiers)
      for (const candidate of ranked(database, tier, interpretation, query))
        yield [candidate, interpretation];
}

function* interpretations(database: Database, q: string): Generator<Interpretation> {
  yield* interpretationsOf(q);
  const correction = corrected(database, q);
  if (correction) yield correction;
}

function ranked(
  database: Database,
  tier: string,
  interpretation: Interpretation,
  { q, lang, reader: asked, limit }: SuggestQuery,
): Candidate[] {
  const reader = scriptLanguage(q) ?? asked;
  const withReadings = interpretation.words.some((options) => options.some(({ kind }) => kind === 'sound'));
  const fetch = (only: Language | undefined) =>
    candidates(database, filtered(tier, only ? { lang: only } : {}), { limit: CANDIDATES, withReadings });
  const rows = fetch(lang);
  const own = rows.filter((row) => row.lang === reader);
  if (lang === undefined && reader && rows.length === CANDIDATES && own.length < limit)
    rows.unshift(...fetch(reader));
  const order = (row: Candidate) =>
    (startsTitle(row, interpretation) ? 0 : 2) + (row.lang === reader ? 0 : 1);
  return rows
    .map((row) => ({ row, order: order(row), worth: worth(row) }))
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
  if (/\p{Script=Hangul}/u.test(q)) return 'ko';
  return /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(q) ? 'ja' : undefined;
}

function toSuggestion({ id, title, slug, lang }: Candidate, ranges: Range[]): Suggestion {
  return { id, title, highlight: marked(title, ranges), slug, lang };
}
