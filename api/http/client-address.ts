import { hash, randomBytes } from 'node:crypto';
import { BlockList, isIP, isIPv6 } from 'node:net';
import type { Step } from './steps.ts';

/** Addresses share this many counters, so that memory is bounded however many addresses call. */
const ADDRESS_BUCKETS = 2 ** 18;

/** Finds the client's address: the socket's, or what proxies named in `TRUST_PROXY` say in `X-Forwarded-For`. */
export function findClientAddress(trustProxy: readonly string[]): Step {
  const find = createAddressFinder(trustProxy);
  return (c) => {
    const { remoteAddress } = c.env?.incoming?.socket ?? {};
    c.set('clientAddress', find(remoteAddress, c.req.header('x-forwarded-for')));
  };
}

/** The same from the socket's address and the header. */
export function createAddressFinder(
  trustProxy: readonly string[],
): (remoteAddress: string | undefined, forwardedFor: string | string[] | undefined) => string {
  const isTrusted = createAddressMatcher(trustProxy);
  return (remoteAddress = '', forwardedFor) =>
    clientAddress(withoutMapping(remoteAddress), forwardedFor?.toString(), isTrusted);
}

/**
 * Reads the chain of proxies from the nearest to the farthest, and stops at the first address that is not trusted:
 * whatever stands before it could have been made up by the client.
 */
export function clientAddress(
  socket: string,
  forwardedFor: string | undefined,
  isTrusted: (address: string) => boolean,
): string {
  let client = socket;
  for (const hop of forwardedFor?.split(',').reverse() ?? []) {
    if (!isTrusted(client)) break;
    const address = withoutMapping(withoutPort(hop.trim()));
    if (isIP(address) === 0) break;
    client = address;
  }
  return client;
}

/** Whether an address is one of a list of addresses and ranges, such as `10.0.0.0/8` or `::1`. */
export function createAddressMatcher(list: readonly string[]): (address: string) => boolean {
  const block = new BlockList();
  for (const item of list) {
    const [address = '', bits] = item.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    block.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return (address) => isIP(address) !== 0 && block.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

// A dual-stack socket shows an IPv4 client as ::ffff:192.0.2.1.
function withoutMapping(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

function withoutPort(hop: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop;
}

/** The part of an address that stands for one customer: an IPv4 address, or the /64 network of an IPv6 address. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? 0 : tail.split(':').length + (tail.includes('.') ? 1 : 0);
    while (groups.length + after < 8) groups.push('0');
    groups.push(...tail.split(':'));
  }
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/**
 * Names the counter of an address: one for a customer ({@link networkOf}), of a fixed number in all. The key is new each
 * time: nobody can choose an address that shares a counter with another's.
 */
export function createAddressBuckets(): (address: string) => string {
  const key = randomBytes(32).toString('hex');
  return (address) => {
    const digest = hash('sha256', key + networkOf(address));
    return String(Number.parseInt(digest.slice(0, 8), 16) % ADDRESS_BUCKETS);
  };
}
