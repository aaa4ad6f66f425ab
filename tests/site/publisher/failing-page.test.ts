import { expect, it } from 'vitest';
import type { Store } from '../../../data/store.ts';
import { ensureBuilt } from '../../../site/build.ts';
import { createOnDemand } from '../../../site/on-demand.ts';
import { createRender, loadCompiledSite } from '../../../site/publisher/render.ts';
import { openTestStore } from '../../data/store/test-store.ts';
import { site } from '../feeds/example.ts';

/** A store whose database has just broken. */
function brokenStore(): Store {
  const { store } = openTestStore();
  const fail = () => Promise.reject(new Error('the disk is gone'));
  return { ...store, site: { ...store.site, article: fail }, search: { ...store.search, results: fail } };
}

it('a page that cannot be made has failed; it is not taken for one that is gone', async () => {
  const compiled = await loadCompiledSite((await ensureBuilt()).entry);
  const rendered = await createRender(compiled, { store: brokenStore(), site })('/en/articles/ink');
  expect(rendered).toMatchObject({ state: 'failed', error: { message: 'the disk is gone' } });
});

it('a page on demand that cannot be made answers 500 and says why to the operator', async () => {
  const failures: unknown[] = [];
  const answer = createOnDemand({
    compiled: await loadCompiledSite((await ensureBuilt()).entry),
    store: brokenStore(),
    site,
    cards: { answer: async () => undefined },
    onFailure: (address, error) => failures.push([address, (error as Error).message]),
  });
  expect((await answer(new Request(`${site.url}/search?q=ink`))).status).toBe(500);
  expect(failures).toEqual([['/search', 'the disk is gone']]);
});

it('the addresses that Astro answers by itself stay closed', async () => {
  const { store } = openTestStore();
  const compiled = await loadCompiledSite((await ensureBuilt()).entry);
  const response = await compiled(new Request(`${site.url}/_image?href=/favicon.svg`), { store, site });
  expect(response.status).toBe(404);
});
