import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { processOf } from '../faults/process-of.ts';
import { type RunningService, runService } from '../support/running-service.ts';
import { sendRaw } from './raw-request.ts';
import { openTally } from './tally.ts';

const tally = openTally('tokens');

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const ENVIRONMENT_TOKEN = 'environment-token-8d2f6b1c0a';

let service: RunningService;
let token: string;

/** Runs a command of the project beside the service, and answers all that it says. */
function command(script: string, ...parameters: string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, [join(PROJECT, 'scripts', script), ...parameters], {
    env: { ...process.env, INKSTONE_DATA: join(service.folder, 'var') },
    encoding: 'utf8',
  });
  return stdout + stderr;
}

beforeAll(async () => {
  service = await runService({ API_TOKEN: ENVIRONMENT_TOKEN, LOG_LEVEL: 'trace' });
  token = /ink_[\w-]{43}/.exec(command('token.ts', 'create', '--name', 'agent'))?.[0] ?? '';
  expect(token).not.toBe('');
});
afterAll(() => service?.remove());

/** Ways in which somebody sends a token, well or badly. */
const ways = (secret: string): [string, RequestInit & { headers?: Record<string, string> }][] => [
  ['/api/v1/articles', { headers: { Authorization: `Bearer ${secret}` } }],
  ['/api/v1/articles', { headers: { Authorization: `bearer  ${secret}` } }],
  ['/api/v1/articles', { headers: { Authorization: `Basic ${secret}` } }],
  ['/api/v1/articles', { headers: { Authorization: secret } }],
  ['/api/v1/articles', { headers: { Authorization: `Bearer ${secret}, Bearer ${secret}` } }],
  ['/api/v1/articles', { headers: { 'X-Api-Key': secret, Cookie: `token=${secret}` } }],
  [`/api/v1/articles?token=${secret}&access_token=${secret}`, {}],
  [`/api/v1/articles/${secret}`, { headers: { Authorization: `Bearer ${secret}` } }],
  [`/api/v1/none/${secret}`, { headers: { Authorization: `Bearer ${secret}` } }],
  ['/api/v1/health', { headers: { Authorization: `Bearer ${secret}` } }],
  ['/api/v1/articles', { method: 'POST', body: '{', headers: { Authorization: `Bearer ${secret}` } }],
  [
    '/api/v1/articles',
    {
      method: 'POST',
      body: '{"title":1}',
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
    },
  ],
  ['/api/v1/upload', { method: 'POST', body: 'x', headers: { Authorization: `Bearer ${secret}` } }],
  ['/search?q=x', { headers: { Authorization: `Bearer ${secret}` } }],
  ['/nowhere', { headers: { Authorization: `Bearer ${secret}`, Referer: `https://x.example/?${secret}` } }],
  ['/feed/rss.xml?lang=xx', { headers: { Authorization: `Bearer ${secret}` } }],
];

/** The names of all files below a folder. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => statSync(name).isFile());
}

describe('a token', () => {
  test('is in no answer and no header of one, however it was sent', async () => {
    for (const secret of [ENVIRONMENT_TOKEN, token, `${token}x`])
      for (const [path, init] of ways(secret)) {
        const answer = await fetch(service.url + path, { redirect: 'manual', ...init });
        const said = JSON.stringify([...answer.headers]) + (await answer.text());
        expect([path, said.includes(secret)]).toEqual([path, false]);
        expect(answer.status).toBeLessThan(500);
        tally.add('requests with a token');
      }
  });

  test('is believed in the header alone', async () => {
    for (const secret of [ENVIRONMENT_TOKEN, token])
      for (const [path, init] of ways(secret).slice(4, 7)) {
        const { status } = await fetch(service.url + path, init);
        expect([path, status]).toEqual([path, 401]);
      }
  });

  test('is not in the log at its most talkative, nor in what a broken request or an end leaves there', async () => {
    for (const bytes of [
      `GET /api/v1/articles HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nX: \0\r\n\r\n`,
      `POST /api/v1/articles HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Length: 99\r\n\r\n{`,
      `GET /api/v1/articles HTTP/1.1\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    ])
      await sendRaw(service.url, bytes);
    await service.stop();
    expect(service.output()).toContain('"request"');
    for (const secret of [ENVIRONMENT_TOKEN, token]) expect(service.output()).not.toContain(secret);
    await service.start();
  });

  test('is not in the log of a failure inside', async () => {
    const before = service.output().length;
    await fetch(`${service.url}/api/v1/articles`, {
      method: 'POST',
      body: JSON.stringify({ title: 'x', content: '<p>x</p>', lang: 'zz' }),
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    });
    expect(service.output().slice(before)).not.toContain(token);
  });

  test('is not in the list of processes', () => {
    const pid = processOf(service);
    const lines = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        try {
          return [readFileSync(`/proc/${name}/cmdline`, 'utf8')];
        } catch {
          return [];
        }
      });
    expect(lines.length).toBeGreaterThan(1);
    expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).toContain('start.ts');
    for (const secret of [ENVIRONMENT_TOKEN, token]) expect(lines.join('\n')).not.toContain(secret);
  });

  test('is in no file of the data folder: of those that were made there are hashes', () => {
    const files = filesIn(join(service.folder, 'var'));
    expect(files.some((name) => name.includes('inkstone.db'))).toBe(true);
    for (const name of files)
      for (const secret of [ENVIRONMENT_TOKEN, token])
        expect([name, readFileSync(name).includes(secret)]).toEqual([name, false]);
    tally.add('files looked through', files.length);
  });

  test('is not shown a second time', () => {
    expect(command('token.ts', 'list')).not.toContain(token);
    expect(command('token.ts', 'revoke', 'nobody')).not.toContain(token);
  });

  test('that is too short is not repeated by the message that refuses it', () => {
    const { stdout, stderr } = spawnSync(process.execPath, [join(PROJECT, 'scripts', 'start.ts')], {
      env: { ...process.env, INKSTONE_DATA: join(service.folder, 'other'), API_TOKEN: 'short-secret' },
      encoding: 'utf8',
    });
    expect(stdout + stderr).toContain('API_TOKEN');
    expect(stdout + stderr).not.toContain('short-secret');
  });

  test('of an example is none that anybody could have', async () => {
    const description = await (await fetch(`${service.url}/openapi.json`)).text();
    expect(description).not.toMatch(/ink_[\w-]{10,}/);
    expect(description).not.toContain(ENVIRONMENT_TOKEN);
  });
});

test('no page sends an address that could hold a secret to another site', async () => {
  for (const path of ['/en/', '/nowhere', '/search?q=x', '/categories']) {
    const { headers } = await fetch(service.url + path);
    expect([path, headers.get('referrer-policy')]).toEqual([path, 'strict-origin-when-cross-origin']);
  }
  for (const path of ['/api/v1/health', '/api/v1/articles', '/openapi.json']) {
    const { headers } = await fetch(service.url + path);
    expect([path, headers.get('referrer-policy')]).toEqual([path, 'no-referrer']);
  }
});

test('guessing is slowed: when an address has tried its number, the right token is refused like a wrong one', async () => {
  const limit = 10;
  const strict = await runService({ RATE_LIMIT_ANONYMOUS: String(limit), API_TOKEN: ENVIRONMENT_TOKEN });
  const attempt = async (secret: string, index: number) => {
    const headers = { Authorization: `Bearer ${secret}`, 'X-Forwarded-For': `198.51.100.${index}` };
    tally.add('guesses');
    return (await strict.call(`/api/v1/articles?page=${index}`, { token: null, headers })).status;
  };
  const statuses: number[] = [];
  for (let guess = 0; guess < 40; guess++) statuses.push(await attempt(`guess-${guess}-of-a-token`, guess));
  expect(statuses.slice(0, limit)).toEqual(Array(limit).fill(401));
  expect(statuses.slice(limit)).toEqual(Array(40 - limit).fill(429));
  expect(await attempt(ENVIRONMENT_TOKEN, 99)).toBe(429);
  await strict.remove();
});

describe('the sources', () => {
  const sources = ['api', 'data'].flatMap((room) =>
    filesIn(join(PROJECT, room))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => ({ name, text: readFileSync(name, 'utf8') })),
  );

  test('compare no secret with an operator that stops at the first difference', () => {
    const compares =
      /\b(?:apiToken|token|secret|signature|hash|digest|expected)\b *[!=]==? *(?!undefined|null|'|")\w/i;
    for (const { name, text } of sources)
      for (const line of text.split('\n'))
        if (compares.test(line)) expect(`${name}: ${line.trim()}`).toBe('nothing');
  });

  test('compare API_TOKEN and the signature of a cookie in constant time, and look the others up by their hash', () => {
    const textOf = (end: string) => sources.find(({ name }) => name.endsWith(end))?.text ?? '';
    expect(textOf('http/access.ts')).toMatch(/timingSafeEqual\(digest\(a\), digest\(b\)\)/);
    expect(textOf('http/visitor.ts')).toMatch(/timingSafeEqual\(Buffer\.from\(signature/);
    expect(textOf('data/tokens.ts')).toMatch(/WHERE hash = \?/);
    expect(textOf('data/tokens.ts')).not.toMatch(/WHERE token/);
  });

  test('install without running anything of a package, from a lock file that is exact', () => {
    const lock = JSON.parse(readFileSync(join(PROJECT, 'package-lock.json'), 'utf8'));
    const { dependencies, devDependencies, optionalDependencies, scripts } = JSON.parse(
      readFileSync(join(PROJECT, 'package.json'), 'utf8'),
    );
    const wanted = { ...dependencies, ...devDependencies, ...optionalDependencies };
    for (const version of Object.values<string>(wanted))
      expect(version).toMatch(/^(?:npm:@?[\w./-]+@)?\d+\.\d+\.\d+$/);
    expect(readFileSync(join(PROJECT, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
    expect(
      Object.keys(scripts).filter((name) => /^(?:pre|post)?(?:install|prepare|publish)/.test(name)),
    ).toEqual([]);
    const root = lock.packages[''];
    expect({ ...root.dependencies, ...root.devDependencies, ...root.optionalDependencies }).toEqual(wanted);
    for (const [name, { version, integrity, optional, link }] of Object.entries<Record<string, unknown>>(
      lock.packages,
    ).slice(1)) {
      expect(link).toBeUndefined();
      expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+/)]);
      // Builds for platforms that nobody here has are left to those who have them.
      if (!optional) expect([name, integrity]).toEqual([name, expect.stringMatching(/^sha512-/)]);
      tally.add('locked packages');
    }
  });
});
