import { expect, test } from 'vitest';
import { type Call, openTestApi, SITE_URL, TOKEN } from '../../support/test-api.ts';

const LIST = '/api/v1/articles';

async function statusOf(call: Call, { path = LIST, environment = {} } = {}): Promise<number> {
  const api = await openTestApi({ environment });
  return (await api.call(path, { token: null, ...call })).status;
}

test.each(['Bearer', 'bearer', 'BEARER'])('the token of the environment is valid, as %s', async (scheme) => {
  expect(await statusOf({ headers: { Authorization: `${scheme} ${TOKEN}` } })).toBe(200);
});

test.each([
  ['a wrong token', 'Bearer wrong'],
  ['a longer token', `Bearer ${TOKEN}x`],
  ['no token', 'Bearer'],
  ['another scheme', 'Basic dXNlcjpwYXNz'],
  ['the token alone', TOKEN],
  ['a token of two words', `Bearer ${TOKEN} x`],
  ['nothing at all', ''],
])('%s is 401 with WWW-Authenticate, on every route', async (_, Authorization) => {
  const api = await openTestApi();
  for (const path of [LIST, '/api/v1/search/suggest?q=a', '/api/v1/unknown']) {
    const response = await api.call(path, {
      token: null,
      headers: { Authorization, 'Sec-Fetch-Site': 'same-origin' },
    });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
  }
});

test('without a token and from elsewhere, the list is 401', async () => {
  expect(await statusOf({})).toBe(401);
});

test.each([
  ['Sec-Fetch-Site: same-origin', { 'Sec-Fetch-Site': 'same-origin' }, 200],
  ['Sec-Fetch-Site: same-site', { 'Sec-Fetch-Site': 'same-site' }, 401],
  ['Sec-Fetch-Site: cross-site', { 'Sec-Fetch-Site': 'cross-site', Origin: SITE_URL }, 401],
  ['Sec-Fetch-Site: none', { 'Sec-Fetch-Site': 'none', Referer: `${SITE_URL}/` }, 401],
  ['the own Origin', { Origin: SITE_URL }, 200],
  ['the own Referer', { Referer: `${SITE_URL}/en/articles/salt` }, 200],
  [
    'a foreign Origin, whatever the Referer',
    { Origin: 'https://evil.example', Referer: `${SITE_URL}/` },
    401,
  ],
  ['a foreign Referer', { Referer: `https://evil.example/${SITE_URL}` }, 401],
  ['a Referer that only begins alike', { Referer: `${SITE_URL}.evil.example/` }, 401],
  ['the own host with another scheme', { Origin: SITE_URL.replace('https', 'http') }, 401],
  ['the own host with another port', { Origin: `${SITE_URL}:8443` }, 401],
  ['Origin: null', { Origin: 'null', Referer: `${SITE_URL}/` }, 401],
])('a call without a token with %s: %o is %i', async (_, headers, status) => {
  expect(await statusOf({ headers })).toBe(status);
});

test("without SITE_URL the request's own host is the site's", async () => {
  const environment = { SITE_URL: '' };
  const own = { Host: 'inkstone.lan:8080', Origin: 'http://inkstone.lan:8080' };
  expect(await statusOf({ headers: own }, { environment })).toBe(200);
  expect(await statusOf({ headers: { ...own, Origin: 'http://evil.example' } }, { environment })).toBe(401);
});

test.each([
  ['read', 'GET', LIST],
  ['write', 'POST', LIST],
  ['write', 'POST', `${LIST}/bulk`],
  ['write', 'PATCH', `${LIST}/x`],
  ['write', 'DELETE', `${LIST}/x`],
  ['upload', 'POST', '/api/v1/upload'],
  ['curation', 'POST', '/api/v1/curation-log'],
  ['curation', 'GET', '/api/v1/curation-log'],
] as const)('only a token with the scope %s may %s %s', async (scope, method, path) => {
  const api = await openTestApi();
  const others = (['read', 'write', 'upload', 'curation'] as const).filter((other) => other !== scope);
  const lacking = await api.call(path, { method, token: await api.tokenWith(...others) });
  expect(lacking.status).toBe(403);
  expect((await lacking.json()).detail).toContain(`"${scope}"`);
  expect((await api.call(path, { method, token: null })).status).toBe(401);
  expect([401, 403]).not.toContain(
    (await api.call(path, { method, token: await api.tokenWith(scope) })).status,
  );
});

test('a revoked token is 401 at once', async () => {
  const api = await openTestApi();
  const token = await api.tokenWith('read');
  expect((await api.call(LIST, { token })).status).toBe(200);
  await api.store.tokens.revoke('read');
  expect((await api.call(LIST, { token })).status).toBe(401);
});

test('an expired token is 401', async () => {
  const api = await openTestApi({ now: new Date('2026-11-21T09:00:00Z') });
  const expiresAt = '2026-11-21T10:00:00.000Z';
  const { token } = await api.store.tokens.create({ name: 'short-lived', scopes: ['read'], expiresAt });
  expect((await api.call(LIST, { token })).status).toBe(200);
  api.time.now = new Date('2026-11-21T10:00:01Z');
  expect((await api.call(LIST, { token })).status).toBe(401);
});

test('without API_TOKEN no token of the environment is valid', async () => {
  const environment = { API_TOKEN: '' };
  expect(await statusOf({ headers: { Authorization: 'Bearer undefined' } }, { environment })).toBe(401);
  expect(await statusOf({ headers: { Authorization: `Bearer ${TOKEN}` } }, { environment })).toBe(401);
});

test('a body is not read before it is known that the caller may send one', async () => {
  let pulled = 0;
  const body = new ReadableStream({
    pull: (controller) => {
      pulled++;
      controller.enqueue(new Uint8Array(1024));
    },
  });
  expect(await statusOf({ method: 'POST', body })).toBe(401);
  expect(pulled).toBeLessThanOrEqual(1);
});
