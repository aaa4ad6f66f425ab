import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningService, runService } from '../support/running-service.ts';

let service: RunningService;

beforeAll(async () => {
  service = await runService();
}, 90_000);
afterAll(() => service?.remove());

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command of scripts/ over the data folder of the running service. */
function run(
  script: string,
  parameters: string[] = [],
  environment: Record<string, string> = {},
): Promise<Outcome> {
  const file = fileURLToPath(new URL(`../../scripts/${script}.ts`, import.meta.url));
  const env = {
    PATH: process.env.PATH,
    INKSTONE_DATA: join(service.folder, 'var'),
    SITE_URL: service.url,
    ...environment,
  };
  return new Promise((resolve) =>
    execFile(process.execPath, [file, ...parameters], { env, cwd: service.folder }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    ),
  );
}

describe('token', () => {
  test('makes a token that works at once, lists it, and revokes it at once', async () => {
    const made = await run('token', ['create', '--name', 'agent', '--scopes', 'read']);
    const token = made.stdout.trim();
    expect([made.code, token]).toEqual([0, expect.stringMatching(/^ink_[\w-]{43}$/)]);
    expect((await service.call('/api/v1/articles', { token })).status).toBe(200);
    expect((await service.call('/api/v1/articles', { token, json: {} })).status).toBe(403);
    const listed = await run('token', ['list']);
    expect(listed.stdout).toContain('agent');
    expect(listed.stdout).not.toContain(token);
    expect((await run('token', ['revoke', 'agent'])).code).toBe(0);
    expect((await service.call('/api/v1/articles', { token })).status).toBe(401);
  });

  test.each([
    [['create'], /needs a name/],
    [['create', '--name', 'x', '--scopes', 'everything'], /Unknown scope "everything"\. Scopes: read, /],
    [['create', '--name', 'x', '--expires', 'soon'], /no date/],
    [['create', '--name', 'x', '--expires', '2001-01-01'], /in the past/],
    [['destroy'], /no command "destroy"/],
    [[], /Say what to do/],
  ])('explains what is wrong with %j', async (parameters, message) => {
    const { code, stderr } = await run('token', parameters);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  });

  test('says that there is nothing to revoke', async () => {
    expect(await run('token', ['revoke', 'nobody'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('nobody'),
    });
  });
});

describe('rebuild', () => {
  test('renders everything anew while the service runs, which goes on publishing into the new copy', async () => {
    const publish = (title: string) =>
      service.call('/api/v1/articles', {
        json: { title, content: '<p>x</p>', status: 'published', lang: 'en' },
        headers: { Prefer: 'wait=20' },
      });
    await publish('Before the rebuild');
    expect((await run('rebuild')).code).toBe(0);
    expect((await publish('After the rebuild')).headers.get('preference-applied')).toBe('wait=20');
    const home = await (await service.call('/en/', { token: null })).text();
    expect(home).toContain('Before the rebuild');
    expect(home).toContain('After the rebuild');
  });

  test('says when there is nothing to rebuild', async () => {
    const { code, stderr } = await run('rebuild', [], { INKSTONE_DATA: join(service.folder, 'nowhere') });
    expect([code, stderr]).toEqual([1, expect.stringContaining('There is no database')]);
  });
});

describe('start', () => {
  test.each([
    [{ PORT: 'eighty' }, /PORT/],
    [{ SITE_URL: 'example.org' }, /SITE_URL/],
    [{ API_TOKEN: 'short' }, /API_TOKEN/],
    [{ TRUST_PROXY: 'everyone' }, /TRUST_PROXY/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL/],
    [{ RATE_LIMIT_TOKEN: '-1' }, /RATE_LIMIT_TOKEN/],
  ])('names the setting that is wrong: %j', async (environment, name) => {
    const { code, stderr } = await run('start', [], environment as Record<string, string>);
    expect([code, stderr]).toEqual([1, expect.stringMatching(name)]);
  });
});

describe('every command', () => {
  test.each(['start', 'demo', 'token', 'rebuild', 'backup', 'restore', 'print-openapi'])(
    'has help, and refuses what it does not know with how to call it: %s',
    async (script) => {
      const help = await run(script, ['--help']);
      expect(help).toMatchObject({ code: 0, stderr: '' });
      expect(help.stdout).toContain('npm ');
      const wrong = await run(script, ['--bogus']);
      expect(wrong).toMatchObject({ code: 2, stdout: '' });
      expect(wrong.stderr).toBe(`Unknown option '--bogus'.\n\n${help.stdout}`);
    },
  );
});
