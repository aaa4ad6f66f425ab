import { expect, it } from 'vitest';
import { ensureBuilt } from '../../../site/build.ts';
import { markdownPath } from '../../../site/paths.ts';
import { loadCompiledSite } from '../../../site/publisher/render.ts';
import { createMarkdownRender } from '../../../site/publisher/render-markdown.ts';
import { anArticle, openTestStore } from '../../data/store/test-store.ts';
import { site } from '../feeds/example.ts';

it('Markdown is written as a request for it is answered', async () => {
  const { store } = openTestStore();
  const compiled = await loadCompiledSite((await ensureBuilt()).entry);
  const { article } = await store.articles.create(anArticle('먹과 돌', { lang: 'ko' }));
  const path = markdownPath('ko', article.slug);
  const answer = await compiled(new Request(site.url + path), { store, site });
  expect(answer.headers.get('Content-Type')).toBe('text/markdown; charset=utf-8');
  expect((await createMarkdownRender({ store, site })(path))?.toString()).toBe(await answer.text());
});

it('the Markdown of a renamed article has moved with it; there is none of a draft or in another language', async () => {
  const { store } = openTestStore();
  const compiled = await loadCompiledSite((await ensureBuilt()).entry);
  const { article } = await store.articles.create(anArticle('Salt'));
  await store.articles.create(anArticle('Draft', { status: 'draft' }));
  await store.articles.update(article.id, { slug: 'ink' });
  const moved = await compiled(new Request(site.url + markdownPath('en', 'salt')), { store, site });
  expect([moved.status, moved.headers.get('Location')]).toEqual([301, '/en/articles/ink.md']);
  const render = createMarkdownRender({ store, site });
  for (const path of [
    '/en/articles/salt.md',
    '/en/articles/draft.md',
    '/ko/articles/ink.md',
    '/en/articles/ink',
  ])
    expect(await render(path)).toBeUndefined();
});
