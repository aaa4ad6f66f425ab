import type { Language } from '../data/languages.ts';

const days = formats({ dateStyle: 'long' });
const shortDays = formats({ year: 'numeric', month: 'short', day: 'numeric' });

function formats(options: Intl.DateTimeFormatOptions): Record<Language, Intl.DateTimeFormat> {
  const format = (lang: string) => new Intl.DateTimeFormat(lang, { ...options, timeZone: 'UTC' });
  return { en: format('en-GB'), ko: format('ko'), ja: format('ja') };
}

/** A time (RFC 3339) as a day in words of the language; UTC, because a page is the same for every reader. */
export function formatDay(time: string, lang: Language): string {
  return days[lang].format(new Date(time));
}

/** The same, as short as it stays clear: for lists. */
export function formatShortDay(time: string, lang: Language): string {
  return shortDays[lang].format(new Date(time));
}

/** The days from the earliest to the latest of some times. */
export function formatPeriod(times: string[], lang: Language): string {
  const sorted = times.map((time) => new Date(time)).sort((a, b) => a.getTime() - b.getTime());
  const first = sorted[0];
  const last = sorted.at(-1);
  return first && last ? shortDays[lang].formatRange(first, last) : '';
}
