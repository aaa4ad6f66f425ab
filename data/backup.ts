import SqliteDatabase from 'better-sqlite3';

/** Pages copied between two looks at other work. */
const PAGES_AT_ONCE = 2000;

/** What a database holds, as far as a copy of it can be compared. */
export interface DatabaseContents {
  schemaVersion: number;
  /** Rows of each table, by name; the full-text index aside. */
  rows: Record<string, number>;
}

/** A file that the database speaks of, by its name in the folder of uploads. `bytes` is known of originals alone. */
export interface NamedFile {
  name: string;
  bytes: number | undefined;
}

/**
 * Copies a database as it is at this moment into a new file, while others go on writing to it, and answers what it held.
 * The copy is one file, without a log beside it.
 */
export async function copyDatabase(
  source: string,
  target: string,
  onProgress: (pages: number, total: number) => void = () => {},
): Promise<DatabaseContents> {
  const connection = new SqliteDatabase(source, { readonly: true, timeout: 5000 });
  try {
    // The snapshot is held open: otherwise each write by the service would make the copy begin anew.
    connection.exec('BEGIN');
    const contents = contentsOf(connection);
    await connection.backup(target, {
      progress: ({ totalPages, remainingPages }) => {
        onProgress(totalPages - remainingPages, totalPages);
        return PAGES_AT_ONCE;
      },
    });
    connection.exec('COMMIT');
    intoOneFile(target);
    return contents;
  } finally {
    connection.close();
  }
}

/**
 * Reads a whole database that nobody writes to and answers what it holds.
 * @throws Error when it is damaged.
 */
export function verifyDatabase(file: string): { contents: DatabaseContents; uploads: NamedFile[] } {
  const connection = new SqliteDatabase(file, { readonly: true, fileMustExist: true });
  try {
    const found = connection.pragma('integrity_check') as { integrity_check: string }[];
    const broken = connection.pragma('foreign_key_check') as { table: string }[];
    const damage = [
      ...found.map((row) => row.integrity_check).filter((line) => line !== 'ok'),
      ...broken.map(({ table }) => `a row of ${table} refers to nothing`),
    ];
    if (damage.length > 0)
      throw new Error(`The database ${file} is damaged: ${damage.slice(0, 3).join('; ')}.`);
    return { contents: contentsOf(connection), uploads: uploadsOf(connection) };
  } catch (error) {
    if (error instanceof SqliteDatabase.SqliteError)
      throw new Error(`The database ${file} cannot be read: ${error.message}.`, { cause: error });
    throw error;
  } finally {
    connection.close();
  }
}

function contentsOf(connection: SqliteDatabase.Database): DatabaseContents {
  const tables = connection
    .prepare<[], string>(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .pluck()
    .all();
  const count = (table: string) =>
    connection.prepare<[], number>(`SELECT count(*) FROM "${table}"`).pluck().get() as number;
  return {
    schemaVersion: connection.pragma('user_version', { simple: true }) as number,
    rows: Object.fromEntries(tables.map((table) => [table, count(table)])),
  };
}

function uploadsOf(connection: SqliteDatabase.Database): NamedFile[] {
  const nameOf = (url: string) => url.slice('/uploads/'.length);
  return connection
    .prepare<[], { url: string; bytes: number | null }>(
      'SELECT url, bytes FROM uploads UNION ALL ' +
        "SELECT json_extract(variant.value, '$.url'), NULL FROM uploads u, json_each(u.variants) variant " +
        'WHERE u.variants IS NOT NULL',
    )
    .all()
    .map(({ url, bytes }) => ({ name: nameOf(url), bytes: bytes ?? undefined }));
}

function intoOneFile(file: string): void {
  const copy = new SqliteDatabase(file);
  try {
    copy.pragma('journal_mode = DELETE');
  } finally {
    copy.close();
  }
}
