import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { placed } from './processors.ts';
import type { Report } from './report.ts';

const BARE_SERVER = fileURLToPath(new URL('bare-server.ts', import.meta.url));

/** A server that runs beside Inkstone for comparison, on the processor for servers. */
export interface Server {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** Starts scripts/bench/bare-server.ts as a process of its own. */
export function startBareServer(port: number, [kind, ...rest]: string[]): Promise<Server> {
  const command = [process.execPath, BARE_SERVER, String(kind), String(port), ...rest];
  return startServer(command, { url: `http://localhost:${port}/` });
}

/** Those of nginx and Caddy that are installed; each serves the page from a file. */
export function pagePeers(
  page: string,
  port: number,
  report: Report,
): { name: string; start: () => Promise<Server> }[] {
  const peers = [
    { name: 'nginx', command: ['nginx', '-p', '.', '-c'], file: 'nginx.conf', config: nginxConfig(port) },
    { name: 'Caddy', command: ['caddy', 'run', '--config'], file: 'Caddyfile', config: caddyfile(port) },
  ];
  const isInstalled = ({ name, command }: (typeof peers)[number]) => {
    const isThere = !spawnSync(String(command[0]), ['version']).error;
    if (!isThere) report.leaveOut(name, 'not installed');
    return isThere;
  };
  return peers.filter(isInstalled).map(({ name, command, file, config }) => ({
    name,
    start: () => {
      const folder = mkdtempSync(join(tmpdir(), 'inkstone-peer-'));
      writeFileSync(join(folder, 'page.html'), page);
      writeFileSync(join(folder, file), config);
      return startServer([...command, join(folder, file)], {
        url: `http://localhost:${port}/page.html`,
        folder,
      });
    },
  }));
}

/** Starts a server and waits until it answers; its folder goes when it stops. */
async function startServer(
  command: string[],
  { url, folder }: { url: string; folder?: string },
): Promise<Server> {
  const [program, ...parameters] = placed('server', command);
  const child = spawn(program, parameters, {
    stdio: 'ignore',
    cwd: folder,
    // As many threads as the processor that it is given: one.
    env: { ...process.env, GOMAXPROCS: '1', ...(folder && { HOME: folder, XDG_DATA_HOME: folder }) },
  });
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (child.exitCode === null && child.kill('SIGTERM')) await ended;
    if (folder) rmSync(folder, { recursive: true });
  };
  for (let tries = 0; tries < 250; tries++, await wait(20)) {
    const answer = await fetch(url).catch(() => undefined);
    if (!answer) continue;
    await answer.arrayBuffer();
    if (answer.status === 200) return { url, pid: child.pid as number, stop };
  }
  await stop();
  throw new Error(`Nothing answers at ${url}: ${command.join(' ')}`);
}

function nginxConfig(port: number): string {
  return `daemon off; worker_processes 1; pid nginx.pid; error_log stderr crit; user root;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; open_file_cache max=1000; types { text/html html; }
  client_body_temp_path tmp; proxy_temp_path tmp; fastcgi_temp_path tmp; uwsgi_temp_path tmp; scgi_temp_path tmp;
  server { listen 127.0.0.1:${port}; listen [::1]:${port}; root .; keepalive_requests 100000000; }
}`;
}

function caddyfile(port: number): string {
  return `{
  admin off
  auto_https off
}
http://localhost:${port} {
  root * .
  file_server
}`;
}
