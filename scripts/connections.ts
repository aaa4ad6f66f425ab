import { createServer, type RequestListener, type Server } from 'node:http';

/** From the first byte, or from the connection itself, to the end of the head: a client that dawdles has other plans. */
const HEAD_MS = 10_000;
/** To the end of the body. A picture of 5 MB takes so long at 350 kbit/s. */
const REQUEST_MS = 120_000;
/** Longer than a proxy keeps its idle connections is not possible (Caddy: two minutes), but most reuse is soon. */
const IDLE_MS = 65_000;
/** Without a byte in either direction; longer than any answer takes to begin (`Prefer: wait`, a large picture). */
const SILENCE_MS = 90_000;
const CHECK_MS = 2_000;
/** Each costs some 10 KB; below the number of files that a service may have open (systemd: 524,288), above any honest use. */
const MAX_CONNECTIONS = 16_384;

/** An HTTP server on which nobody can hold what others need: slow heads, slow bodies, unread answers end by themselves. */
export function createPatientServer(listener: RequestListener): Server {
  const server = createServer(
    {
      headersTimeout: HEAD_MS,
      requestTimeout: REQUEST_MS,
      keepAliveTimeout: IDLE_MS,
      connectionsCheckingInterval: CHECK_MS,
      requireHostHeader: true,
      insecureHTTPParser: false,
    },
    listener,
  );
  server.setTimeout(SILENCE_MS);
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}
