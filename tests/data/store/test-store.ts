import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { NewArticle, Written } from '../../../data/articles.ts';
import { openStore, type Store } from '../../../data/store.ts';

/** A store over a real file, and the time that it sees. */
export interface TestStore {
  store: Store;
  file: string;
  time: { now: Date };
}

/** Opens a store in a folder of its own, removed when the test ends. */
export function openTestStore(): TestStore {
  const folder = mkdtempSync(join(tmpdir(), 'inkstone-store-'));
  const file = join(folder, 'inkstone.db');
  const time = { now: new Date('2026-03-01T12:00:00Z') };
  const store = openStore({ file, clock: () => time.now });
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { store, file, time };
}

/** A public English article; the title alone must differ. */
export function anArticle(title: string, fields: Partial<NewArticle> = {}): NewArticle {
  return {
    title,
    content: `<p>${title}: a text of its own.</p>`,
    lang: 'en',
    status: 'published',
    category: 'culture',
    author: 'An author',
    ...fields,
  };
}

/** Publishes articles one after another, a minute apart. */
export async function publishMany({ store, time }: TestStore, articles: NewArticle[]): Promise<Written[]> {
  const written: Written[] = [];
  for (const article of articles) {
    time.now = new Date(time.now.getTime() + 60_000);
    written.push(await store.articles.create(article));
  }
  return written;
}
