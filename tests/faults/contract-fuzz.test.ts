import { expect, onTestFinished, test } from 'vitest';
import { type ApiDocument, createContract } from '../support/contract.ts';
import { type RunningService, runService } from '../support/running-service.ts';
import { drawJpeg, fileForm } from '../support/test-pictures.ts';
import { createValues, JUNK, type Schema, toText } from './json-schema-values.ts';
import { createRandom, type Random } from './random.ts';
import { record } from './record.ts';

const REQUESTS = Number(process.env.FAULTS_REQUESTS ?? 20_000);
const SEED = Number(process.env.FAULTS_SEED ?? Date.now() % 1_000_000);
const AT_ONCE = 8;
const PATIENCE_MS = 30 * 60_000;

interface DocumentedOperation {
  parameters?: { name?: string; in?: string; schema?: Schema; $ref?: string }[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
}

/** Makes requests from the description of the API: two of three fit it, the others break it somewhere. */
function createRequests(document: ApiDocument, random: Random, known: { ids: string[]; picture: Buffer }) {
  const resolve = (reference: string) =>
    reference
      .slice(2)
      .split('/')
      .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document) as Schema;
  const { make, chance } = createValues(random, resolve);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation: operation as unknown as DocumentedOperation,
    })),
  );

  function pathOf(template: string, spoil: number): string {
    const id = () => toText(chance(spoil * 3) ? random.pick(JUNK) : random.pick(known.ids));
    return template.replace(/\{[^}]+\}/g, () => encodeURIComponent(id()) || 'x');
  }

  /** Half of the parameters, now and then one of them more than once. */
  function queryOf(parameters: NonNullable<DocumentedOperation['parameters']>, spoil: number): string {
    const query = new URLSearchParams();
    for (const parameter of parameters.filter((one) => one.in === 'query' && chance(50)))
      for (let times = chance(95) ? 1 : 2; times > 0; times--)
        query.append(parameter.name ?? '', toText(make(parameter.schema ?? {}, spoil)));
    return query.size > 0 ? `?${query}` : '';
  }

  function headersFor(spoil: number): Record<string, string> {
    const headers: Record<string, string> = {};
    if (chance(10)) headers['Sec-Fetch-Site'] = random.pick(['same-origin', 'cross-site']);
    if (chance(spoil))
      headers.Authorization = random.pick(['Bearer', 'Bearer wrong', 'Basic eDp4', 'bearer  x']);
    if (chance(10))
      headers['Idempotency-Key'] = random.pick(['a', 'b', 'c', 'x'.repeat(300), `k${random.below(1e6)}`]);
    if (chance(10)) headers['If-Match'] = random.pick(['*', '"x"', 'W/"x"', 'x', '"']);
    if (chance(5))
      headers.Prefer = random.pick(['wait=1', 'wait=-1', 'wait=x', 'wait=99999999999', 'respond-async']);
    if (chance(5)) headers['Accept-Encoding'] = random.pick(['br;q=2', '*;q=0', 'gzip', ', ,']);
    if (chance(5)) headers.Range = random.pick(['bytes=0-', 'bytes=-0', 'bytes=9-1', 'x']);
    return headers;
  }

  function bodyFor({ content }: NonNullable<DocumentedOperation['requestBody']>, spoil: number) {
    const schema = content['application/json']?.schema;
    if (!schema) {
      const bytes = chance(spoil * 3)
        ? known.picture.subarray(0, random.below(known.picture.length))
        : known.picture;
      return { body: fileForm(bytes, { field: chance(spoil) ? 'other' : 'file' }), headers: {} };
    }
    const json = JSON.stringify(make(schema, spoil)) ?? '';
    const body = chance(spoil) ? json.slice(0, random.below(json.length + 1)) : json;
    const type = chance(spoil)
      ? random.pick(['text/plain', 'application/json; charset=x', '*/*'])
      : 'application/json';
    return { body, headers: { 'Content-Type': type } };
  }

  return () => {
    const { path, method, operation } = random.pick(operations);
    const spoil = chance(66) ? 0 : 15;
    const sent =
      operation.requestBody && !chance(spoil / 3) ? bodyFor(operation.requestBody, spoil) : undefined;
    const usedMethod = chance(spoil / 3) ? random.pick(['HEAD', 'OPTIONS', 'PUT', 'DELETE']) : method;
    const mayCarry = !['GET', 'HEAD'].includes(usedMethod);
    return {
      isDocumented: usedMethod === method,
      path: pathOf(path, spoil) + queryOf(operation.parameters ?? [], spoil),
      options: {
        method: usedMethod,
        headers: { ...headersFor(spoil), ...(mayCarry ? sent?.headers : {}) },
        ...(mayCarry && sent ? { body: sent.body } : {}),
        ...(chance(8) ? { token: null } : {}),
      },
    };
  };
}

async function seed(service: RunningService): Promise<string[]> {
  const ids: string[] = ['unknown', '00000000-0000-7000-8000-000000000000'];
  for (let n = 0; n < 20; n++) {
    const json = {
      title: `Fuzz ${n}`,
      content: '<p>x</p>',
      status: n % 4 ? 'published' : 'draft',
      category: 'craft',
      tags: ['ink'],
    };
    const { id, slug } = (await (await service.call('/api/v1/articles', { json })).json()) as {
      id: string;
      slug: string;
    };
    ids.push(id, slug);
  }
  return [...ids, 'craft', 'ink'];
}

test(
  `${REQUESTS} requests made from the API's description are answered as it says, and none with 5xx`,
  async () => {
    console.log(`seed ${SEED}`);
    const service = await runService({
      LOG_LEVEL: 'fatal',
      RATE_LIMIT_TOKEN: '1000000',
      RATE_LIMIT_ANONYMOUS: '1000000',
    });
    onTestFinished(() => service.remove());
    const document = (await (await service.call('/openapi.json')).json()) as ApiDocument;
    const contract = createContract(document);
    const known = { ids: await seed(service), picture: await drawJpeg() };
    const next = createRequests(document, createRandom(SEED), known);
    const statuses = new Map<number, number>();
    const failures = new Map<string, string>();
    let sent = 0;
    const work = async () => {
      while (sent < REQUESTS && failures.size < 20) {
        sent++;
        const { path, options, isDocumented } = next();
        const response = await service.call(path, options);
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        const note = (what: string) =>
          failures.set(what.slice(0, 150), `${options.method} ${path}: ${what.slice(0, 600)}`);
        if (response.status >= 500) note(`answered ${response.status}`);
        if (isDocumented)
          await contract.check(options.method, path, response).catch((error: Error) => note(error.message));
        await response.body?.cancel();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const counted = Object.fromEntries(
      [...statuses].sort().map(([status, count]) => [String(status), count]),
    );
    record('contract fuzz', { requests: sent, seed: SEED, ...counted, failures: failures.size });
    expect([...failures.values()]).toEqual([]);
    expect((await service.call('/api/v1/health')).status).toBe(200);
  },
  PATIENCE_MS,
);
