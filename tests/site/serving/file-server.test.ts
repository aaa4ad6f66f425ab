import { mkdir, readlink, rename, rm, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FILE_HEADERS } from '../../../site/serving/page-headers.ts';
import { PASSED_ON, type PublishedSite, startSite } from './published-site.ts';

const LONG_PAGE = `<!doctype html><title>Long</title>${'<p>Ink on paper, stone on stone.</p>'.repeat(300)}`;
const PICTURE = Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256));
const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd' };

const sites: PublishedSite[] = [];

async function started(...parameters: Parameters<typeof startSite>): Promise<PublishedSite> {
  const site = await startSite(...parameters);
  sites.push(site);
  return site;
}

/** A clock that stands still until it is moved. */
function stoppedClock() {
  let nowMs = 0;
  return {
    clock: () => nowMs,
    advance: (ms: number) => {
      nowMs += ms;
    },
  };
}

afterEach(async () => {
  await Promise.all(sites.splice(0).map((site) => site.close()));
});

describe('what is served', () => {
  it('a page, first from disk and then from memory, with the same answer', async () => {
    const site = await started({ 'site/en/articles/x.html': '<h1>X</h1>' });
    const first = await site.get('/en/articles/x');
    const second = await site.get('/en/articles/x');
    const third = await site.get('/en/articles/x');
    expect([first.status, first.text]).toEqual([200, '<h1>X</h1>']);
    expect(first.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(first.headers['content-length']).toBe('10');
    expect(first.headers.etag).toMatch(/^"[0-9a-f]{32}"$/);
    for (const again of [second, third]) {
      expect(again.text).toBe(first.text);
      expect({ ...again.headers, date: '' }).toEqual({ ...first.headers, date: '' });
    }
  });

  it('the headers of its kind with every file', async () => {
    const site = await started({
      'site/en/index.html': 'home',
      'site/feed/rss.xml': '<rss/>',
      'site/assets/page.Bx3.css': 'a{}',
      'site/robots.txt': 'User-agent: *',
      'uploads/0a.png': PICTURE,
    });
    const kinds = {
      page: '/en/',
      feed: '/feed/rss.xml',
      asset: '/assets/page.Bx3.css',
      plain: '/robots.txt',
      upload: '/uploads/0a.png',
    } as const;
    for (const [kind, address] of Object.entries(kinds)) {
      const { headers } = await site.get(address);
      for (const [name, value] of Object.entries(FILE_HEADERS[kind as keyof typeof kinds]))
        expect([address, name, headers[name.toLowerCase()]]).toEqual([address, name, value]);
    }
  });

  it.each([
    ['site/feed/rss.xml', '/feed/rss.xml', 'application/rss+xml; charset=utf-8'],
    ['site/ko/feed/rss.xml', '/feed/rss.xml?lang=ko', 'application/rss+xml; charset=utf-8'],
    ['site/feed/category/node.js.xml', '/feed/category/node.js.xml', 'application/rss+xml; charset=utf-8'],
    ['site/feed/atom.xml', '/feed/atom.xml', 'application/atom+xml; charset=utf-8'],
    ['site/feed/tag/c++.json', '/feed/tag/c%2B%2B.json', 'application/feed+json; charset=utf-8'],
    ['site/ja/feed.json', '/feed.json?lang=ja', 'application/feed+json; charset=utf-8'],
    ['site/opensearch.xml', '/opensearch.xml', 'application/opensearchdescription+xml; charset=utf-8'],
    ['site/sitemap/1.xml', '/sitemap/1.xml', 'application/xml; charset=utf-8'],
    ['site/llms.txt', '/llms.txt', 'text/plain; charset=utf-8'],
    ['site/manifest.webmanifest', '/manifest.webmanifest', 'application/manifest+json'],
    ['site/favicon.svg', '/favicon.svg', 'image/svg+xml; charset=utf-8'],
    ['site/assets/a.js', '/assets/a.js', 'text/javascript; charset=utf-8'],
    ['uploads/a.avif', '/uploads/a.avif', 'image/avif'],
    ['uploads/a.xyz', '/uploads/a.xyz', 'application/octet-stream'],
  ])('%s as the type of %s', async (file, address, type) => {
    const site = await started({ [file]: '{}' });
    const { status, headers } = await site.get(address);
    expect([status, headers['content-type']]).toEqual([200, type]);
  });

  it('HEAD with the headers of GET and no body', async () => {
    const site = await started({ 'site/en/index.html': LONG_PAGE });
    const get = await site.get('/en/');
    const head = await site.get('/en/', {}, 'HEAD');
    expect(head.body).toHaveLength(0);
    expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' });
  });

  it('headers of the operator beside its own', async () => {
    const site = await started(
      { 'site/index.html': 'x' },
      { headers: { 'Strict-Transport-Security': 'max-age=1' } },
    );
    expect((await site.get('/')).headers['strict-transport-security']).toBe('max-age=1');
  });
});

describe('what is passed on', () => {
  it.each([
    ['GET', '/en/articles/none'],
    ['GET', '/api/v1/articles'],
    ['GET', '/search?q=x'],
    ['POST', '/en/'],
    ['OPTIONS', '/en/'],
    ['GET', '/feed/rss.xml?lang=fr'],
    ['GET', '/%2e%2e/secret'],
    ['GET', '/.env'],
    ['GET', '/en/articles'],
    ['GET', '/nothing/'],
    ['GET', `/${'x'.repeat(5000)}`],
    ['GET', '/en/index.html/x'],
  ])('%s %s', async (method, target) => {
    const site = await started({
      'site/en/index.html': 'home',
      'site/en/articles/x.html': 'x',
      'site/feed/rss.xml': '<rss/>',
      'site/.env': 'secret',
      secret: 'secret',
    });
    expect((await site.get(target, {}, method)).status).toBe(PASSED_ON);
  });

  it('everything, while nothing is published', async () => {
    const site = await started();
    expect((await site.get('/')).status).toBe(PASSED_ON);
  });

  it('a link that leads out of the folder, though not one that stays inside', async () => {
    const site = await started({ 'site/en/index.html': 'home', 'secret.html': 'secret' });
    await symlink(join(site.folder, 'secret.html'), join(site.folder, 'site/leak.html'));
    await symlink(join(site.folder, 'site/en/index.html'), join(site.folder, 'site/copy.html'));
    await symlink(join(site.folder), join(site.folder, 'site/up'));
    expect((await site.get('/leak')).status).toBe(PASSED_ON);
    expect((await site.get('/up/secret')).status).toBe(PASSED_ON);
    expect((await site.get('/copy')).text).toBe('home');
  });
});

describe('redirects', () => {
  it.each([
    ['/en', '/en/'],
    ['/en/articles/x/', '/en/articles/x'],
    ['/en/articles/x.html?a=b', '/en/articles/x?a=b'],
    ['/ko/feed/rss.xml', '/feed/rss.xml?lang=ko'],
    ['/index.html', '/'],
  ])('lead from %s to %s', async (from, to) => {
    const site = await started({
      'site/index.html': 'first',
      'site/en/index.html': 'home',
      'site/en/articles/x.html': 'x',
      'site/ko/feed/rss.xml': '<rss/>',
    });
    for (const { status, headers } of [await site.get(from), await site.get(from)])
      expect([status, headers.location]).toEqual([301, to]);
  });

  it('lead nowhere when there is nothing to be found there', async () => {
    const site = await started({ 'site/index.html': 'first' });
    for (const target of ['/en', '/en/articles/x/', '/en/articles/x.html', '/ko/feed/rss.xml'])
      expect((await site.get(target)).status).toBe(PASSED_ON);
  });

  it('do not hide a page whose key ends in .html', async () => {
    const site = await started({ 'site/en/tags/x.html': 'tag x', 'site/en/tags/x.html.html': 'tag x.html' });
    expect((await site.get('/en/tags/x.html')).text).toBe('tag x.html');
    expect((await site.get('/en/tags/x')).text).toBe('tag x');
  });
});

describe('compression', () => {
  it('answers at once with the plain file and later with the compressed one', async () => {
    const site = await started({ 'site/en/index.html': LONG_PAGE });
    const first = await site.get('/en/', BROWSER);
    expect([first.headers['content-encoding'], first.text]).toEqual([undefined, LONG_PAGE]);
    expect(first.headers.vary).toBe('Accept-Encoding');
    const later = await vi.waitUntil(async () => {
      const reply = await site.get('/en/', BROWSER);
      return reply.headers['content-encoding'] && reply;
    });
    expect(later.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(later.body).toString()).toBe(LONG_PAGE);
    expect(later.headers.etag).toBe(first.headers.etag?.replace(/"$/, '-br"'));
    expect(later.headers.vary).toBe('Accept-Encoding');
  });

  it('gives each client what it accepts', async () => {
    const site = await started({ 'site/en/index.html': LONG_PAGE });
    const encodingFor = async (accepted?: string) =>
      (await site.get('/en/', accepted ? { 'accept-encoding': accepted } : {})).headers['content-encoding'];
    await vi.waitUntil(async () => (await encodingFor('gzip')) && (await encodingFor('br')));
    expect(await encodingFor('gzip;q=1, br;q=0.1')).toBe('gzip');
    expect(await encodingFor('br;q=0')).toBeUndefined();
    expect(await encodingFor()).toBeUndefined();
    const gzipped = await site.get('/en/', { 'accept-encoding': 'gzip' });
    expect(gunzipSync(gzipped.body).toString()).toBe(LONG_PAGE);
  });

  it('leaves small files and pictures alone', async () => {
    const site = await started({ 'site/robots.txt': 'short', 'uploads/a.png': PICTURE });
    for (const address of ['/robots.txt', '/uploads/a.png'])
      for (let time = 0; time < 3; time += 1) {
        const { headers } = await site.get(address, BROWSER);
        expect([headers['content-encoding'], headers.vary]).toEqual([undefined, undefined]);
      }
  });
});

describe('conditional requests', () => {
  it('are answered 304 with the headers that keep a copy fresh', async () => {
    const site = await started({ 'site/en/index.html': LONG_PAGE });
    const { headers } = await site.get('/en/');
    const etag = headers.etag as string;
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const reply = await site.get('/en/', { 'if-none-match': tags });
      expect([reply.status, reply.body.length, reply.headers.etag]).toEqual([304, 0, etag]);
      expect(reply.headers['cache-control']).toBe(headers['cache-control']);
      expect(reply.headers['last-modified']).toBe(headers['last-modified']);
      expect(reply.headers.vary).toBe('Accept-Encoding');
      expect(reply.headers['content-security-policy']).toBe(headers['content-security-policy']);
      expect(reply.headers['content-length']).toBeUndefined();
    }
  });

  it('know a compressed copy again, even before this process has compressed anything', async () => {
    const site = await started({ 'site/en/index.html': LONG_PAGE });
    const plain = (await site.get('/en/')).headers.etag as string;
    const etag = plain.replace(/"$/, '-br"');
    const reply = await site.get('/en/', { ...BROWSER, 'if-none-match': etag });
    expect([reply.status, reply.headers.etag]).toEqual([304, etag]);
  });

  it('go by the tag alone when there is one', async () => {
    const site = await started({ 'site/en/index.html': 'home' });
    const since = { 'if-modified-since': new Date(Date.now() + 60_000).toUTCString() };
    expect((await site.get('/en/', since)).status).toBe(304);
    expect((await site.get('/en/', { ...since, 'if-none-match': '"other"' })).status).toBe(200);
    expect((await site.get('/en/', { 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' })).status).toBe(
      200,
    );
    expect((await site.get('/en/', since, 'HEAD')).status).toBe(304);
  });
});

describe('parts of files', () => {
  const bigPicture = Buffer.alloc(3 * 1024 * 1024, PICTURE);

  it.each([
    ['from memory', PICTURE],
    ['from disk', bigPicture],
  ])('are sent %s', async (_, bytes) => {
    const site = await started({ 'uploads/a.png': bytes });
    const whole = await site.get('/uploads/a.png');
    expect(whole.body.equals(bytes)).toBe(true);
    expect(whole.headers['accept-ranges']).toBe('bytes');
    const part = await site.get('/uploads/a.png', { range: 'bytes=100-299' });
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 100-299/${bytes.length}`]);
    expect(part.headers['content-length']).toBe('200');
    expect(part.body.equals(bytes.subarray(100, 300))).toBe(true);
    const end = await site.get('/uploads/a.png', {
      range: 'bytes=-10',
      'if-range': whole.headers.etag as string,
    });
    expect(end.body.equals(bytes.subarray(-10))).toBe(true);
    const beyond = await site.get('/uploads/a.png', { range: `bytes=${bytes.length}-` });
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${bytes.length}`]);
    const changed = await site.get('/uploads/a.png', { range: 'bytes=0-1', 'if-range': '"other"' });
    expect([changed.status, changed.body.length]).toEqual([200, bytes.length]);
    const head = await site.get('/uploads/a.png', { range: 'bytes=0-1' }, 'HEAD');
    expect([head.status, head.headers['content-length']]).toEqual([200, String(bytes.length)]);
    const kept = await site.get('/uploads/a.png', { 'if-none-match': whole.headers.etag as string });
    expect(kept.status).toBe(304);
  });

  it('are not made of text', async () => {
    const site = await started({ 'site/en/index.html': 'home' });
    const { status, headers } = await site.get('/en/', { range: 'bytes=0-1' });
    expect([status, headers['accept-ranges']]).toEqual([200, undefined]);
  });
});

describe('changes', () => {
  it('are seen by the first request after an invalidation', async () => {
    const { clock } = stoppedClock();
    const site = await started(
      { 'site/en/articles/x.html': 'old', 'site/ko/feed/rss.xml': 'old' },
      { clock },
    );
    const both = async () => [
      (await site.get('/en/articles/x')).text,
      (await site.get('/feed/rss.xml?lang=ko')).text,
    ];
    expect([await both(), await both()]).toEqual([
      ['old', 'old'],
      ['old', 'old'],
    ]);
    await site.write('site/en/articles/x.html', 'new');
    await site.write('site/ko/feed/rss.xml', 'new');
    expect(await both()).toEqual(['old', 'old']);
    site.files.invalidate(['/en/articles/x', '/nowhere', 'not an address']);
    expect(await both()).toEqual(['new', 'old']);
    site.files.invalidate('all');
    expect(await both()).toEqual(['new', 'new']);
  });

  it('are seen although an old version was being read at the time of the invalidation', async () => {
    const { clock } = stoppedClock();
    const site = await started({ 'site/en/index.html': 'version 0' }, { clock });
    for (let version = 1; version <= 30; version += 1) {
      const early = site.get('/en/');
      await site.write('site/en/new.html', `version ${version}`);
      await rename(join(site.folder, 'site/en/new.html'), join(site.folder, 'site/en/index.html'));
      site.files.invalidate(['/en/']);
      expect((await site.get('/en/')).text).toBe(`version ${version}`);
      await early;
      expect((await site.get('/en/')).text).toBe(`version ${version}`);
    }
  });

  it('by hand are seen within a second, files that vanish as well', async () => {
    const time = stoppedClock();
    const site = await started({ 'site/en/index.html': 'old' }, { clock: time.clock });
    await site.get('/en/');
    await site.write('site/en/index.html', 'by hand');
    await utimes(join(site.folder, 'site/en/index.html'), 1, 1);
    time.advance(999);
    expect((await site.get('/en/')).text).toBe('old');
    time.advance(1);
    expect((await site.get('/en/')).text).toBe('old');
    await vi.waitUntil(async () => (await site.get('/en/')).text === 'by hand');
    await rm(join(site.folder, 'site/en/index.html'));
    time.advance(1000);
    await vi.waitUntil(async () => (await site.get('/en/')).status === PASSED_ON);
  });

  it('of the link to the whole site are seen after an invalidation and, without one, within a second', async () => {
    const time = stoppedClock();
    const site = await started({ 'one/index.html': 'one', 'two/index.html': 'two' }, { clock: time.clock });
    const link = join(site.folder, 'site');
    const point = async (to: string) => {
      await symlink(join(site.folder, to), `${link}-new`);
      await rename(`${link}-new`, link);
    };
    await point('one');
    expect((await site.get('/')).text).toBe('one');
    await point('two');
    site.files.invalidate('all');
    expect((await site.get('/')).text).toBe('two');
    await point('one');
    time.advance(1000);
    await vi.waitUntil(async () => (await site.get('/')).text === 'one');
    expect(await readlink(link)).toContain('one');
  });
});

describe('many requests', () => {
  it('with queries that mean nothing get the file without them', async () => {
    const site = await started({ 'site/en/index.html': 'home', 'site/feed/rss.xml': 'global' });
    for (let at = 0; at < 50; at += 1) {
      expect((await site.get(`/en/?utm_source=${at}`)).text).toBe('home');
      expect((await site.get(`/feed/rss.xml?utm_source=${at}`)).text).toBe('global');
    }
    expect((await site.get('/feed/rss.xml?utm_source=1&lang=xx')).status).toBe(PASSED_ON);
  });

  it('for a file that nobody asked for before are all answered', async () => {
    const site = await started({ 'site/en/index.html': LONG_PAGE });
    const replies = await Promise.all(Array.from({ length: 40 }, () => site.get('/en/', BROWSER)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe('a disk that fails', () => {
  it('costs a 503 that invites to come again, and is reported', async () => {
    const onError = vi.fn();
    const failing = () => {
      throw new Error('disk on fire');
    };
    const site = await started({}, { roots: [{ prefix: '/', folder: failing }], onError });
    const { status, headers } = await site.get('/en/');
    expect([status, headers['retry-after']]).toEqual([503, '1']);
    expect(onError).toHaveBeenCalledWith(new Error('disk on fire'));
  });

  it('gives a page that has been cut off as it is, and its address to those who can mend it', async () => {
    const damaged: string[] = [];
    const pages = {
      'site/ko/index.html': '<html>',
      'site/feed/rss.xml': '<rss></rss>',
      'site/ko/feed/rss.xml': '<rss',
    };
    const site = await started(pages, { onDamaged: (address) => damaged.push(address) });
    expect((await site.get('/ko/')).text).toBe('<html>');
    for (const target of ['/ko/', '/feed/rss.xml', '/feed/rss.xml?lang=ko']) await site.get(target);
    expect(damaged).toEqual(['/ko/', '/feed/rss.xml?lang=ko']);
  });

  it('does not take a folder in the place of a page for a page', async () => {
    const site = await started({ 'site/index.html': 'home' });
    await mkdir(join(site.folder, 'site/en/articles/x.html'), { recursive: true });
    expect((await site.get('/en/articles/x')).status).toBe(PASSED_ON);
  });
});
