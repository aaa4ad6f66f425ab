import { expect, it } from 'vitest';
import { formatDay, formatPeriod, formatShortDay } from '../../site/dates.ts';

it('a day is written as each language does, by UTC, however often it is asked for', () => {
  for (const time of ['2026-01-31T00:00:00.000Z', '2026-01-31T23:59:59.999Z']) {
    expect(formatDay(time, 'en')).toBe('31 January 2026');
    expect(formatDay(time, 'ko')).toBe('2026년 1월 31일');
    expect(formatDay(time, 'ja')).toBe('2026年1月31日');
    expect(formatShortDay(time, 'en')).toBe('31 Jan 2026');
  }
});

it('a period goes from the earliest to the latest day, in whatever order they come', () => {
  const times = ['2026-02-03T10:00:00.000Z', '2026-01-31T10:00:00.000Z', '2026-02-01T10:00:00.000Z'];
  expect(formatPeriod(times, 'en')).toMatch(/^31 Jan\s–\s3 Feb 2026$/);
  expect(formatPeriod(['2026-01-31T10:00:00.000Z'], 'en')).toBe('31 Jan 2026');
  expect(formatPeriod([], 'en')).toBe('');
});

it('days stay right when more have been written than are kept', () => {
  const day = (n: number) => new Date(Date.UTC(2000, 0, 1 + n)).toISOString();
  for (let n = 0; n < 2500; n++) formatDay(day(n), 'ko');
  expect(formatDay(day(0), 'ko')).toBe('2000년 1월 1일');
  expect(formatDay(day(2499), 'ko')).toBe('2006년 11월 4일');
});
