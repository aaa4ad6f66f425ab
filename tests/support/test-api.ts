import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { onTestFinished } from 'vitest';
import { createApi } from '../../api/app.ts';
import { type Config, readConfig } from '../../api/config.ts';
import type { ApiDependencies } from '../../api/dependencies.ts';
import { createLog } from '../../api/http/logging.ts';
import { createImageStore } from '../../api/images.ts';
import { describeApi } from '../../api/openapi.ts';
import { createVariantQueue, type VariantQueue } from '../../api/upload-variants.ts';
import { openStore, type Store } from '../../data/store.ts';
import type { Scope } from '../../data/tokens.ts';
import { type ApiDocument, type Contract, createContract } from './contract.ts';

/** The token of `API_TOKEN` in tests; it has every scope. */
export const TOKEN = 'a-token-that-only-tests-know';

/** The site's address in tests. */
export const SITE_URL = 'https://inkstone.test';

/** A call as a test writes it. */
export interface Call {
  method?: string;
  /** A token, or `null` for a call without one. `TOKEN` unless given. */
  token?: string | null;
  /** A body to be sent as JSON. */
  json?: unknown;
  body?: RequestInit['body'];
  headers?: Record<string, string>;
  /** Whether the call comes from one of the site's own pages, without a token. */
  fromOwnPage?: boolean;
  /** The address of the client's socket. */
  address?: string;
}

/** A whole API over a real database and real pictures in a folder of its own, removed when the test ends. */
export interface TestApi {
  store: Store;
  config: Config;
  /** What the log has said so far, line by line. */
  logged: Record<string, unknown>[];
  /** The time that the API and the store see. */
  time: { now: Date };
  /** The publisher as the API sees it. A test decides what is live. */
  publication: {
    woken: number;
    isLive: boolean;
    lag: number;
    failing: string[];
    waits: { seq: number; ms: number }[];
  };
  /** Where the variants of uploads are made, after the answer. */
  variants: VariantQueue;
  /** Calls the API, and checks the answer against the OpenAPI document. */
  call(path: string, call?: Call): Promise<Response>;
  /** Lets the API answer on a port of this machine until the test ends; for what only a real connection can show. */
  listen(): Promise<number>;
  /** Makes a token that has only some scopes. */
  tokenWith(...scopes: Scope[]): Promise<string>;
}

/** What a test may set up differently. */
interface Setup {
  environment?: Record<string, string>;
  now?: Date;
  onDemand?: ApiDependencies['onDemand'];
  /** Changes the store that the API gets, to let a part of it fail. */
  storeSeenByApi?: (store: Store) => Store;
}

let contract: Contract | undefined;

/** Opens an API for one test. Rate limits are out of the way unless `environment` sets them. */
export async function openTestApi(setup: Setup = {}): Promise<TestApi> {
  const folder = await mkdtemp(join(tmpdir(), 'inkstone-api-'));
  const config = readConfig({
    SITE_URL,
    API_TOKEN: TOKEN,
    INKSTONE_DATA: folder,
    RATE_LIMIT_ANONYMOUS: '100000',
    RATE_LIMIT_TOKEN: '100000',
    ...setup.environment,
  });
  const time = { now: setup.now ?? new Date() };
  const clock = () => time.now;
  const store = openStore({ file: join(folder, 'inkstone.db'), clock });
  onTestFinished(async () => {
    await variants.close();
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  const logged: Record<string, unknown>[] = [];
  const log = createLog('debug', { write: (line) => void logged.push(JSON.parse(line)) });
  const publication = {
    woken: 0,
    isLive: true,
    lag: 0,
    failing: [] as string[],
    waits: [] as TestApi['publication']['waits'],
  };
  const images = createImageStore({ folder: join(folder, 'uploads') });
  const variants = createVariantQueue({ store, images, publication: seenByApi(publication), log });
  const { app, replays } = createApi({
    store: setup.storeSeenByApi?.(store) ?? store,
    images,
    variants,
    publication: seenByApi(publication),
    config,
    clock,
    log,
    onDemand: setup.onDemand,
  });
  contract ??= createContract(describeApi(app, SITE_URL) as unknown as ApiDocument);

  return {
    store,
    config,
    logged,
    time,
    publication,
    variants,
    call: async (path, call = {}) => {
      const request = toRequest(path, call);
      const socket = { remoteAddress: call.address ?? '192.0.2.1' };
      const response = await app.fetch(request, { incoming: { socket } });
      await contract?.check(request.method, path, response);
      return response;
    },
    listen: async () => {
      const answer = getRequestListener(app.fetch);
      const server = createServer((request, response) =>
        replays.handle(request, response, () => void answer(request, response)),
      );
      onTestFinished(() => {
        server.closeAllConnections();
        server.close();
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return (server.address() as AddressInfo).port;
    },
    tokenWith: async (...scopes) => {
      const { token } = await store.tokens.create({ name: scopes.join('-') || 'none', scopes });
      return token;
    },
  };
}

function seenByApi(publication: TestApi['publication']): ApiDependencies['publication'] {
  return {
    wake: () => {
      publication.woken++;
    },
    whenLive: async (seq, ms) => {
      publication.waits.push({ seq, ms });
      return publication.isLive;
    },
    status: async () => ({ lag: publication.lag, failing: publication.failing }),
  };
}

function toRequest(path: string, call: Call): Request {
  const headers = new Headers(call.headers);
  if (call.fromOwnPage) headers.set('Sec-Fetch-Site', 'same-origin');
  const token = call.token === undefined && !call.fromOwnPage ? TOKEN : call.token;
  if (token && !headers.has('Authorization')) headers.set('Authorization', `Bearer ${token}`);
  const isJson = call.json !== undefined;
  if (isJson && !headers.has('Content-Type')) headers.set('Content-Type', 'application/json');
  const body = isJson ? JSON.stringify(call.json) : call.body;
  const method = call.method ?? (body === undefined ? 'GET' : 'POST');
  return new Request(`${SITE_URL}${path}`, { method, headers, body, duplex: 'half' } as RequestInit);
}
