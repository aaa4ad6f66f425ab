import type { IncomingMessage, Server } from 'node:http';

/** Whoever has waited so long is refused when there are many more: a late answer helps nobody and delays those behind. */
const PATIENCE_MS = 2000;
/** Fewer have soon been answered, also where the machine is slow or the process has just started. */
const MANY = 64;
/** How many clients are let in before the next request has its turn. */
const AT_THE_DOOR = 16;

/** Requests that need work, in the order in which they came. */
export interface RequestLine {
  /** Answers a request now when nobody waits, else when its turn comes. */
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
 * Works on one request in each turn of the event loop. Without it, Node works on all that have arrived in one turn, in which
 * nobody else gets a file and only one client is let in: under load the others would wait unseen, and for nothing.
 */
export function formLine(server: Server): RequestLine {
  const line: Waiting[] = [];
  const late = new WeakSet<IncomingMessage>();
  let isMoving = false;
  let hasCome = false;
  let letIn = 0;
  server.on('connection', () => {
    hasCome = true;
  });

  function move(): void {
    // One client comes in each turn, whatever else happens in it.
    if (hasCome && letIn < AT_THE_DOOR) {
      hasCome = false;
      letIn++;
      return void setImmediate(move);
    }
    letIn = 0;
    const next = line.shift();
    isMoving = next !== undefined;
    if (!next) return;
    setImmediate(move);
    const { request, answer, since } = next;
    if (line.length >= MANY && performance.now() - since > PATIENCE_MS) late.add(request);
    answer();
  }

  return {
    add: (request, answer) => {
      if (isMoving) return void line.push({ request, answer, since: performance.now() });
      isMoving = true;
      setImmediate(move);
      answer();
    },
    isLate: (request) => late.has(request),
  };
}
