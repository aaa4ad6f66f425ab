import type { Language } from '../data/languages.ts';

const days = formats({ dateStyle: 'long' });
const shortDays = formats({ year: 'numeric', month: 'short', day: 'numeric' });
/** Days in words that are kept; far more than one page has. */
const KEPT_DAYS = 1000;
/** `2026-01-31` */
const DAY_LENGTH = 10;
const writeDay = remembering((time, lang) => days[lang].format(new Date(time)));
const writeShortDay = remembering((time, lang) => shortDays[lang].format(new Date(time)));
const writePeriod = remembering((period, lang) => {
  const [first = '', last = ''] = period.split('/');
  return shortDays[lang].formatRange(new Date(first), new Date(last));
});

function formats(options: Intl.DateTimeFormatOptions): Record<Language, Intl.DateTimeFormat> {
  const format = (lang: string) => new Intl.DateTimeFormat(lang, { ...options, timeZone: 'UTC' });
  return { en: format('en-GB'), ko: format('ko'), ja: format('ja') };
}

/** The formats of `Intl` take long, and the same days come again and again. */
function remembering(
  write: (day: string, lang: Language) => string,
): (day: string, lang: Language) => string {
  const known = new Map<string, string>();
  return (day, lang) => {
    const name = `${lang}${day}`;
    const words = known.get(name) ?? write(day, lang);
    if (known.size >= KEPT_DAYS) known.clear();
    known.set(name, words);
    return words;
  };
}

/** A time as the store gives it (RFC 3339, in UTC) as a day in words of the language; the same for every reader. */
export function formatDay(time: string, lang: Language): string {
  return writeDay(time.slice(0, DAY_LENGTH), lang);
}

/** The same, as short as it stays clear: for lists. */
export function formatShortDay(time: string, lang: Language): string {
  return writeShortDay(time.slice(0, DAY_LENGTH), lang);
}

/** The days from the earliest to the latest of some times. */
export function formatPeriod(times: string[], lang: Language): string {
  const sorted = times.map((time) => time.slice(0, DAY_LENGTH)).sort();
  const first = sorted[0];
  const last = sorted.at(-1);
  return first && last ? writePeriod(`${first}/${last}`, lang) : '';
}
