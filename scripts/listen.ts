import type { Server } from 'node:http';

/** The first socket that is handed over (sd_listen_fds(3)). */
const HANDED_OVER = 3;

/**
 * Begins to accept connections: on the socket that the service manager holds for this process (systemd's socket activation),
 * else on one of its own. A socket that is held stays open while one process ends and the next starts: whoever connects
 * meanwhile waits, instead of being refused.
 * @throws Error when the port is taken.
 */
export function listen(
  server: Server,
  { port, host }: { port: number; host: string },
  environment: Record<string, string | undefined>,
): Promise<void> {
  const { LISTEN_PID, LISTEN_FDS } = environment;
  const isHandedOver = LISTEN_PID === String(process.pid) && Number(LISTEN_FDS) >= 1;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(isHandedOver ? { fd: HANDED_OVER } : { port, host }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
