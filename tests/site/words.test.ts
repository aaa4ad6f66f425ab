import { describe, expect, it } from 'vitest';
import { formatDay, formatPeriod, formatShortDay } from '../../site/dates.ts';
import { categoryName, tagName } from '../../site/names.ts';
import { readingMinutes } from '../../site/reading-time.ts';
import type { SiteSettings } from '../../site/settings.ts';

const site: SiteSettings = {
  url: 'https://example.org',
  name: 'Example',
  defaultLang: 'en',
  categoryNames: { science: { ko: '과학' } },
  tagNames: { 'c++': { en: 'C++' } },
};

describe('dates', () => {
  it('are written as each language writes them, in UTC', () => {
    const time = '2026-11-20T23:30:00.000Z';
    expect(formatDay(time, 'en')).toBe('20 November 2026');
    expect(formatDay(time, 'ko')).toBe('2026년 11월 20일');
    expect(formatDay(time, 'ja')).toBe('2026年11月20日');
    expect(formatShortDay(time, 'en')).toBe('20 Nov 2026');
  });

  it('make a period from the earliest to the latest', () => {
    const times = ['2026-11-20T00:00:00.000Z', '2026-10-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z'];
    expect(formatPeriod(times, 'en')).toMatch(/^1 Oct\s[–-]\s20 Nov 2026$/u);
    expect(formatPeriod([], 'ko')).toBe('');
  });
});

describe('names of keys', () => {
  it('are those of the operator where there are any', () => {
    expect(categoryName(site, 'science', 'ko')).toBe('과학');
    expect(tagName(site, 'c++', 'en')).toBe('C++');
  });

  it('else are the keys, made to read well', () => {
    expect(categoryName(site, 'science', 'en')).toBe('Science');
    expect(categoryName(site, 'field-notes', 'en')).toBe('Field notes');
    expect(categoryName(site, 'general', 'ja')).toBe('一般');
    expect(tagName(site, 'open-source', 'en')).toBe('open source');
    expect(tagName(site, '-x-', 'en')).toBe('-x-');
    expect(tagName(site, '한글', 'ko')).toBe('한글');
  });
});

describe('reading time', () => {
  it('counts words in English, and characters in Korean and Japanese', () => {
    expect(readingMinutes(`<p>${'word '.repeat(690)}</p>`, 'en')).toBe(3);
    expect(readingMinutes('한 '.repeat(1000), 'ko')).toBe(2);
    expect(readingMinutes('字。'.repeat(1100), 'ja')).toBe(2);
  });

  it('is never less than a minute', () => {
    expect(readingMinutes('<img src="x">', 'en')).toBe(1);
  });
});
