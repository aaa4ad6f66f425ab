import { describe, expect, it } from 'vitest';
import type { TopicMap } from '../../data/public-site.ts';
import { drawTopicMap, shortenLabel } from '../../site/topic-map.ts';

function mapOf(counts: Record<string, number>, overlaps: TopicMap['overlaps'] = []): TopicMap {
  const categories = Object.entries(counts).map(([key, count]) => ({ key, count, tags: [], newest: [] }));
  return { categories, overlaps };
}

describe('the picture of the topic map', () => {
  it('gives more articles a larger drop', () => {
    const { drops } = drawTopicMap(mapOf({ science: 40, craft: 10, general: 0 }));
    expect(drops.map(({ key, radius }) => [key, radius])).toEqual([
      ['science', 19],
      ['craft', 12],
      ['general', 5],
    ]);
  });

  it('gives categories that share more a thicker arc, drawn downwards', () => {
    const { arcs } = drawTopicMap(
      mapOf({ a: 3, b: 2, c: 1 }, [
        { a: 'c', b: 'a', shared: ['x'], weight: 1 },
        { a: 'a', b: 'b', shared: ['y', 'z'], weight: 4 },
      ]),
    );
    expect(arcs).toEqual([
      { a: 'a', b: 'b', shared: ['y', 'z'], path: 'M214 28A89 28 0 0 1 211.4 84', width: 7 },
      { a: 'c', b: 'a', shared: ['x'], path: 'M214 28A154 56 0 0 1 208.1 140', width: 2.5 },
    ]);
  });

  it('stays legible however many categories there are', () => {
    const counts = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`c${index}`, 300 - index]));
    const overlaps = Array.from({ length: 299 }, (_, index) => ({
      a: `c${index}`,
      b: `c${index + 1}`,
      shared: ['x'],
      weight: index,
    }));
    const { drops, arcs } = drawTopicMap(mapOf(counts, overlaps));
    expect(drops).toHaveLength(16);
    expect(arcs).toHaveLength(15);
  });

  it('is empty for an empty site', () => {
    expect(drawTopicMap(mapOf({}))).toMatchObject({ drops: [], arcs: [] });
  });
});

describe('a label', () => {
  it('is cut where the room ends, by the width of its script', () => {
    expect(shortenLabel('Technology')).toBe('Technology');
    expect(shortenLabel('An extraordinarily long name')).toBe('An extraordinarily l…');
    expect(shortenLabel('아주아주아주아주긴분야이름')).toBe('아주아주아주아주긴분야…');
  });
});
