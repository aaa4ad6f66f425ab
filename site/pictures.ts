import { uploadsIn } from '../data/article-html.ts';
import type { Store } from '../data/store.ts';
import type { Upload } from '../data/uploads.ts';

/** One `<source>` of a `<picture>`. */
export interface PictureSource {
  type: 'image/avif' | 'image/webp';
  srcset: string;
}

/** The smaller forms of an upload as `<source>` elements want them, best first; empty while there are none. */
export function sourcesOf(upload: Upload | undefined): PictureSource[] {
  const variants = upload?.variants ?? [];
  return (['image/avif', 'image/webp'] as const).flatMap((type) => {
    const srcset = variants
      .filter((variant) => variant.type === type)
      .map((variant) => `${variant.url} ${variant.width}w`)
      .join(', ');
    return srcset ? [{ type, srcset }] : [];
  });
}

/** The uploads among the thumbnails of some articles, by their address. */
export function findThumbnails(
  uploads: Pick<Store['uploads'], 'findMany'>,
  articles: { thumbnailUrl: string | null }[],
): Promise<Map<string, Upload>> {
  return uploads.findMany(
    articles.flatMap(({ thumbnailUrl }) => (thumbnailUrl?.startsWith('/') ? [thumbnailUrl] : [])),
  );
}

/** Every upload that an article's page shows: those in its text, and its thumbnail. */
export function uploadsOf(article: { content: string; thumbnailUrl: string | null }): string[] {
  return [
    ...uploadsIn(article.content),
    ...(article.thumbnailUrl?.startsWith('/') ? [article.thumbnailUrl] : []),
  ];
}
