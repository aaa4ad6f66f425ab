import { describe, expect, it } from 'vitest';
import { isUnmodifiedSince, readEntityTags, readRange } from '../../../site/serving/conditions.ts';

describe('readEntityTags', () => {
  it('reads a list of strong and weak tags, commas inside tags included', () => {
    expect(readEntityTags('"a", W/"b,c" ,"d"')).toEqual(['"a"', '"b,c"', '"d"']);
  });

  it('finds nothing in what is not a tag', () => {
    expect(readEntityTags('abc, *')).toEqual([]);
  });
});

describe('isUnmodifiedSince', () => {
  const modifiedMs = Date.parse('2026-11-20T10:00:00.700Z');

  it('compares whole seconds', () => {
    expect(isUnmodifiedSince('Fri, 20 Nov 2026 10:00:00 GMT', modifiedMs)).toBe(true);
    expect(isUnmodifiedSince('Fri, 20 Nov 2026 09:59:59 GMT', modifiedMs)).toBe(false);
  });

  it('takes a date that cannot be read for no condition', () => {
    expect(isUnmodifiedSince('yesterday', modifiedMs)).toBe(false);
  });
});

describe('readRange', () => {
  const file = { size: 1000, etag: '"tag"', lastModified: 'Fri, 20 Nov 2026 10:00:00 GMT' };
  const rangeOf = (range: string, version?: string) => readRange({ range, 'if-range': version }, file);

  it.each([
    ['bytes=0-0', { first: 0, last: 0 }],
    ['bytes=0-499', { first: 0, last: 499 }],
    ['bytes=500-', { first: 500, last: 999 }],
    ['bytes=990-5000', { first: 990, last: 999 }],
    ['bytes=-100', { first: 900, last: 999 }],
    ['bytes=-5000', { first: 0, last: 999 }],
    ['Bytes=1-2', { first: 1, last: 2 }],
    ['bytes=1000-', 'unsatisfiable'],
    ['bytes=99999999999999999999-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-2', undefined],
    ['kilobytes=0-1', undefined],
    ['bytes=-', undefined],
    ['bytes=0-1,5-6', undefined],
    ['bytes=a-b', undefined],
    ['lines=1-2', undefined],
    ['', undefined],
  ])('reads %j as %j', (range, expected) => {
    expect(rangeOf(range)).toEqual(expected);
  });

  it('gives a part only of the version that If-Range names', () => {
    expect(rangeOf('bytes=0-1', '"tag"')).toEqual({ first: 0, last: 1 });
    expect(rangeOf('bytes=0-1', file.lastModified)).toEqual({ first: 0, last: 1 });
    expect(rangeOf('bytes=0-1', '"other"')).toBeUndefined();
    expect(rangeOf('bytes=0-1', 'W/"tag"')).toBeUndefined();
  });

  it('has nothing to give of an empty file', () => {
    expect(readRange({ range: 'bytes=0-' }, { ...file, size: 0 })).toBe('unsatisfiable');
    expect(readRange({ range: 'bytes=-5' }, { ...file, size: 0 })).toBe('unsatisfiable');
  });
});
