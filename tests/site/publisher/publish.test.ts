import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { publish, retry } from '../../../site/publisher/publish.ts';
import { createGeneration, makeCurrent, openCurrent } from '../../../site/publisher/published-folder.ts';
import { openPublishingRoom, type PublishingRoom } from './publishing-room.ts';

const article = (title: string) => ({
  title,
  content: '<p>x</p>',
  lang: 'en' as const,
  status: 'published' as const,
});

/** An empty copy that is served. */
function openOutput(room: PublishingRoom) {
  const output = createGeneration(room.siteFolder, { build: 'b1', assets: room.assets, seq: 0 });
  makeCurrent(room.siteFolder, output);
  return { ...room, output, changes: room.store.changes };
}

test('a change is rendered, written and remembered', async () => {
  const room = openOutput(openPublishingRoom());
  const { seq } = await room.store.articles.create(article('One'));
  const published = await publish(room);
  expect(published).toMatchObject({ seq, failing: [] });
  expect(published?.changed).toContain('/en/articles/one');
  expect(room.served('/en/articles/one')).toBe('/en/articles/one');
  expect(openCurrent(room.siteFolder)?.cursor()).toEqual({ seq, failing: [] });
  expect(await publish(room)).toBeUndefined();
});

test('what many changes share is rendered once', async () => {
  const room = openOutput(openPublishingRoom());
  await room.store.articles.createMany(Array.from({ length: 50 }, (_, n) => article(`Number ${n}`)));
  await publish(room);
  expect(room.rendered.filter((address) => address === '/en/')).toHaveLength(1);
  expect(new Set(room.rendered).size).toBe(room.rendered.length);
});

test('a page that does not exist any more is taken away', async () => {
  const room = openOutput(openPublishingRoom());
  await room.store.articles.create(article('One'));
  await publish(room);
  await room.store.articles.update('one', { status: 'archived' });
  room.pages.set('/en/articles/one', null);
  expect((await publish(room))?.changed).toContain('/en/articles/one');
  expect(room.served('/en/articles/one')).toBeUndefined();
});

test('a page that is the same keeps its file', async () => {
  const room = openOutput(openPublishingRoom());
  await room.store.articles.create(article('One'));
  await publish(room);
  const file = join(room.siteFolder, 'current/public/en/articles/one.html');
  const before = statSync(file);
  await room.store.articles.update('one', { summary: 'Another summary' });
  expect((await publish(room))?.changed).toEqual([]);
  expect([statSync(file).ino, statSync(file).mtimeMs]).toEqual([before.ino, before.mtimeMs]);
});

test('a page that fails keeps its last good version, stops no other, and is tried again', async () => {
  const room = openOutput(openPublishingRoom());
  await room.store.articles.create(article('One'));
  await publish(room);
  room.pages.set('/en/', new Error('a template that throws'));
  const { seq } = await room.store.articles.create(article('Two'));
  expect(await publish(room)).toMatchObject({ seq, failing: ['/en/'] });
  expect(room.failures).toEqual(['/en/']);
  expect(room.served('/en/')).toBe('/en/');
  expect(room.served('/en/articles/two')).toBe('/en/articles/two');
  expect(openCurrent(room.siteFolder)?.cursor()).toEqual({ seq, failing: ['/en/'] });
  room.pages.set('/en/', 'mended');
  expect(await retry(room)).toMatchObject({ seq, failing: [], changed: ['/en/'] });
  expect(room.served('/en/')).toBe('mended');
});

test('a crash before the cursor moves only renders the same pages again', async () => {
  const room = openOutput(openPublishingRoom());
  const { seq } = await room.store.articles.create(article('One'));
  const crashing = {
    ...room.output,
    moveTo: () => {
      throw new Error('crash');
    },
  };
  await expect(publish({ ...room, output: crashing })).rejects.toThrow('crash');
  const reopened = openCurrent(room.siteFolder);
  if (!reopened) throw new Error('no copy is served');
  expect(await publish({ ...room, output: reopened })).toMatchObject({ seq, changed: [] });
});

describe('what a page shows already is told to the renderer', () => {
  it('not before the position from which on all pages are whole', async () => {
    const room = openOutput(openPublishingRoom());
    const { seq } = await room.store.articles.create(article('One'));
    await publish({ ...room, soundFrom: seq });
    expect(room.shown.get('/feed.json')).toBeUndefined();
    await room.store.articles.create(article('Two'));
    await publish({ ...room, soundFrom: seq });
    expect(room.shown.get('/feed.json')).toBe(seq);
  });

  it('never of a page that failed, until it has been rendered again', async () => {
    const room = openOutput(openPublishingRoom());
    const options = { ...room, soundFrom: 0 };
    room.pages.set('/feed.json', new Error('a template that throws'));
    await room.store.articles.create(article('One'));
    await publish(options);
    room.pages.delete('/feed.json');
    const { seq } = await room.store.articles.create(article('Two'));
    await publish(options);
    expect(room.shown.get('/feed.json')).toBeUndefined();
    await room.store.articles.create(article('Three'));
    await publish(options);
    expect(room.shown.get('/feed.json')).toBe(seq);
  });
});
