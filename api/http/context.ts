import type { HttpBindings } from '@hono/node-server';
import type { Logger } from 'pino';
import type { Store } from '../../data/store.ts';
import type { Caller } from './access.ts';

/** What middleware finds out about a request and hands on to the route. */
export interface ApiEnv {
  /** Absent when the app is called without a server, as in tests. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    /** A UUID made for this request; in logs, in `X-Request-Id` and in a problem's `instance`. */
    requestId: string;
    /** The address of the client; never stored and never logged. */
    clientAddress: string;
    /** Absent outside the API. */
    caller: Caller;
    /** Counts bytes of the body that have arrived, in `/api` (body-memory.ts). @throws Problem `unavailable`. */
    takeBodyMemory: (bytes: number) => void;
    /** SHA-256 of what the body says, in hex; set by whatever reads the body. */
    bodyDigest?: string;
    /** Where the answers to requests with an `Idempotency-Key` are kept. */
    keptAnswers: Store['idempotency'];
    log: Logger;
  };
}
