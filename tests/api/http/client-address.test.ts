import { Hono } from 'hono';
import { expect, test } from 'vitest';
import {
  clientAddress,
  createAddressBuckets,
  createAddressMatcher,
  findClientAddress,
  networkOf,
} from '../../../api/http/client-address.ts';
import type { ApiEnv } from '../../../api/http/context.ts';
import { inOrder } from '../../../api/http/steps.ts';

const isTrusted = createAddressMatcher(['10.0.0.0/8', '::1', '2001:db8::/32']);

test.each([
  ['the socket is the client when no proxy is named', '192.0.2.1', undefined, '192.0.2.1'],
  ['X-Forwarded-For from a stranger counts for nothing', '192.0.2.1', '198.51.100.1', '192.0.2.1'],
  ['a trusted proxy names the client', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['what the client itself sent along is not believed', '10.0.0.1', '1.2.3.4, 198.51.100.1', '198.51.100.1'],
  ['a chain of trusted proxies is followed', '10.0.0.1', '198.51.100.1, 10.0.0.2', '198.51.100.1'],
  ['an IPv6 client', '::1', '2001:db9::7', '2001:db9::7'],
  ['ports are cut off', '10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
  ['ports of IPv6 addresses too', '10.0.0.1', '[2001:db9::7]:4711', '2001:db9::7'],
  ['an IPv6 address in brackets without a port', '10.0.0.1', '[2001:db9::7]', '2001:db9::7'],
  ['an IPv4 address written as IPv6', '10.0.0.1', '::FFFF:198.151.100.123', '198.151.100.123'],
  [
    'an IPv6 address that only ends like one',
    '10.0.0.1',
    '2001:db9::ffff:198.51.100.1',
    '2001:db9::ffff:198.51.100.1',
  ],
  ['nonsense ends the chain', '10.0.0.1', '198.51.100.1, unknown', '10.0.0.1'],
  ['an empty header changes nothing', '10.0.0.1', '', '10.0.0.1'],
])('%s', (_, socket, forwardedFor, expected) => {
  expect(clientAddress(socket, forwardedFor, isTrusted)).toBe(expected);
});

test.each([
  'x198.51.100.1:4711',
  '198.51.100.1:4711x',
  'x[2001:db9::7]:4711',
  '[2001:db9::7]:4711x',
  '::ffff:198.51.100.1x',
  'x::ffff:198.51.100.1',
])('%s is no address, so the proxy that says so is the client', (hop) => {
  expect(clientAddress('10.0.0.1', hop, isTrusted)).toBe('10.0.0.1');
});

test.each([
  ['::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['::ffff:192.0.2.1', '198.51.100.1', '192.0.2.1'],
  [undefined, '198.51.100.1', ''],
])(
  'a request from the socket %s that was forwarded for %s is from %s',
  async (socket, forwardedFor, client) => {
    const app = new Hono<ApiEnv>();
    app.use(inOrder(findClientAddress(['10.0.0.0/8']))).get('/', (c) => c.text(c.get('clientAddress')));
    const headers = { 'X-Forwarded-For': forwardedFor };
    const incoming = socket === undefined ? undefined : { socket: { remoteAddress: socket } };
    expect(await (await app.request('/', { headers }, { incoming })).text()).toBe(client);
  },
);

test('the addresses of one network share a counter, whose number nobody can work out beforehand', () => {
  const bucketOf = createAddressBuckets();
  expect(bucketOf('2001:db8::1')).toBe(bucketOf('2001:db8::ffff'));
  expect(bucketOf('2001:db8::1')).toBe(bucketOf('2001:db8::1'));
  const addresses = Array.from({ length: 200 }, (_, n) => `192.0.2.${n}`);
  const buckets = addresses.map(bucketOf);
  for (const bucket of buckets) expect(bucket).toMatch(/^\d{1,6}$/);
  for (const bucket of buckets) expect(Number(bucket)).toBeLessThan(2 ** 18);
  expect(new Set(buckets).size).toBeGreaterThan(190);
  expect(addresses.map(createAddressBuckets())).not.toEqual(buckets);
});

test('a matcher knows addresses and ranges of both families', () => {
  expect(['10.255.0.1', '::1', '2001:db8:ffff::1'].every(isTrusted)).toBe(true);
  expect(['11.0.0.1', '::2', '2001:db9::1', '', 'localhost'].some(isTrusted)).toBe(false);
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0'],
  ['1::22:33:4:5:6:7', '1:0:22:33'],
  ['1:2::5:6:7:8', '1:2:0:0'],
  ['::22:33:4:5:192.0.2.1', '0:0:22:33'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
