import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import SqliteDatabase from 'better-sqlite3';
import { expect } from 'vitest';
import type { RunningService } from '../support/running-service.ts';

/*
 * fixtures/schema-NNNN.db.gz  the database of a small newsroom as that version of the schema kept it, from a backup; a release
 *                             that brings a migration adds its own, and none ever changes
 * fixtures/uploads/           the picture that they all speak of
 */

const FIXTURES = fileURLToPath(new URL('./fixtures', import.meta.url));

/** The versions of the schema of which there is a database. */
export const OLD_VERSIONS = readdirSync(FIXTURES)
  .map((name) => Number(/^schema-(\d{4})\.db\.gz$/.exec(name)?.[1]))
  .filter((version) => version > 0);

/** Makes a data folder as that version left it, in place of whatever is there. */
export function unpackOld(version: number, dataFolder: string): void {
  rmSync(dataFolder, { recursive: true, force: true });
  mkdirSync(dataFolder, { recursive: true });
  const packed = readFileSync(join(FIXTURES, `schema-${String(version).padStart(4, '0')}.db.gz`));
  writeFileSync(join(dataFolder, 'inkstone.db'), gunzipSync(packed));
  cpSync(join(FIXTURES, 'uploads'), join(dataFolder, 'uploads'), { recursive: true });
}

interface OldArticle {
  row: number;
  id: string;
  slug: string;
  tags: string;
  [field: string]: unknown;
}

/** What an old database holds, in the names that the API uses. */
export interface OldContents {
  articles: Record<string, unknown>[];
  /** From an old path to the slug that it leads to. */
  moved: Record<string, string>;
  runs: string[];
  tokens: number;
  uploads: string[];
}

/** Reads what an old database holds, before anybody else opens it. */
export function readOld(dataFolder: string): OldContents {
  const database = new SqliteDatabase(join(dataFolder, 'inkstone.db'), { readonly: true });
  const all = <Row>(sql: string) => database.prepare<[], Row>(sql).all();
  try {
    const articles = all<OldArticle>(
      'SELECT row, id, slug, lang, status, title, summary, category, tags, author, source_url, thumbnail_url, translation_of, ' +
        "views, json_object('like', likes, 'fire', fires, 'mindblown', mindblowns, 'heart', hearts) AS reactions, html AS content " +
        'FROM articles JOIN contents ON article = row',
    );
    const moved = all<{ lang: string; old: string; slug: string }>(
      'SELECT lang, r.slug AS old, a.slug FROM slug_redirects r JOIN articles a ON article = row WHERE status = ' +
        "'published'",
    );
    return {
      articles: articles.map(({ row: _, reactions, ...article }) => ({
        ...article,
        tags: JSON.parse(article.tags) as string[],
        reactions: JSON.parse(reactions as string) as unknown,
      })),
      moved: Object.fromEntries(
        moved.map(({ lang, old, slug }) => [path(lang, old), path(lang, slug)] as const),
      ),
      runs: all<{ run_id: string }>('SELECT run_id FROM curation_runs').map(({ run_id }) => run_id),
      tokens: all('SELECT 1 FROM tokens').length,
      uploads: all<{ url: string }>('SELECT url FROM uploads').map(({ url }) => url),
    };
  } finally {
    database.close();
  }
}

const path = (lang: string, slug: string) => `/${lang}/articles/${encodeURIComponent(slug)}`;

/** Compares what the service says with what the old database held. */
export async function expectAllOf(old: OldContents, service: RunningService): Promise<void> {
  const answer = async <Body>(address: string) => (await (await service.call(address)).json()) as Body;
  const { data } = await answer<{ data: { id: string }[] }>('/api/v1/articles?limit=100&include=content');
  const byId = (a: Record<string, unknown>, b: Record<string, unknown>) =>
    String(a.id) < String(b.id) ? -1 : 1;
  expect(data.sort(byId)).toMatchObject(old.articles.toSorted(byId));
  for (const [from, to] of Object.entries(old.moved)) {
    const response = await service.call(from, { token: null });
    expect([response.status, response.headers.get('location')], from).toEqual([301, to]);
  }
  const { data: runs } = await answer<{ data: { run_id: string }[] }>('/api/v1/curation-log');
  expect(runs.map(({ run_id }) => run_id).sort()).toEqual(old.runs.toSorted());
  for (const url of old.uploads) expect((await service.call(url, { token: null })).status).toBe(200);
  await expectSearchable(old, service);
}

/** Every public article is found by its title. */
async function expectSearchable({ articles }: OldContents, service: RunningService): Promise<void> {
  for (const { id, title, lang, status } of articles) {
    if (status !== 'published') continue;
    const query = new URLSearchParams({ q: String(title), lang: String(lang) });
    const response = await service.call(`/api/v1/search/suggest?${query}`);
    const { suggestions } = (await response.json()) as { suggestions: { id: string }[] };
    expect(
      suggestions.map((suggestion) => suggestion.id),
      String(title),
    ).toContain(id);
  }
}
