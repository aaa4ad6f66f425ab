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
