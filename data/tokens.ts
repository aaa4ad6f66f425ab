import { createHash, randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { toTime } from './article-rows.ts';
import type { Database } from './database.ts';
import { Problem } from './errors.ts';

/** What a token may do. */
export const SCOPES = ['read', 'write', 'upload', 'curation'] as const;

export type Scope = (typeof SCOPES)[number];

/** What is known of a token; the token itself is stored nowhere. */
export interface TokenInfo {
  id: string;
  name: string;
  scopes: Scope[];
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
}

/** The tokens that operators made. */
export interface Tokens {
  /** Makes a token and answers it, this once. @throws Problem `conflict` when a token in use has the name. */
  create(token: {
    name: string;
    scopes: Scope[];
    expiresAt?: string | null;
  }): Promise<{ token: string; id: string }>;
  /** All tokens, revoked ones included, oldest first. */
  list(): Promise<TokenInfo[]>;
  /** Ends a token at once, by id or name; false when none in use has it. */
  revoke(idOrName: string): Promise<boolean>;
  /** The token in use that has this text; undefined for an unknown, expired or revoked one. */
  find(token: string): Promise<{ id: string; name: string; scopes: Scope[] } | undefined>;
}

interface TokenRow {
  id: string;
  name: string;
  scopes: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
}

const IN_USE = 'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)';

export function createTokens(database: Database, now: () => number): Tokens {
  return {
    create: async (token) => database.write(() => createToken(database, now(), token)),
    list: async () => database.all<TokenRow>('SELECT * FROM tokens ORDER BY created_at, id').map(toInfo),
    revoke: async (idOrName) =>
      database.write(
        () =>
          database.run(
            'UPDATE tokens SET revoked_at = ? WHERE (id = ? OR name = ?) AND revoked_at IS NULL',
            now(),
            idOrName,
            idOrName,
          ).changes > 0,
      ),
    find: async (token) => {
      const row = database.get<TokenRow>(
        `SELECT * FROM tokens WHERE hash = ? AND ${IN_USE}`,
        hashOf(token),
        now(),
      );
      return row && { id: row.id, name: row.name, scopes: JSON.parse(row.scopes) as Scope[] };
    },
  };
}

function createToken(
  database: Database,
  at: number,
  { name, scopes, expiresAt }: { name: string; scopes: Scope[]; expiresAt?: string | null },
): { token: string; id: string } {
  if (database.get(`SELECT 1 FROM tokens WHERE name = ? AND ${IN_USE}`, name, at))
    throw new Problem(
      'conflict',
      `A token named "${name}" is in use already. Choose another name, or revoke it first.`,
    );
  const token = `ink_${randomBytes(32).toString('base64url')}`;
  const id = uuid();
  database.run(
    'INSERT INTO tokens (id, name, hash, scopes, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
    id,
    name,
    hashOf(token),
    JSON.stringify(scopes),
    at,
    expiresAt ? Date.parse(expiresAt) : null,
  );
  return { token, id };
}

/** A token is 256 random bits, so a plain hash cannot be guessed back. */
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function toInfo(row: TokenRow): TokenInfo {
  const time = (at: number | null) => (at === null ? null : toTime(at));
  return {
    id: row.id,
    name: row.name,
    scopes: JSON.parse(row.scopes) as Scope[],
    createdAt: toTime(row.created_at),
    expiresAt: time(row.expires_at),
    revokedAt: time(row.revoked_at),
  };
}
