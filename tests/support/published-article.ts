import type { Article, NewArticle } from '../../data/articles.ts';
import type { Store } from '../../data/store.ts';

/** Puts an article into the store, published unless said otherwise. */
export async function storeArticle(store: Store, article: Partial<NewArticle> = {}): Promise<Article> {
  const written = await store.articles.create({
    title: 'Salt and ink',
    content: '<p>Both are ground.</p>',
    status: 'published',
    ...article,
  });
  return written.article;
}
