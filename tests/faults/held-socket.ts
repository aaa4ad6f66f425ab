import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

/*
 * Holds the listening socket as systemd does for inkstone.socket, and runs the service on it again whenever it ends. Waiting
 * for the service stops the event loop, so this process never accepts a connection itself.
 */

const START = fileURLToPath(new URL('../../scripts/start.ts', import.meta.url));

const server = createServer().listen(Number(process.env.PORT), process.env.HOST, () => {
  // The one way to learn the number of a socket.
  const { fd } = (server as unknown as { _handle: { fd: number } })._handle;
  for (;;)
    spawnSync('/bin/sh', ['-c', 'LISTEN_PID=$$ exec "$0" "$1"', process.execPath, START], {
      stdio: ['ignore', 'inherit', 'inherit', fd],
      env: { ...process.env, LISTEN_FDS: '1' },
    });
});
