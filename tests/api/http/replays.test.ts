import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from 'hono';
import { describe, expect, it } from 'vitest';
import type { ApiEnv } from '../../../api/http/context.ts';
import { createRateLimit } from '../../../api/http/rate-limit.ts';
import { createReplays } from '../../../api/http/replays.ts';
import { storeArticle } from '../../support/published-article.ts';
import { openTestApi, type TestApi, TOKEN } from '../../support/test-api.ts';

const OWN = new Set(['x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'date']);

async function listening(setup?: Parameters<typeof openTestApi>[0]) {
  const api = await openTestApi(setup);
  const port = await api.listen();
  const ask = (query: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}/api/v1/search/suggest${query}`, init);
  const titles = async (query: string, init?: RequestInit) => {
    const { suggestions } = (await (await ask(query, init)).json()) as { suggestions: { title: string }[] };
    return suggestions.map(({ title }) => title);
  };
  return { api, ask, titles };
}

describe('an answer like an earlier one', () => {
  it('is the same, but for its id and what it says of the rate limit', async () => {
    const { api, ask } = await listening();
    await storeArticle(api.store, { title: 'Salt & 소금' });
    const [first, second] = [await ask('?q=sal'), await ask('?q=sal')];
    const shared = (response: Response) => [...response.headers].filter(([name]) => !OWN.has(name));
    expect(second.status).toBe(200);
    expect(shared(second)).toEqual(shared(first));
    expect(await second.text()).toBe(await first.text());
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    expect(left(second)).toBe(left(first) - 1);
  });

  it('is logged like any other', async () => {
    const { api, ask } = await listening();
    await ask('?q=sal');
    const id = (await ask('?q=sal')).headers.get('x-request-id');
    const [first, second] = api.logged;
    expect(second).toEqual({ ...first, requestId: id, time: expect.any(Number), ms: expect.any(Number) });
  });

  it('counts against the rate limit of its address, and is refused past it', async () => {
    const { ask } = await listening({ environment: { RATE_LIMIT_ANONYMOUS: '3' } });
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await ask('?q=sal')).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await ask('?q=sal')).headers.get('content-type')).toBe('application/problem+json');
  });

  it('counts for the client behind a trusted proxy', async () => {
    const environment = { RATE_LIMIT_ANONYMOUS: '2', TRUST_PROXY: '127.0.0.1' };
    const { ask } = await listening({ environment });
    const from = (address: string) => ask('?q=sal', { headers: { 'X-Forwarded-For': address } });
    for (let n = 0; n < 2; n += 1) expect((await from('192.0.2.1')).status).toBe(200);
    expect((await from('192.0.2.1')).status).toBe(429);
    expect((await from('192.0.2.2')).status).toBe(200);
  });

  it('is never given once an article has been archived, renamed or added', async () => {
    const { api, titles } = await listening();
    const { id } = await storeArticle(api.store, { title: 'Salt' });
    for (let n = 0; n < 2; n += 1) expect(await titles('?q=sal')).toEqual(['Salt']);
    await api.store.articles.update(id, { title: 'Salty' });
    expect(await titles('?q=sal')).toEqual(['Salty']);
    await api.store.articles.update(id, { status: 'archived' });
    expect(await titles('?q=sal')).toEqual([]);
    await storeArticle(api.store, { title: 'Sal ammoniac' });
    expect(await titles('?q=sal')).toEqual(['Sal ammoniac']);
  });

  it('is not given to readers of another language', async () => {
    const { api, titles } = await listening();
    for (const lang of ['ko', 'en'] as const) await storeArticle(api.store, { title: `AI (${lang})`, lang });
    for (const lang of ['ko', 'en', 'ko-KR,ko;q=0.9,en;q=0.8', 'en-GB,ko;q=0.5'])
      expect((await titles('?q=ai', { headers: { 'Accept-Language': lang } }))[0]).toBe(
        `AI (${lang.slice(0, 2)})`,
      );
  });
});

describe('no earlier answer is given', () => {
  it('to a token, which has its own limit, or is wrong', async () => {
    const { ask } = await listening({ environment: { RATE_LIMIT_TOKEN: '7777' } });
    await ask('?q=sal');
    const call = (token: string) => ask('?q=sal', { headers: { Authorization: `Bearer ${token}` } });
    expect((await call(TOKEN)).headers.get('x-ratelimit-limit')).toBe('7777');
    expect((await call('wrong')).status).toBe(401);
  });

  it('for another method', async () => {
    const { ask } = await listening();
    await ask('?q=sal');
    expect((await ask('?q=sal', { method: 'POST' })).status).toBe(405);
  });

  it('to what was refused', async () => {
    const { ask } = await listening();
    for (let n = 0; n < 2; n += 1) expect((await ask('?q=sal&lang=fr')).status).toBe(400);
  });

  it('to what nobody types twice: it is too long', async () => {
    const { api } = await listening();
    const { keep, isKnown } = replaysOf(api);
    keep(suggest('a'.repeat(400)));
    expect(isKnown(suggest('a'.repeat(400)))).toBe(false);
  });

  it('to another request than the one that was answered, whatever its Host makes of it', async () => {
    const { api } = await listening();
    const { replays, isKnown } = replaysOf(api);
    const context = {
      ...contextOf(suggest('victim')),
      req: { url: `http://x${suggest('evil')}&pad=${suggest('victim')}` },
    };
    replays.begin(context as Context<ApiEnv>)(new Response(), new Uint8Array());
    expect(isKnown(suggest('victim'))).toBe(false);
  });

  it('for what is no suggestion', async () => {
    const { api } = await listening();
    const { keep, isKnown } = replaysOf(api);
    keep('/api/v1/articles?q=a');
    expect(isKnown('/api/v1/articles?q=a')).toBe(false);
  });
});

describe('earlier answers', () => {
  it('take 32 MiB together at most: those are forgotten first that nobody has asked for longest', async () => {
    const { api } = await listening();
    const { keep, isKnown } = replaysOf(api);
    const large = new Uint8Array(4 * 1024 * 1024 - 2048);
    for (let n = 0; n < 8; n += 1) keep(suggest(`${n}`), large);
    expect(isKnown(suggest('0'))).toBe(true);
    keep(suggest('8'), large);
    expect([0, 1, 2, 8].map((n) => isKnown(suggest(`${n}`)))).toEqual([true, false, true, true]);
  });

  it('are left alone while the database cannot be read: the API says so', async () => {
    const { api } = await listening();
    let isBroken = false;
    const untilWritten: typeof api.store.search.untilWritten = (make) => {
      const made = api.store.search.untilWritten(make);
      return () => {
        if (isBroken) throw new Error('disk I/O error');
        return made();
      };
    };
    const store = { ...api.store, search: { ...api.store.search, untilWritten } };
    const { keep, isKnown } = replaysOf({ ...api, store });
    keep(suggest('a'));
    isBroken = true;
    expect(isKnown(suggest('a'))).toBe(false);
  });

  it('are not kept when something has been written while they were made', async () => {
    const { api } = await listening();
    const { replays, isKnown, keep } = replaysOf(api);
    const finish = replays.begin(contextOf(suggest('slow')));
    await storeArticle(api.store, { title: 'Salt' });
    finish(new Response(), new Uint8Array());
    expect(isKnown(suggest('slow'))).toBe(false);
    keep(suggest('slow'));
    expect(isKnown(suggest('slow'))).toBe(true);
  });
});

function left(response: Response): number {
  return Number(response.headers.get('x-ratelimit-remaining'));
}

const suggest = (q: string) => `/api/v1/search/suggest?q=${q}`;

const requestOf = (url: string) =>
  ({ method: 'GET', url, headers: {}, socket: {} }) as unknown as IncomingMessage;

const contextOf = (url: string) =>
  ({
    env: { incoming: requestOf(url) },
    req: { url: `http://localhost${url}` },
  }) as unknown as Context<ApiEnv>;

/** Replays of their own, asked without a server. */
function replaysOf({ store, config, time }: TestApi) {
  const limit = createRateLimit({ config, clock: () => time.now });
  const log = { info: () => {}, child: () => log } as never;
  const replays = createReplays({ store, config, log }, limit);
  const response = { writeHead: () => {}, end: () => {} } as unknown as ServerResponse;
  return {
    replays,
    keep: (url: string, body = new Uint8Array()) => replays.begin(contextOf(url))(new Response(), body),
    isKnown: (url: string) => {
      let isKnown = true;
      replays.handle(requestOf(url), response, () => {
        isKnown = false;
      });
      return isKnown;
    },
  };
}
