import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { FILE_HEADERS } from '../../../site/serving/page-headers.ts';
import { PASSED_ON, type PublishedSite, type Reply, sendTo, startSite } from './published-site.ts';

const CADDYFILE = fileURLToPath(new URL('../../../deploy/Caddyfile', import.meta.url));
const HAS_CADDY = spawnSync('caddy', ['version']).status === 0;

const LONG = 'Ink on paper, stone on stone. '.repeat(100);
const PUBLIC = 'site/current/public';
const CONTENT = {
  [`${PUBLIC}/index.html`]: `first ${LONG}`,
  [`${PUBLIC}/en/index.html`]: `home ${LONG}`,
  [`${PUBLIC}/categories.html`]: 'categories',
  [`${PUBLIC}/en/categories.html`]: 'categories en',
  [`${PUBLIC}/ko/articles/한글-조판.html`]: 'hangul',
  [`${PUBLIC}/en/tags/node.js.html`]: 'tag node.js',
  [`${PUBLIC}/en/tags/c++.html`]: 'tag c++',
  [`${PUBLIC}/en/tags/c#.html`]: 'tag c#',
  [`${PUBLIC}/en/tags/.net.html`]: 'tag .net',
  [`${PUBLIC}/en/tags/index.html`]: 'tag index',
  [`${PUBLIC}/en/tags/index.html~/archive/1.html`]: 'archive of tag index.html',
  [`${PUBLIC}/en/archive/1.html`]: 'archive 1',
  [`${PUBLIC}/en/articles/x.html`]: 'x',
  [`${PUBLIC}/en/articles/x.md`]: '# x',
  [`${PUBLIC}/feed/rss.xml`]: '<rss/>',
  [`${PUBLIC}/feed/atom.xml`]: '<feed/>',
  [`${PUBLIC}/feed/tag/node.js.xml`]: '<rss/>',
  [`${PUBLIC}/feed/tag/c++.json`]: '{}',
  [`${PUBLIC}/feed.json`]: '{}',
  [`${PUBLIC}/ko/feed/rss.xml`]: '<rss lang="ko"/>',
  [`${PUBLIC}/ko/feed.json`]: '{"ko":1}',
  [`${PUBLIC}/opensearch.xml`]: '<OpenSearchDescription/>',
  [`${PUBLIC}/ko/opensearch.xml`]: '<OpenSearchDescription lang="ko"/>',
  [`${PUBLIC}/sitemap.xml`]: '<sitemapindex/>',
  [`${PUBLIC}/sitemap/1.xml`]: '<urlset/>',
  [`${PUBLIC}/robots.txt`]: 'User-agent: *',
  [`${PUBLIC}/favicon.svg`]: '<svg/>',
  [`${PUBLIC}/manifest.webmanifest`]: '{}',
  [`${PUBLIC}/.env`]: 'secret',
  [`${PUBLIC}/assets/page.Bx3.css`]: `a{} /* ${LONG} */`,
  [`${PUBLIC}/assets/site.js`]: '1',
  'social/en/0f.jpg': Buffer.from([255, 216]),
  'social/en/articles/한글/0f.jpg': Buffer.from([255, 216]),
  'uploads/0a1b.png': Buffer.from([137, 80, 78, 71]),
  'uploads/0a1b-480.webp': Buffer.from([1, 2, 3]),
  'inkstone.db': 'secret',
};

describe('deploy/Caddyfile', () => {
  it.each(Object.entries(FILE_HEADERS))(
    'sends the headers of Inkstone with files of the kind %s',
    (kind, headers) => {
      const [, block = ''] =
        new RegExp(`^\\(${kind}_headers\\) \\{\\n\\theader \\{\\n([^}]*)`, 'm').exec(
          readFileSync(CADDYFILE, 'utf8'),
        ) ?? [];
      const sent = Array.from(block.matchAll(/^\t\t(\S+) "(.*)"$/gm), ([, name, value]) => [name, value]);
      expect(Object.fromEntries(sent)).toEqual(headers);
    },
  );
});

describe.skipIf(!HAS_CADDY)('Caddy in front of Inkstone', () => {
  let site: PublishedSite;
  let inkstone: Server;
  let caddy: ChildProcess;
  let caddyPort: number;

  beforeAll(async () => {
    site = await startSite(CONTENT, {}, PUBLIC);
    inkstone = createServer((_, response) => response.writeHead(PASSED_ON).end());
    await new Promise<void>((ready) => inkstone.listen(0, '127.0.0.1', ready));
    caddyPort = await freePort();
    const config = join(site.folder, 'Caddyfile');
    await writeFile(config, `{\n\tadmin off\n\tauto_https off\n}\nimport ${CADDYFILE}\n`);
    caddy = spawn('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], {
      stdio: 'ignore',
      env: {
        ...process.env,
        HOME: site.folder,
        SITE_ADDRESS: `http://127.0.0.1:${caddyPort}`,
        INKSTONE_DATA: site.folder,
        INKSTONE_ADDRESS: `127.0.0.1:${(inkstone.address() as AddressInfo).port}`,
      },
    });
    await vi.waitUntil(() => accepts(caddyPort), { timeout: 10_000 });
  });

  afterAll(async () => {
    caddy.kill();
    await once(caddy, 'exit');
    inkstone.closeAllConnections();
    inkstone.close();
    await site.close();
  });

  const ask = (target: string, headers = {}, method = 'GET') =>
    sendTo(caddyPort, { target, headers, method });

  it.each([
    ['/', 'page'],
    ['/en/', 'page'],
    ['/en/?utm_source=x', 'page'],
    ['/categories', 'page'],
    ['/en/categories', 'page'],
    ['/en/archive/1', 'page'],
    [`/ko/articles/${encodeURIComponent('한글-조판')}`, 'page'],
    ['/en/tags/node.js', 'page'],
    ['/en/tags/c%2B%2B', 'page'],
    ['/en/tags/c++', 'page'],
    ['/en/tags/c%23', 'page'],
    ['/en/articles/x.md', 'markdown'],
    ['/feed/rss.xml', 'feed'],
    ['/feed/rss.xml?lang=ko', 'feed'],
    ['/feed/atom.xml', 'feed'],
    ['/feed/tag/node.js.xml', 'feed'],
    ['/feed/tag/c%2B%2B.json', 'feed'],
    ['/feed.json', 'feed'],
    ['/feed.json?lang=ko', 'feed'],
    ['/opensearch.xml', 'feed'],
    ['/opensearch.xml?lang=ko', 'feed'],
    ['/sitemap.xml', 'plain'],
    ['/sitemap/1.xml', 'plain'],
    ['/robots.txt', 'plain'],
    ['/favicon.svg', 'plain'],
    ['/manifest.webmanifest', 'plain'],
    ['/assets/page.Bx3.css', 'asset'],
    ['/assets/site.js', 'asset'],
    ['/uploads/0a1b.png', 'upload'],
    ['/uploads/0a1b-480.webp', 'upload'],
    ['/social/en/0f.jpg', 'upload'],
    [`/social/en/articles/${encodeURIComponent('한글')}/0f.jpg`, 'upload'],
  ] as const)('answers %s as Inkstone does', async (target, kind) => {
    const [caddys, own] = [await ask(target), await site.get(target)];
    const seen = ({ status, text, headers }: Reply) => {
      const names = ['content-type', ...Object.keys(FILE_HEADERS[kind])];
      return { status, text, headers: names.map((name) => [name, headers[name.toLowerCase()]]) };
    };
    expect(own.status).toBe(200);
    expect(seen(caddys)).toEqual(seen(own));
  });

  it('sends an opened feed as the plain XML that browsers show, as Inkstone does', async () => {
    const opened = { 'sec-fetch-dest': 'document' };
    for (const target of ['/feed/rss.xml', '/feed/rss.xml?lang=ko', '/feed/atom.xml', '/feed.json']) {
      const [caddys, own] = [await ask(target, opened), await site.get(target, opened)];
      expect(caddys.headers['content-type']).toBe(own.headers['content-type']);
    }
    const { headers } = await ask('/feed/rss.xml', opened);
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
  });

  it.each([
    ['GET', '/api/v1/articles'],
    ['GET', '/search?q=x'],
    ['GET', '/none'],
    ['GET', '/en'],
    ['GET', '/en/articles/none'],
    ['GET', '/en/articles/x/'],
    ['GET', '/en/articles/x.html'],
    ['GET', '/categories.html'],
    ['GET', '/index.html'],
    ['GET', '/en/index.html'],
    ['GET', '/en/tags/index.html~/archive/1'],
    ['GET', '/ko/feed/rss.xml'],
    ['GET', '/ko/opensearch.xml'],
    ['GET', '/feed/rss.xml?lang=fr'],
    ['GET', '/feed/rss.xml?lang=en&lang=ko'],
    ['GET', '/feed.json?lang=fr'],
    ['GET', '/opensearch.xml?lang=fr'],
    ['GET', '/feed/rss.xml?lang=ja'],
    ['POST', '/en/'],
    ['GET', '/.env'],
    ['GET', '/%2e%2e/%2e%2e/%2e%2e/inkstone.db'],
    ['GET', '/uploads/../inkstone.db'],
    ['GET', '/uploads/%2e%2e/inkstone.db'],
    ['GET', '/uploads/..%2finkstone.db'],
    ['GET', '/assets/../.env'],
    ['GET', '/social/en/1f.jpg'],
    ['GET', '/social/../inkstone.db'],
    ['GET', '/assets/'],
    ['GET', '/uploads/'],
  ])('hands %s %s on to Inkstone', async (method, target) => {
    expect((await ask(target, {}, method)).status).toBe(PASSED_ON);
  });

  it('compresses text, and answers 304, HEAD and parts of pictures', async () => {
    const page = await ask('/en/', { 'accept-encoding': 'gzip' });
    expect([page.headers['content-encoding'], page.headers.vary]).toEqual(['gzip', 'Accept-Encoding']);
    const plain = await ask('/en/');
    expect((await ask('/en/', { 'if-none-match': plain.headers.etag as string })).status).toBe(304);
    expect((await ask('/en/', {}, 'HEAD')).headers['content-length']).toBe(plain.headers['content-length']);
    expect((await ask('/uploads/0a1b.png', { range: 'bytes=1-2' })).body).toEqual(Buffer.from([80, 78]));
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const answers = Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false);
  return answers.finally(() => socket.destroy());
}
