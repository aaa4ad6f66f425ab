import { type Articles, createArticles } from './articles.ts';
import { type Changes, createChanges } from './changes.ts';
import { type CurationLog, createCurationLog } from './curation-log.ts';
import { type Database, openDatabase } from './database.ts';
import { createIdempotency, type Idempotency } from './idempotency.ts';
import { migrate } from './migrate.ts';
import { createMostRead, type MostRead } from './most-read.ts';
import { createPublicSite, type PublicSite } from './public-site.ts';
import { createReactionBook, type ReactionBook } from './reactions.ts';
import { createSearch, type HearIndexing, type Search, updateIndexes } from './search.ts';
import { createSecrets, type Secrets } from './secrets.ts';
import { createTokens, type Tokens } from './tokens.ts';
import { createUploads, type Uploads } from './uploads.ts';
import { createViews, type Views } from './views.ts';

/** Everything that Inkstone keeps. Each function is one unit of work: it happens as a whole or not at all. */
export interface Store {
  articles: Articles;
  site: PublicSite;
  search: Search;
  reactions: ReactionBook;
  views: Views;
  mostRead: MostRead;
  curation: CurationLog;
  tokens: Tokens;
  idempotency: Idempotency;
  uploads: Uploads;
  secrets: Secrets;
  changes: Changes;
  /** @throws Problem `unavailable` when the database cannot be written. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the database file, makes it when it is missing, and brings its schema and its search indexes up to date (minutes, after
 * an upgrade that changes what these hold).
 * With `readonly` the file must exist and be up to date. With `leavesIndexes` these stay as they are, for who needs neither
 * articles nor search.
 * @throws Error when the database was written by a newer Inkstone.
 */
export function openStore({
  file,
  clock = () => new Date(),
  readonly = false,
  leavesIndexes = false,
  onIndexing,
}: {
  file: string;
  clock?: () => Date;
  readonly?: boolean;
  leavesIndexes?: boolean;
  onIndexing?: HearIndexing;
}): Store {
  const database = openDatabase(file, { readonly });
  try {
    if (!readonly) migrate(database);
    if (!readonly && !leavesIndexes) updateIndexes(database, onIndexing);
  } catch (error) {
    database.close();
    throw error;
  }
  return createStore(database, () => clock().getTime());
}

function createStore(database: Database, now: () => number): Store {
  const idempotency = createIdempotency(database, now);
  return {
    articles: createArticles(idempotency.guarded, now),
    site: createPublicSite(database),
    search: createSearch(database),
    reactions: createReactionBook(database),
    views: createViews(database, now),
    mostRead: createMostRead(database, now),
    curation: createCurationLog(idempotency.guarded, now),
    tokens: createTokens(database, now),
    idempotency,
    uploads: createUploads(database, now),
    secrets: createSecrets(database),
    changes: createChanges(database),
    check: async () => {
      await database.tally(() => database.run('UPDATE heartbeat SET at = ? WHERE only_row = 1', now()));
    },
    close: async () => database.close(),
  };
}
