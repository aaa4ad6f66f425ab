import type { Articles } from './articles.ts';
import type { Changes } from './changes.ts';
import type { CurationRun } from './curation-log.ts';
import type { PublicSite } from './public-site.ts';
import type { Reactions, ReactionType } from './reactions.ts';
import type { Search } from './search.ts';
import type { Scope, TokenInfo } from './tokens.ts';
import type { Upload, Variant } from './uploads.ts';

export interface Store {
  articles: Articles;
  site: PublicSite;
  search: Search;
  reactions: {
    get(idOrSlug: string, visitor: string): Promise<Reactions | undefined>;
    toggle(idOrSlug: string, visitor: string, type: ReactionType): Promise<(Reactions & { active: boolean }) | undefined>;
  };
  views: {
    record(idOrSlug: string, visitor: string): Promise<{ views: number; counted: boolean } | undefined>;
    current(idOrSlug: string): Promise<number | undefined>;
    prune(): Promise<number>;
  };
  curation: {
    record(entry: Record<string, unknown>): Promise<{ entry: CurationRun; created: boolean }>;
    list(query: { page: number; limit: number }): Promise<{ runs: CurationRun[]; total: number }>;
  };
  tokens: {
    create(token: { name: string; scopes: Scope[]; expiresAt?: string | null }): Promise<{ token: string; id: string }>;
    list(): Promise<TokenInfo[]>;
    revoke(idOrName: string): Promise<boolean>;
    find(token: string): Promise<{ id: string; name: string; scopes: Scope[] } | undefined>;
  };
  idempotency: {
    begin(request: { tokenId: string; key: string; fingerprint: string }): Promise<
      | { state: 'new' }
      | { state: 'in-progress' }
      | { state: 'mismatch' }
      | { state: 'done'; status: number; headers: Record<string, string>; body: string }
    >;
    finish(answer: { tokenId: string; key: string; status: number; headers: Record<string, string>; body: string }): Promise<void>;
    abandon(request: { tokenId: string; key: string }): Promise<void>;
    prune(): Promise<number>;
  };
  uploads: {
    add(upload: Omit<Upload, 'variants' | 'createdAt'>): Promise<Upload>;
    find(url: string): Promise<Upload | undefined>;
    findMany(urls: string[]): Promise<Map<string, Upload>>;
    setVariants(url: string, variants: Variant[]): Promise<{ seq: number }>;
    withoutVariants(): Promise<Upload[]>;
  };
  secrets: { get(name: string): Promise<Buffer> };
  /** @throws Problem `unavailable` when the database cannot be written. */
  check(): Promise<void>;
  changes: Changes;
  close(): Promise<void>;
}

/** Opens (and creates or migrates) the database file. */
export declare function openStore(options: { file: string; clock?: () => Date; readonly?: boolean }): Store;
