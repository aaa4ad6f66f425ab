import { describe, expect, it } from 'vitest';
import { acceptedEncodings, rememberEncodings } from '../../../site/serving/encoding.ts';

describe('acceptedEncodings', () => {
  it.each([
    [undefined, ['identity']],
    ['', ['identity']],
    ['gzip, deflate, br, zstd', ['br', 'gzip', 'identity']],
    ['gzip', ['gzip', 'identity']],
    ['x-gzip', ['gzip', 'identity']],
    ['GZIP;Q=1', ['gzip', 'identity']],
    ['*', ['br', 'gzip', 'identity']],
    ['br;q=0.501, gzip;q=0.502', ['gzip', 'br', 'identity']],
    ['br;q=0.5, gzip;q=0.8', ['gzip', 'br', 'identity']],
    ['br;q=0, gzip', ['gzip', 'identity']],
    ['gzip ; q=0.2 , identity', ['identity', 'gzip']],
    ['*;q=0, br', ['br']],
    ['identity;q=0, gzip', ['gzip']],
    ['identity;q=0', ['identity']],
    ['br;q=high, gzip', ['gzip', 'identity']],
    ['deflate, compress', ['identity']],
  ])('reads %j as %j', (header, expected) => {
    expect(acceptedEncodings(header)).toEqual(expected);
  });

  it('is remembered without limitless memory', () => {
    const remembered = rememberEncodings(2);
    const first = remembered('br');
    expect(first).toEqual(['br', 'identity']);
    expect(remembered(undefined)).toEqual(['identity']);
    remembered('gzip');
    expect(remembered('br')).toBe(first);
    remembered('gzip;q=0.1');
    expect(remembered('br')).not.toBe(first);
    expect(remembered('br')).toEqual(first);
    expect(remembered('br;q=0')).toEqual(['identity']);
  });
});
