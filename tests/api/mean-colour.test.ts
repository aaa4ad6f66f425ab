import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { meanColour } from '../../api/mean-colour.ts';

async function saved(picture: Sharp, name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'inkstone-colour-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, name);
  await picture.toFile(file);
  return file;
}

function plain(background: string, size = { width: 320, height: 200 }): Sharp {
  return sharp({ create: { ...size, channels: background.length > 7 ? 4 : 3, background } });
}

test.each(['a.png', 'a.webp'])('the colour of a plain picture is its own (%s)', async (name) => {
  const picture = plain('#c04020');
  expect(
    await meanColour(await saved(name.endsWith('webp') ? picture.webp({ lossless: true }) : picture, name)),
  ).toBe('#c04020');
});

test('the colours of a picture are averaged', async () => {
  const half = await plain('#ffffff', { width: 160, height: 200 }).png().toBuffer();
  const picture = plain('#000000').composite([{ input: half, left: 0, top: 0 }]);
  expect(await meanColour(await saved(picture, 'a.png'))).toMatch(/^#(7[c-f]|8[0-3]){3}$/);
});

test('a picture that is partly transparent has none: it would shine through', async () => {
  expect(await meanColour(await saved(plain('#c0402080'), 'a.png'))).toBe('');
});
