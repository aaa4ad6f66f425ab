import type { IncomingMessage, Server } from 'node:http';

/** Whoever has waited so long is refused when there are many more: a late answer helps nobody and delays those behind. */
const PATIENCE_MS = 2000;
/** Fewer have soon been answered, also where the machine is slow or the process has just started. */
const MANY = 64;
/** How many clients are let in before the next request has its turn. */
const AT_THE_DOOR = 16;
/** How long a turn may have lasted when it takes one more request: few requests wait at all. */
const TURN_MS = 4;

/** Requests that need work, in the order in which they came. */
export interface RequestLine {
  /** Answers a request now when nobody waits and the turn is young, else when its own turn comes. */
  add(request: IncomingMessage, answer: () => void): void;
  /** Whether a request has waited for too long and should be refused; told of those whose turn has come. */
  isLate(request: IncomingMessage): boolean;
}

interface Waiting {
  request: IncomingMessage;
  answer: () => void;
  since: number;
}

/**
 * Keeps the turns of the event loop short: when one has lasted a while, each further request gets a turn of its own. Without
 * it, Node works on all that have arrived in one turn, in which nobody else gets a file and only one client is let in: under
 * load the others would wait unseen, and for nothing.
 */
export function formLine(server: Server): RequestLine {
  const line: Waiting[] = [];
  const late = new WeakSet<IncomingMessage>();
  let isMoving = false;
  let turnBegan = 0;
  let hasCome = false;
  let letIn = 0;
  server.on('connection', () => {
    hasCome = true;
  });

  /** Those whose client has gone meanwhile are passed over: nobody would read their answers. */
  function takeNext(): Waiting | undefined {
    let next = line.shift();
    while (next?.request.socket.destroyed) next = line.shift();
    return next;
  }

  function move(): void {
    // One client comes in each turn, whatever else happens in it.
    if (hasCome && letIn < AT_THE_DOOR) {
      hasCome = false;
      letIn++;
      return void setImmediate(move);
    }
    letIn = 0;
    turnBegan = performance.now();
    const next = takeNext();
    isMoving = next !== undefined;
    if (!next) return;
    setImmediate(move);
    const { request, answer, since } = next;
    if (line.length >= MANY && performance.now() - since > PATIENCE_MS) late.add(request);
    answer();
  }

  return {
    add: (request, answer) => {
      const now = performance.now();
      if (!isMoving) {
        isMoving = true;
        turnBegan = now;
        setImmediate(move);
      }
      if (line.length === 0 && now - turnBegan < TURN_MS) answer();
      else line.push({ request, answer, since: now });
    },
    isLate: (request) => late.has(request),
  };
}
