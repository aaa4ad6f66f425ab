import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ArticlePatch, NewArticle } from '../../../data/articles.ts';
import { Problem } from '../../../data/errors.ts';
import { openStore, type Store } from '../../../data/store.ts';
import { ensureBuilt } from '../../../site/build.ts';
import { allPaths, pathsChangedBy } from '../../../site/publisher/affected.ts';
import { createRender, loadCompiledSite, type Render } from '../../../site/publisher/render.ts';
import { site, upload } from '../feeds/example.ts';

const ARTICLES = 10;
const STEPS = 30;

const folder = mkdtempSync(path.join(tmpdir(), 'inkstone-affected-'));
let store: Store;
let render: Render;

const tag = fc.constantFrom('c++', 'node.js', 'ink');
const fields = {
  title: fc.string({ minLength: 1, maxLength: 8, unit: fc.constantFrom(...'abc글漢') }),
  lang: fc.constantFrom('en', 'ko', 'ja'),
  category: fc.constantFrom('craft', '.net'),
  tags: fc.uniqueArray(tag, { maxLength: 2 }),
  status: fc.constantFrom('published', 'published', 'published', 'archived'),
  thumbnailUrl: fc.constantFrom(upload.url, null),
  publishedAt: fc
    .integer({ min: 0, max: 99 })
    .map((hours) => new Date(Date.UTC(2026, 0, 1, hours)).toISOString()),
} as const;
const newArticle: fc.Arbitrary<NewArticle> = fc.record({ ...fields, content: fc.constant('<p>Text</p>') });
const slug = fc.stringMatching(/^[a-z]{3}$/);
const patch: fc.Arbitrary<ArticlePatch> = fc.oneof(
  fc.record({ ...fields, slug }, { requiredKeys: [] }),
  ...Object.entries({ ...fields, slug }).map(([name, value]) => fc.record({ [name]: value })),
);

/** One thing that an operator does, to the nth of the articles that are there. */
type Step = { n: number } & (
  | { create: NewArticle }
  | { update: ArticlePatch }
  | { translate: number | null }
  | { remove: true }
  | { finishPicture: number }
  | { readBy: number }
);
const n = fc.nat(ARTICLES - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ n, update: patch }) },
  { weight: 1, arbitrary: fc.record({ n, create: newArticle }) },
  { weight: 2, arbitrary: fc.record({ n, translate: fc.option(n) }) },
  { weight: 1, arbitrary: fc.record({ n, remove: fc.constant(true as const) }) },
  { weight: 1, arbitrary: fc.record({ n, finishPicture: fc.integer({ min: 1, max: 500 }) }) },
  { weight: 2, arbitrary: fc.record({ n, readBy: fc.integer({ min: 1, max: 5 }) }) },
);

async function take(ids: string[], step: Step): Promise<void> {
  const id = ids[step.n % ids.length] ?? '';
  if ('create' in step) ids.push((await store.articles.create(step.create)).article.id);
  else if ('update' in step) await store.articles.update(id, step.update);
  else if ('translate' in step) {
    const original = step.translate === null ? null : ids[step.translate % ids.length];
    await store.articles.update(id, { translationOf: original });
  } else if ('remove' in step) {
    await store.articles.remove(id);
    ids.splice(ids.indexOf(id), 1);
  } else if ('readBy' in step) {
    for (let reader = 0; reader < step.readBy; reader++) await store.views.record(id, `reader ${reader}`);
    await store.mostRead.refresh();
  } else {
    const variant = {
      url: `/uploads/1f-${step.finishPicture}.webp`,
      width: step.finishPicture,
      type: 'image/webp',
    } as const;
    await store.uploads.setVariants(upload.url, [variant]);
  }
}

/** What the addresses answer, in short. */
async function renderAll(addresses: Iterable<string>): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const address of addresses) {
    const rendered = await render(address);
    if (rendered.state === 'failed') throw rendered.error;
    const hash = () =>
      createHash('sha1')
        .update((rendered as { body: Uint8Array }).body)
        .digest('hex');
    answers.set(address, rendered.state === 'gone' ? 'gone' : hash());
  }
  return answers;
}

beforeAll(async () => {
  const { entry } = await ensureBuilt();
  let minutes = 0;
  const clock = () => new Date(Date.UTC(2026, 1, 1, 0, minutes++));
  store = openStore({ file: path.join(folder, 'x.sqlite'), clock });
  await store.uploads.add(upload);
  render = createRender(await loadCompiledSite(entry), { store, site });
}, 60_000);

afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

it('no page, feed or sitemap changes that is not among the affected ones', { timeout: 120_000 }, async () => {
  const articles = fc.array(newArticle, { minLength: ARTICLES, maxLength: ARTICLES });
  const run = fc.asyncProperty(
    articles,
    fc.array(step, { minLength: STEPS, maxLength: STEPS }),
    async (first, steps) => {
      const ids: string[] = [];
      for (const article of first) ids.push((await store.articles.create(article)).article.id);
      const known = new Set(allPaths(await store.site.keys()));
      let before = await renderAll(known);
      let seq = await store.changes.latest();
      for (const next of steps) {
        await take(ids, next).catch((error: unknown) => expect(error).toBeInstanceOf(Problem));
        const changes = await store.changes.after(seq, 1000);
        const affected = new Set(changes.flatMap((change) => [...pathsChangedBy(change, site.defaultLang)]));
        for (const address of [...affected, ...allPaths(await store.site.keys())]) known.add(address);
        const after = await renderAll(known);
        const changed = [...known].filter(
          (address) => after.get(address) !== (before.get(address) ?? 'gone'),
        );
        expect({ next, missed: changed.filter((address) => !affected.has(address)) }).toEqual({
          next,
          missed: [],
        });
        [before, seq] = [after, changes.at(-1)?.seq ?? seq];
      }
    },
  );
  await fc.assert(run, { numRuns: 1, endOnFailure: true });
});
