import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { problemBody } from '../api/http/errors.ts';
import { Problem } from '../data/errors.ts';

/** A name or an address, and perhaps a port (RFC 9110 7.2), in ASCII as browsers send it. */
const PLAIN_HOST = /^(?:[\w.-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * Whether the Host of a request cannot be read as anything else, such as the beginning of an address: what a request asks for is
 * said by its first line alone.
 */
export function hasPlainHost({ headers: { host } }: IncomingMessage): boolean {
  return host === undefined || PLAIN_HOST.test(host);
}

/** Answers 400 (RFC 9112 3.2). */
export function refuseHost(response: ServerResponse): void {
  const problem = new Problem(
    'malformed',
    'The header Host must be a name or an address, and perhaps a port.',
  );
  const body = JSON.stringify(problemBody(problem, randomUUID()));
  response.writeHead(400, { 'Content-Type': 'application/problem+json', 'Content-Length': body.length });
  response.end(body);
}
