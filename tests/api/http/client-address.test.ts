import { expect, test } from 'vitest';
import { clientAddress, createAddressMatcher, networkOf } from '../../../api/http/client-address.ts';

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
  ['an IPv4 address on a dual-stack socket', '::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['nonsense ends the chain', '10.0.0.1', '198.51.100.1, unknown', '10.0.0.1'],
  ['an empty header changes nothing', '10.0.0.1', '', '10.0.0.1'],
])('%s', (_, socket, forwardedFor, expected) => {
  expect(clientAddress(socket.replace('::ffff:', ''), forwardedFor, isTrusted)).toBe(expected);
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
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
