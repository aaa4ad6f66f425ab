import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  createFileServer,
  type FileServer,
  type FileServerOptions,
} from '../../../site/serving/file-server.ts';

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  text: string;
}

/** A real HTTP server over real files in a folder of its own. */
export interface PublishedSite {
  folder: string;
  files: FileServer;
  port: number;
  /** Sends exactly this request target; nothing is normalised on the way. */
  get(target: string, headers?: Record<string, string>, method?: string): Promise<Reply>;
  /** Writes a file below `folder`. */
  write(file: string, content: string | Buffer): Promise<void>;
  close(): Promise<void>;
}

/** What the server answers when the file server passes a request on. */
export const PASSED_ON = 418;

/** Starts a site whose published files lie in `site/` (or elsewhere) and whose uploads lie in `uploads/`. */
export async function startSite(
  content: Record<string, string | Buffer> = {},
  options: Partial<FileServerOptions> = {},
  publicFolder = 'site',
): Promise<PublishedSite> {
  const folder = await mkdtemp(join(tmpdir(), 'inkstone-serving-'));
  const write = async (file: string, bytes: string | Buffer) => {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), bytes);
  };
  await Promise.all(Object.entries(content).map(([file, bytes]) => write(file, bytes)));
  const roots = [
    { prefix: '/', folder: join(folder, publicFolder) },
    { prefix: '/uploads/', folder: join(folder, 'uploads') },
    { prefix: '/social/', folder: join(folder, 'social') },
  ];
  const files = createFileServer({ roots, ...options });
  const server = createServer((incoming: IncomingMessage, response: ServerResponse) => {
    files.handle(incoming, response, () => response.writeHead(PASSED_ON).end('passed on'));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return {
    folder,
    files,
    port,
    get: (target, headers = {}, method = 'GET') => sendTo(port, { target, headers, method }),
    write,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await rm(folder, { recursive: true });
    },
  };
}

/** Sends one request, its target as it is, to a server of this machine. */
export function sendTo(
  port: number,
  { target, headers, method }: { target: string; headers: Record<string, string>; method: string },
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ port, host: '127.0.0.1', path: target, headers, method }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const body = Buffer.concat(chunks);
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body, text: body.toString() });
    });
    outgoing.on('error', reject).end();
  });
}
