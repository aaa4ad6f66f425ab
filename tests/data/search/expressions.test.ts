import { describe, expect, it } from 'vitest';
import { all, any, createAbsentPhrases, exactly, prefix, toMatch } from '../../../data/search/expressions.ts';

describe('an expression', () => {
  it('is written as FTS5 reads it', () => {
    const expression = all([prefix('sink', true), any([prefix('ga gb'), exactly('kc')])]);
    expect(toMatch(expression)).toBe('(^"sink" * AND ("ga gb" * OR "kc"))');
    expect(toMatch(all([prefix('ga'), any([exactly('gb'), exactly('gb')]), prefix('ga')]))).toBe(
      '("ga" * AND ("gb"))',
    );
  });
});

describe('what is known to be absent', () => {
  function knowing(...expressions: Parameters<typeof toMatch>[0][]) {
    const absent = createAbsentPhrases();
    for (const expression of expressions) absent.add(expression);
    return absent;
  }

  it('is all that goes on from there, also behind other tokens', () => {
    const { without } = knowing(prefix('gin'));
    expect(without(prefix('gink'))).toBeUndefined();
    expect(without(exactly('gink'))).toBeUndefined();
    expect(without(prefix('ga gink', true))).toBeUndefined();
    expect(without(all([prefix('ga'), prefix('gink')]))).toBeUndefined();
  });

  it('is not what is shorter, or begins otherwise', () => {
    const { without } = knowing(prefix('gink'), prefix('ga gb'));
    for (const phrase of [prefix('gin'), prefix('hink'), prefix('ga'), prefix('gb'), prefix('gc ga')])
      expect(without(phrase)).toEqual(phrase);
    expect(without(prefix('gc ga gbd'))).toBeUndefined();
  });

  it('leaves of several ways those that may still be found', () => {
    const { without } = knowing(prefix('gin'));
    expect(without(any([prefix('gink'), prefix('rink')]))).toEqual(prefix('rink'));
    expect(without(any([prefix('gink'), prefix('gine')]))).toBeUndefined();
  });

  it('is each of several ways when none has found anything', () => {
    const { without } = knowing(any([prefix('ga'), prefix('ra')]));
    expect(without(prefix('gab'))).toBeUndefined();
    expect(without(prefix('rab'))).toBeUndefined();
  });

  it('in one language may stand in titles of others', () => {
    const absent = createAbsentPhrases();
    absent.add(prefix('gin'), 'ko');
    expect(absent.without(prefix('gink'), 'ko')).toBeUndefined();
    for (const only of ['ja', undefined] as const)
      expect(absent.without(prefix('gink'), only)).toEqual(prefix('gink'));
  });

  it('in any language is so in each', () => {
    const { without } = knowing(prefix('gin'));
    expect(without(prefix('gink'), 'ko')).toBeUndefined();
  });

  it('is nothing that may stand elsewhere', () => {
    const [together, whole, first] = [all([prefix('ga'), prefix('gb')]), exactly('gc'), prefix('gd', true)];
    const { without } = knowing(together, whole, first);
    expect(without(together)).toBeUndefined();
    for (const phrase of [prefix('ga'), prefix('gb'), prefix('gce'), prefix('gd')])
      expect(without(phrase)).toEqual(phrase);
  });
});
