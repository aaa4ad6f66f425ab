import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ensureBuilt } from '../../../site/build.ts';
import { plainError } from '../../../site/publisher/plain-error.ts';
import { startSecondRenderer } from '../../../site/publisher/second-renderer.ts';
import { openTestStore } from '../../data/store/test-store.ts';

test('a thread that has ended answers for nothing any more', { timeout: 30_000 }, async () => {
  const { file } = openTestStore();
  const folder = join(file, '..', 'copy');
  mkdirSync(join(folder, 'public'), { recursive: true });
  const second = startSecondRenderer(
    {
      databaseFile: file,
      entry: (await ensureBuilt()).entry,
      site: { url: 'http://localhost:8080', name: 'Inkstone', defaultLang: 'en' },
      folder,
      isFresh: true,
    },
    { onFailure: () => {} },
  );
  onTestFinished(() => second.close());
  expect(await second.refresh(['/en/', '/feed/rss.xml'])).toEqual([
    ['/en/', 'changed'],
    ['/feed/rss.xml', 'changed'],
  ]);
  const under = second.refresh(['/ko/']);
  second.close();
  await expect(under).rejects.toThrow('has ended');
  await expect(second.refresh(['/ja/'])).rejects.toThrow('has ended');
});

test('an error can be sent to another thread, whatever it carries', () => {
  const error = Object.assign(new TypeError('no page'), { cause: () => {} });
  expect(structuredClone(plainError(error))).toMatchObject({ message: 'no page', stack: error.stack });
  expect(structuredClone(plainError('no error at all')).message).toBe('no error at all');
});
