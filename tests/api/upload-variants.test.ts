import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createImageStore } from '../../api/images.ts';
import type { Upload } from '../../data/uploads.ts';
import { storeArticle } from '../support/published-article.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';
import { drawJpeg } from '../support/test-pictures.ts';

/** A stored picture whose variants nobody has made, as a crash right after the answer leaves it. */
async function storePicture(api: TestApi, size: { width: number; height: number }): Promise<Upload> {
  const images = createImageStore({ folder: join(api.config.dataFolder, 'uploads') });
  return api.store.uploads.add(await images.store(await drawJpeg(size)));
}

async function widthsOf(api: TestApi, { url }: Upload): Promise<number[] | undefined> {
  const widths = (await api.store.uploads.find(url))?.variants?.map(({ width }) => width);
  return widths && [...new Set(widths)];
}

test('variants are made of every upload that was queued', async () => {
  const api = await openTestApi();
  const uploads = [
    await storePicture(api, { width: 900, height: 600 }),
    await storePicture(api, { width: 600, height: 400 }),
  ];
  for (const upload of uploads) api.variants.add(upload);
  await api.variants.idle();
  expect(await Promise.all(uploads.map((upload) => widthsOf(api, upload)))).toEqual([
    [480, 800, 900],
    [480, 600],
  ]);
});

test('variants that a crash has left out are made after the next start', async () => {
  const api = await openTestApi();
  await storePicture(api, { width: 600, height: 400 });
  await api.variants.resume();
  await api.variants.idle();
  expect(await api.store.uploads.withoutVariants()).toEqual([]);
});

test('the colour of a picture is measured with its variants, also of one that had them before there were colours', async () => {
  const api = await openTestApi();
  const upload = await storePicture(api, { width: 600, height: 400 });
  api.variants.add({ ...upload, variants: [] });
  await api.variants.idle();
  expect((await api.store.uploads.find(upload.url))?.colour).toMatch(/^#[0-9a-f]{6}$/);
});

test('the pages that show an upload are published again when its variants are ready', async () => {
  const api = await openTestApi();
  const upload = await storePicture(api, { width: 600, height: 400 });
  await storeArticle(api.store, { content: `<p><img src="${upload.url}" alt=""></p>` });
  const before = await api.store.changes.latest();
  api.variants.add(upload);
  await api.variants.idle();
  expect(await api.store.changes.latest()).toBeGreaterThan(before);
  expect(api.publication.woken).toBe(1);
});

test('an upload that has its variants is not worked on again', async () => {
  const api = await openTestApi();
  const upload = await storePicture(api, { width: 600, height: 400 });
  api.variants.add({ ...upload, variants: [], colour: '' });
  await api.variants.idle();
  expect(await widthsOf(api, upload)).toBeUndefined();
});

test('a picture that fails is logged and does not hold up the next one', async () => {
  const api = await openTestApi();
  const lost = await storePicture(api, { width: 600, height: 400 });
  const fine = await storePicture(api, { width: 500, height: 400 });
  await rm(join(api.config.dataFolder, lost.url));
  api.variants.add(lost);
  api.variants.add(fine);
  await api.variants.idle();
  expect(await widthsOf(api, fine)).toEqual([480, 500]);
  expect(api.logged).toContainEqual(expect.objectContaining({ upload: lost.url }));
});

test('closing lets the picture under way finish and leaves the rest to the next start', async () => {
  const api = await openTestApi();
  const first = await storePicture(api, { width: 600, height: 400 });
  const second = await storePicture(api, { width: 500, height: 400 });
  api.variants.add(first);
  api.variants.add(second);
  await api.variants.close();
  expect(await widthsOf(api, first)).toEqual([480, 600]);
  expect(await api.store.uploads.withoutVariants()).toEqual([second]);
});
