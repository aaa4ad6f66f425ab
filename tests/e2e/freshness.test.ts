import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningService, runService } from '../support/running-service.ts';

const EDITS = 12;
const READERS = 6;

let service: RunningService;

beforeAll(async () => {
  service = await runService();
}, 60_000);

afterAll(() => service?.remove());

/** The number of the edit that a page or feed shows. */
async function editShown(path: string): Promise<number> {
  const answer = await service.call(path, { token: null });
  const [, number] = /Edit number (\d+)/.exec(await answer.text()) ?? [];
  return Number(number);
}

it('nobody sees an old page once the edit has been answered as live, however many are reading', async () => {
  const created = await service.call('/api/v1/articles', {
    json: { title: 'Edit number 0', slug: 'edited', content: '<p>x</p>', lang: 'en', status: 'published' },
    headers: { Prefer: 'wait=30' },
  });
  expect(created.headers.get('preference-applied')).toBe('wait=30');

  let live = 0;
  let isOver = false;
  let readings = 0;
  const tooOld: string[] = [];
  const read = async (path: string) => {
    while (!isOver) {
      const atLeast = live;
      const shown = await editShown(path);
      readings++;
      if (!(shown >= atLeast)) tooOld.push(`${path} showed ${shown} after ${atLeast} was live`);
    }
  };
  const paths = ['/en/articles/edited', '/en/', '/feed.json', '/feed/rss.xml?lang=en'];
  const readers = Array.from({ length: READERS }, (_, n) => read(paths[n % paths.length] as string));

  for (let n = 1; n <= EDITS; n++) {
    const answer = await service.call('/api/v1/articles/edited', {
      json: { title: `Edit number ${n}` },
      method: 'PATCH',
      headers: { Prefer: 'wait=30' },
    });
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([200, 'wait=30']);
    live = n;
  }
  isOver = true;
  await Promise.all(readers);
  expect(tooOld).toEqual([]);
  expect(readings).toBeGreaterThan(EDITS);
  for (const path of paths) expect(await editShown(path)).toBe(EDITS);
}, 120_000);
