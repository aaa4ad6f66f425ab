import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readOpenApiDocument } from '../../scripts/openapi-document.ts';
import { listOperations } from '../support/api-operations.ts';
import { openTestApi, SITE_URL } from '../support/test-api.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const operations = await listOperations();
const NAME = '$method $path';

async function lint(document: object): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'inkstone-openapi-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(document));
  const redocly = join(ROOT, 'node_modules/@redocly/cli/bin/cli.js');
  const config = join(ROOT, '.redocly.yaml');
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const run = promisify(execFile)(process.execPath, [redocly, 'lint', file, '--config', config], { env });
  return run.then(
    () => 'no findings',
    (failure: { stdout: string; stderr: string }) => failure.stdout + failure.stderr,
  );
}

describe('the OpenAPI document', () => {
  it('passes the linter, warnings included', { timeout: 30_000 }, async () => {
    expect(await lint(await readOpenApiDocument({ SITE_URL }))).toBe('no findings');
  });

  it('is what the service answers at /openapi.json', async () => {
    const api = await openTestApi();
    const response = await api.call('/openapi.json', { token: null });
    expect(await response.json()).toEqual(await readOpenApiDocument({ SITE_URL }));
  });

  it('is OpenAPI 3.1', async () => {
    expect(await readOpenApiDocument({ SITE_URL })).toMatchObject({ openapi: '3.1.0' });
  });
});

describe('every operation is described', () => {
  it('under a name of its own', () => {
    const names = operations.map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(operations.length);
  });

  it.each(operations)(`${NAME} says what it does and where it belongs`, ({ summary, tags }) => {
    expect(summary).not.toBe('');
    expect(tags).toHaveLength(1);
  });

  it.each(operations)(`${NAME} names its success, and 401, 429, 500 and 503`, ({ responses }) => {
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['401', '429', '500', '503']));
    expect(Object.keys(responses).some((status) => status.startsWith('2'))).toBe(true);
  });

  it.each(operations.filter(({ body }) => body))(`${NAME} names 400, 413, 415 and 422`, ({ responses }) => {
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '413', '415', '422']));
  });

  it.each(operations.filter(({ path }) => path.includes('{id}')))(`${NAME} names 404`, ({ responses }) => {
    expect(Object.keys(responses)).toContain('404');
  });

  it.each(operations)(`${NAME} gives an example of every JSON answer`, async ({ responses }) => {
    const contents = Object.values(responses as Record<string, { content?: Record<string, object> }>).flatMap(
      ({ content }) => Object.entries(content ?? {}),
    );
    for (const [type, content] of contents) {
      if (type === 'application/json') expect(content).toHaveProperty('example');
    }
  });

  it.each(operations.filter(({ body }) => body === 'json'))(
    `${NAME} gives an example of its body`,
    (operation) => {
      expect(operation.example).toBeDefined();
    },
  );
});
