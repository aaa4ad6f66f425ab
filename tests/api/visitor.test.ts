import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createVisitors } from '../../api/http/visitor.ts';

const NETWORK = '203.0.113.7';
const BROWSER = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15';

function openVisitors({ secure = false, secret = 'this site' } = {}) {
  const clock = { now: new Date('2026-11-21T10:00:00Z') };
  const secrets = {
    get: async (name: string) => createHash('sha256').update(`${secret} ${name}`).digest(),
  };
  const config = { siteUrl: `${secure ? 'https' : 'http'}://ink.example` };
  return { clock, visitors: createVisitors({ store: { secrets }, config, clock: () => clock.now }) };
}

function headersOf({ cookie, userAgent = BROWSER }: { cookie?: string; userAgent?: string } = {}): Headers {
  const headers = new Headers({ 'user-agent': userAgent });
  if (cookie) headers.set('cookie', cookie.split(';')[0] ?? '');
  return headers;
}

describe('a visitor without a cookie', () => {
  it('is the same as long as address and browser are the same', async () => {
    const { visitors } = openVisitors();
    expect(await visitors.identify(headersOf(), NETWORK)).toEqual(
      await visitors.identify(headersOf(), NETWORK),
    );
  });

  it('differs with the address and with the browser', async () => {
    const { visitors } = openVisitors();
    const readers = await Promise.all([
      visitors.identify(headersOf(), NETWORK),
      visitors.identify(headersOf(), '203.0.113.8'),
      visitors.identify(headersOf({ userAgent: 'Firefox' }), NETWORK),
    ]);
    expect(new Set(readers.map(({ reader }) => reader)).size).toBe(3);
    expect(new Set(readers.map(({ todaysReader }) => todaysReader)).size).toBe(3);
  });

  it('is another viewer on the next UTC day, but reacts as the same one', async () => {
    const { visitors, clock } = openVisitors();
    const today = await visitors.identify(headersOf(), NETWORK);
    clock.now = new Date('2026-11-22T00:00:00Z');
    const tomorrow = await visitors.identify(headersOf(), NETWORK);
    expect(tomorrow.todaysReader).not.toBe(today.todaysReader);
    expect(tomorrow.reader).toBe(today.reader);
  });

  it('leaves nothing from which another site could tell the address', async () => {
    const here = await openVisitors().visitors.identify(headersOf(), NETWORK);
    const there = await openVisitors({ secret: 'another site' }).visitors.identify(headersOf(), NETWORK);
    expect(here.reader).not.toBe(there.reader);
    expect(here.reader).not.toContain(NETWORK);
  });
});

describe('a visitor with a cookie', () => {
  it('reacts as the same reader from any address', async () => {
    const { visitors } = openVisitors();
    const cookie = await visitors.remember();
    const atHome = await visitors.identify(headersOf({ cookie }), NETWORK);
    const elsewhere = await visitors.identify(headersOf({ cookie, userAgent: 'Updated' }), '198.51.100.1');
    expect(elsewhere.reader).toBe(atHome.reader);
    expect(atHome.remembered).toBe(true);
  });

  it('reacts as the reader whom the cookie was made for', async () => {
    const { visitors } = openVisitors();
    const before = await visitors.identify(headersOf(), NETWORK);
    const cookie = await visitors.remember(before.reader);
    expect((await visitors.identify(headersOf({ cookie }), NETWORK)).reader).toBe(before.reader);
  });

  it('is no new viewer on the day on which the cookie was set', async () => {
    const { visitors } = openVisitors();
    const before = await visitors.identify(headersOf(), NETWORK);
    const after = await visitors.identify(headersOf({ cookie: await visitors.remember() }), NETWORK);
    expect(after.todaysReader).toBe(before.todaysReader);
  });

  it('is told apart from others at the same address from the next day on', async () => {
    const { visitors, clock } = openVisitors();
    const cookies = [await visitors.remember(), await visitors.remember()];
    clock.now = new Date('2026-11-22T00:00:00Z');
    const [one, other] = await Promise.all(
      cookies.map((cookie) => visitors.identify(headersOf({ cookie }), NETWORK)),
    );
    expect(one?.todaysReader).not.toBe(other?.todaysReader);
  });

  it.each([
    ['a changed reader', (cookie: string) => cookie.replace(/=./, (start) => (start === '=A' ? '=B' : '=A'))],
    ['a changed day', (cookie: string) => cookie.replace(/\.(\d+)\./, '.1.')],
    ['no signature', (cookie: string) => cookie.replace(/\.[^.;]+;/, ';')],
    ['an empty value', (cookie: string) => cookie.replace(/=[^;]+/, '=')],
  ])('is not believed with %s', async (_, forge) => {
    const { visitors } = openVisitors();
    const cookie = forge(await visitors.remember());
    const anonymous = await visitors.identify(headersOf(), NETWORK);
    expect(await visitors.identify(headersOf({ cookie }), NETWORK)).toEqual(anonymous);
  });

  it('is not believed when another site signed it', async () => {
    const cookie = await openVisitors({ secret: 'another site' }).visitors.remember();
    expect((await openVisitors().visitors.identify(headersOf({ cookie }), NETWORK)).remembered).toBe(false);
  });
});

describe('the cookie', () => {
  it('is signed with a new key after 90 days, and those that were signed before are good for their year', async () => {
    const asked = new Set<string>();
    const secrets = {
      get: async (name: string) => {
        asked.add(name);
        return createHash('sha256').update(name).digest();
      },
    };
    const clock = { now: new Date('2026-11-21T10:00:00Z') };
    const config = { siteUrl: 'http://ink.example' };
    const visitors = createVisitors({ store: { secrets }, config, clock: () => clock.now });
    const cookie = await visitors.remember('reader-of-22-characters'.slice(0, 22));
    clock.now = new Date('2027-03-01T10:00:00Z');
    await visitors.remember();
    expect([...asked].filter((name) => name.startsWith('visitor-cookie')).length).toBe(2);
    expect((await visitors.identify(headersOf({ cookie }), NETWORK)).remembered).toBe(true);
    clock.now = new Date('2027-11-23T10:00:00Z');
    expect((await visitors.identify(headersOf({ cookie }), NETWORK)).remembered).toBe(false);
    const fromTheFuture = cookie.replace(/\.(\d+)\./, '.99999.');
    const before = asked.size;
    expect((await visitors.identify(headersOf({ cookie: fromTheFuture }), NETWORK)).remembered).toBe(false);
    expect(asked.size).toBe(before);
  });

  it('is kept from scripts and from other sites', async () => {
    const cookie = await openVisitors().visitors.remember();
    expect(cookie).toMatch(/^inkstone_visitor=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it('is bound to the host and to https on a site reached by https', async () => {
    const { visitors } = openVisitors({ secure: true });
    const cookie = await visitors.remember();
    expect(cookie).toMatch(/^__Host-inkstone_visitor=.*; Secure/);
    expect((await visitors.identify(headersOf({ cookie }), NETWORK)).remembered).toBe(true);
  });
});
