import { createServer, type RequestListener, type Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** From the first byte, or from the connection itself, to the end of the head: a client that dawdles has other plans. */
const HEAD_MS = 10_000;
/** To the end of the body. A picture of 5 MB takes so long at 350 kbit/s. */
const REQUEST_MS = 120_000;
/** Longer than a proxy keeps its idle connections is not possible (Caddy: two minutes), but most reuse is soon. */
const IDLE_MS = 65_000;
/** Without a byte in either direction; longer than any answer takes to begin (`Prefer: wait`, a large picture). */
const SILENCE_MS = 90_000;
const CHECK_MS = 2_000;
/** Between two looks for connections on which nothing is under way, while the server is ending. */
const SWEEP_MS = 200;
/** New ones may come so fast that the door is never free. */
const DOOR_MS = 2_000;
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

/**
 * Takes no new connections and returns when those that are there have had their answers, or after `patienceMs`. The server's
 * own `close` would reset connections whose request has arrived but has not been read yet.
 */
export async function endConnections(server: Server, patienceMs: number): Promise<void> {
  const letIn = holdRequests(server);
  await untilNobodyWaits(server);
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  letIn();
  const sweeping = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const timer = setTimeout(() => server.closeAllConnections(), patienceMs);
  await closed;
  clearInterval(sweeping);
  clearTimeout(timer);
  // Also ends the server's look for slow requests, which the listener's alone does not.
  server.close();
}

/** Lets requests that arrive wait, so that the event loop has nothing to do but to accept; returns what lets them go on. */
function holdRequests(server: Server): () => void {
  const listeners = server.listeners('request') as RequestListener[];
  const held: Parameters<RequestListener>[] = [];
  server.removeAllListeners('request');
  server.on('request', (...request) => held.push(request));
  return () => {
    server.removeAllListeners('request');
    // Says so that the client, or a proxy, sends its next request on another connection.
    server.on('request', (_request, response) => {
      response.shouldKeepAlive = false;
    });
    for (const listener of listeners) server.on('request', listener);
    for (const request of held) server.emit('request', ...request);
  };
}

/**
 * The system lets clients in before we do, one each turn of the event loop: those who wait when the door is closed are reset.
 * After a turn in which nobody came there is nobody.
 */
async function untilNobodyWaits(server: Server): Promise<void> {
  let hasCome = true;
  const note = () => {
    hasCome = true;
  };
  server.on('connection', note);
  for (const until = performance.now() + DOOR_MS; hasCome && performance.now() < until; ) {
    hasCome = false;
    // The first ends the present turn, the second one that is whole.
    await nextTurn();
    await nextTurn();
  }
  server.off('connection', note);
}
