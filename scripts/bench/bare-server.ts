/*
 * What HTTP itself costs, as a process of its own: `node bare-server.ts page PORT FILE` answers every request with the
 * bytes of a file from memory by bare node:http; `node bare-server.ts hello PORT` answers a few bytes by Hono.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const [kind, port, file] = process.argv.slice(2);

if (kind === 'page') servePage(readFileSync(String(file)));
else
  serve({
    fetch: new Hono().get('/', (c) => c.text('Hello')).fetch,
    port: Number(port),
    hostname: 'localhost',
  });

function servePage(page: Buffer): void {
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': page.length };
  createServer((_, response) => response.writeHead(200, headers).end(page)).listen(Number(port), 'localhost');
}
