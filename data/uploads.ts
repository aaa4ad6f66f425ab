import { ARTICLE_COLUMNS, type ArticleRow, toTime } from './article-rows.ts';
import { latestChange, logChange } from './changes.ts';
import type { Database } from './database.ts';
import { footprintOf } from './lists.ts';

/** A smaller or better compressed form of an upload, made for pages. */
export interface Variant {
  /** `/uploads/<hash>-<width>.<webp|avif>` */
  url: string;
  width: number;
  type: 'image/webp' | 'image/avif';
}

/** A stored picture. */
export interface Upload {
  /** `/uploads/<hash>.<extension>` */
  url: string;
  width: number;
  height: number;
  type: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif';
  bytes: number;
  animated: boolean;
  /** null until they have been made. */
  variants: Variant[] | null;
  /** The mean colour as `#rrggbb`; empty when it is partly transparent; null until it has been measured. */
  colour: string | null;
  createdAt: string;
}

/** What is known of the stored pictures; their bytes are files. */
export interface Uploads {
  /** Remembers an upload; one that is known already stays as it is. */
  add(upload: Omit<Upload, 'variants' | 'colour' | 'createdAt'>): Promise<Upload>;
  find(url: string): Promise<Upload | undefined>;
  findMany(urls: string[]): Promise<Map<string, Upload>>;
  /** Notes the variants that were made and the colour (empty unless given), and lets the pages that show the upload be rendered again up to `seq`. */
  setVariants(url: string, variants: Variant[], colour?: string): Promise<{ seq: number }>;
  /** Uploads whose variants have still to be made, or whose colour is still to be measured, oldest first. */
  withoutVariants(): Promise<Upload[]>;
}

interface UploadRow extends Omit<Upload, 'animated' | 'variants' | 'createdAt'> {
  animated: 0 | 1;
  variants: string | null;
  created_at: number;
}

/** The uploads that a database knows. `now` is in milliseconds. */
export function createUploads(database: Database, now: () => number): Uploads {
  const find = (url: string) => {
    const row = database.get<UploadRow>('SELECT * FROM uploads WHERE url = ?', url);
    return row && toUpload(row);
  };
  return {
    add: async (upload) =>
      database.write(() => {
        database.run(
          'INSERT INTO uploads (url, type, width, height, bytes, animated, created_at) VALUES (?, ?, ?, ?, ?, ?, ?) ' +
            'ON CONFLICT DO NOTHING',
          upload.url,
          upload.type,
          upload.width,
          upload.height,
          upload.bytes,
          Number(upload.animated),
          now(),
        );
        return find(upload.url) as Upload;
      }),
    find: async (url) => find(url),
    findMany: async (urls) =>
      new Map(
        database
          .all<UploadRow>(
            'SELECT * FROM uploads WHERE url IN (SELECT value FROM json_each(?))',
            JSON.stringify(urls),
          )
          .map((row) => [row.url, toUpload(row)]),
      ),
    setVariants: async (url, variants, colour = '') =>
      database.write(() => setVariants(database, now(), url, { variants, colour })),
    withoutVariants: async () =>
      database
        .all<UploadRow>('SELECT * FROM uploads WHERE variants IS NULL OR colour IS NULL ORDER BY created_at')
        .map(toUpload),
  };
}

function setVariants(
  database: Database,
  at: number,
  url: string,
  { variants, colour }: { variants: Variant[]; colour: string },
): { seq: number } {
  database.run(
    'UPDATE uploads SET variants = ?, colour = ? WHERE url = ?',
    JSON.stringify(variants),
    colour,
    url,
  );
  const articles = database.all<ArticleRow>(
    `SELECT ${ARTICLE_COLUMNS} FROM article_uploads u JOIN articles a ON a.row = u.article ` +
      "WHERE u.url = ? AND a.status = 'published'",
    url,
  );
  for (const article of articles) {
    const print = footprintOf(database, article);
    logChange(database, { articleId: article.id, before: print, after: print, at });
  }
  return { seq: latestChange(database) };
}

function toUpload({ created_at, ...row }: UploadRow): Upload {
  return {
    ...row,
    animated: row.animated === 1,
    variants: row.variants === null ? null : (JSON.parse(row.variants) as Variant[]),
    createdAt: toTime(created_at),
  };
}
