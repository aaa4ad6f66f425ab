import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { toPlainText } from '../../data/article-html.ts';
import type { CorpusArticle } from './corpus.ts';
import { median } from './statistics.ts';

/** Rows a second that SQLite alone stores with a full-text index of title and body, each batch one durable transaction. */
export function bareArticleRate(batches: CorpusArticle[][]): number {
  return inDatabase((database) => {
    database.exec(
      'CREATE TABLE articles (row INTEGER PRIMARY KEY, title, content, lang, category, published_at); ' +
        'CREATE VIRTUAL TABLE search USING fts5 (title, body, content = "")',
    );
    const article = database.prepare('INSERT INTO articles VALUES (NULL, ?, ?, ?, ?, ?)');
    const words = database.prepare('INSERT INTO search (rowid, title, body) VALUES (?, ?, ?)');
    const store = database.transaction((rows: [CorpusArticle, string][]) => {
      for (const [{ title, content, lang, category, published_at }, text] of rows) {
        const { lastInsertRowid } = article.run(title, content, lang, category, published_at);
        words.run(lastInsertRowid, title, text);
      }
    });
    const rates = batches.map((batch) => {
      // Taking the text out of the HTML is no work of the database.
      const rows = batch.map((one) => [one, toPlainText(one.content)] as [CorpusArticle, string]);
      const since = performance.now();
      store(rows);
      return (1000 * rows.length) / (performance.now() - since);
    });
    return median(rates);
  });
}

/** Views a second that SQLite alone records, each in a transaction of its own that survives a crash. */
export function bareViewRate(views: number): number {
  return inDatabase((database) => {
    database.pragma('synchronous = NORMAL');
    database.exec(
      'CREATE TABLE views (day, article, visitor, PRIMARY KEY (day, article, visitor)) WITHOUT ROWID',
    );
    const insert = database.prepare('INSERT INTO views VALUES (20000, 1, ?)');
    const since = performance.now();
    for (let n = 0; n < views; n++) insert.run(`visitor ${n}`);
    return (1000 * views) / (performance.now() - since);
  });
}

function inDatabase<T>(work: (database: Database.Database) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'inkstone-bare-'));
  const database = new Database(join(folder, 'bare.db'));
  try {
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    return work(database);
  } finally {
    database.close();
    rmSync(folder, { recursive: true });
  }
}
