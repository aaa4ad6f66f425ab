import sharp from 'sharp';
import { expect, it } from 'vitest';
import { drawIllustration, ILLUSTRATION_NAMES } from '../../../scripts/demo/illustrations.ts';

it('knows six pictures of each of six families', () => {
  const families = ILLUSTRATION_NAMES.map((name) => name.replace(/-[1-6]$/, ''));
  expect(new Set(families).size).toBe(6);
  expect(new Set(ILLUSTRATION_NAMES).size).toBe(36);
});

it.each(['waves-1', 'grid-2', 'tiles-3', 'strata-4', 'orbits-5', 'strokes-6'])(
  'draws %s in full size and small enough for a page',
  async (name) => {
    const picture = await drawIllustration(name);
    expect(await sharp(picture).metadata()).toMatchObject({ width: 1600, height: 1000 });
    expect(picture.length).toBeLessThan(400_000);
  },
);

it('draws in several formats', async () => {
  const formats = ['waves-1', 'waves-2', 'tiles-3'].map(async (name) => {
    const { format } = await sharp(await drawIllustration(name)).metadata();
    return format;
  });
  expect(await Promise.all(formats)).toEqual(['jpeg', 'webp', 'png']);
});

it('draws the same picture for the same name', async () => {
  const [once, again] = [await drawIllustration('strokes-1'), await drawIllustration('strokes-1')];
  expect(once.equals(again)).toBe(true);
});

it('names a picture that it cannot draw', async () => {
  await expect(drawIllustration('waves-7')).rejects.toThrow('There is no illustration named "waves-7".');
});
