import { randomBytes } from 'node:crypto';
import type { Database } from './database.ts';

/** Keys that the service makes for itself. */
export interface Secrets {
  /** 32 random bytes, the same at every call and start. */
  get(name: string): Promise<Buffer>;
}

export function createSecrets(database: Database): Secrets {
  const find = (name: string) =>
    database.get<{ value: Buffer }>('SELECT value FROM secrets WHERE name = ?', name)?.value;
  return {
    get: async (name) =>
      find(name) ??
      database.write(() => {
        database.run(
          'INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING',
          name,
          randomBytes(32),
        );
        return find(name) as Buffer;
      }),
  };
}
