import type { Database } from '../database.ts';
import type { Language } from '../languages.ts';
import { type Candidate, candidates, filtered } from './candidates.ts';
import { corrected } from './corrections.ts';
import { type Interpretation, interpretationsOf } from './interpretations.ts';
import { marked, type Range, rangesOf, readable } from './marks.ts';
import { unpackReadings } from './stored-readings.ts';

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
  /** The reader's language: its titles come first among equals. Without it, the language that the query is written in. */
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
  for (const interpretation of interpretations(database, query.q)) {
    for (const tier of interpretation.tiers) {
      for (const candidate of ranked(database, tier, interpretation, query)) {
        if (chosen.has(candidate.group_id)) continue;
        chosen.set(candidate.group_id, toSuggestion(candidate));
        if (chosen.size === query.limit) return [...chosen.values()];
      }
    }
  }
  return [...chosen.values()];
}

function* interpretations(database: Database, q: string): Generator<Interpretation> {
  yield* interpretationsOf(q);
  const correction = corrected(database, q);
  if (correction) yield correction;
}

type Found = Candidate & { ranges: Range[] };

function ranked(
  database: Database,
  tier: string,
  interpretation: Interpretation,
  query: SuggestQuery,
): Found[] {
  const { q, lang, reader = scriptLanguage(q), limit } = query;
  const withReadings = interpretation.words.some((options) => options.some(({ kind }) => kind === 'sound'));
  const fetch = (only: Language | undefined) =>
    candidates(database, filtered(tier, only ? { lang: only } : {}), { limit: CANDIDATES, withReadings });
  const rows = fetch(lang);
  const own = rows.filter((row) => row.lang === reader);
  if (lang === undefined && reader && rows.length === CANDIDATES && own.length < limit)
    rows.unshift(...fetch(reader));
  return rows
    .sort((a, b) => Number(b.lang === reader) - Number(a.lang === reader) || worth(b) - worth(a))
    .flatMap((row) => found(row, interpretation));
}

/** A title is shown only when its letters say so: the index may say yes where only the letters decide. */
function found(row: Candidate, interpretation: Interpretation): Found[] {
  const ranges = rangesOf(readable(row.title, unpackReadings(row.readings)), interpretation);
  return ranges ? [{ ...row, ranges }] : [];
}

/** Ten times the readers count as much as a month. */
function worth({ published_at, views }: Candidate): number {
  return published_at + MONTH_MS * Math.log10(1 + views);
}

function scriptLanguage(q: string): Language | undefined {
  if (/\p{Script=Hangul}/u.test(q)) return 'ko';
  return /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(q) ? 'ja' : undefined;
}

function toSuggestion({ id, title, slug, lang, ranges }: Found): Suggestion {
  return { id, title, highlight: marked(title, ranges), slug, lang };
}
