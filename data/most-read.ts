import { ARTICLE_COLUMNS, type ArticleRow, toSummary } from './article-rows.ts';
import type { ArticleSummary } from './articles.ts';
import { latestChange, logHomeChange } from './changes.ts';
import type { Database } from './database.ts';
import { LANGUAGES, type Language } from './languages.ts';

const PLACES = 5;
/** Only the newest articles of a language are ranked: an old favourite does not stay on top for ever, and the work stays the same. */
const AMONG = 100;

/** Home pages name what is read most. They are files, so the order is taken down now and then, and kept until the next time. */
export interface MostRead {
  /** Takes the order down anew. `seq`: the position of the change log at which it is live; 0 when it is still the same. */
  refresh(): Promise<{ seq: number }>;
}

export function createMostRead(database: Database, now: () => number): MostRead {
  const changed = () => LANGUAGES.filter((lang) => isChanged(database, lang));
  return {
    refresh: async () => {
      // Looked up first without the write lock: mostly the order is the same.
      if (changed().length === 0) return { seq: 0 };
      return database.write(() => {
        for (const lang of changed()) replace(database, lang, now());
        return { seq: latestChange(database) };
      });
    },
  };
}

function isChanged(database: Database, lang: Language): boolean {
  const kept = database.all<{ article: number }>(
    'SELECT article FROM most_read WHERE lang = ? ORDER BY place',
    lang,
  );
  return kept.map(({ article }) => article).join() !== rank(database, lang).join();
}

/** Rows of articles, most views first. */
function rank(database: Database, lang: Language): number[] {
  return database
    .all<{ row: number }>(
      'SELECT a.row FROM (SELECT s.article, s.published_at FROM shelves s WHERE s.list = ' +
        "(SELECT list FROM lists WHERE kind = 'all' AND key = '' AND lang = ?) " +
        'ORDER BY s.published_at DESC, s.article DESC LIMIT ?) n JOIN articles a ON a.row = n.article ' +
        'WHERE a.views > 0 ORDER BY a.views DESC, n.published_at DESC, a.row DESC LIMIT ?',
      lang,
      AMONG,
      PLACES,
    )
    .map(({ row }) => row);
}

function replace(database: Database, lang: Language, at: number): void {
  database.run('DELETE FROM most_read WHERE lang = ?', lang);
  for (const [index, row] of rank(database, lang).entries())
    database.run('INSERT INTO most_read (lang, place, article) VALUES (?, ?, ?)', lang, index + 1, row);
  logHomeChange(database, lang, at);
}

/** What the home page of a language names as most read, first place first; without what is no longer public there. */
export function mostRead(database: Database, lang: Language): ArticleSummary[] {
  return database
    .all<ArticleRow>(
      `SELECT ${ARTICLE_COLUMNS} FROM most_read m JOIN articles a ON a.row = m.article ` +
        "WHERE m.lang = ? AND a.lang = m.lang AND a.status = 'published' ORDER BY m.place",
      lang,
    )
    .map(toSummary);
}
