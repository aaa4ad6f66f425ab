import { connect } from 'node:net';

/** Sends bytes as they are (Latin-1) and answers all that comes back until the server is silent or closes. */
export function sendRaw(url: string, bytes: string, { silenceMs = 1000 } = {}): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'));
    socket.setTimeout(silenceMs, () => socket.destroy());
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
    });
    socket.on('error', (error: NodeJS.ErrnoException) => error.code !== 'ECONNRESET' && reject(error));
    socket.on('close', () => resolve(received));
  });
}

/** The status of each answer in what came back. */
export function statusesOf(received: string): number[] {
  return Array.from(received.matchAll(/^HTTP\/1\.1 (\d{3})/gm), ([, status]) => Number(status));
}
