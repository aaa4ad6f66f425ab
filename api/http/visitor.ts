import { createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { parse, serialize } from 'hono/utils/cookie';

/** What is known of the reader behind a request. */
interface Visitor {
  /** Whose reactions these are: the cookie's reader, else whoever shares this address and browser. */
  reader: string;
  /** Whose view counts today; without a cookie from an earlier day it means nothing tomorrow. */
  todaysReader: string;
  /** Whether a cookie of ours came with the request. */
  remembered: boolean;
}

/** How a request is tied to a visitor; see `createVisitors`. */
export interface Visitors {
  /** Tells who sent a request. `network` is the client address, an IPv6 address cut to its /64. */
  identify(headers: Headers, network: string): Promise<Visitor>;
  /** The `Set-Cookie` value that makes a browser come back as `reader`; a fresh one when none is given. */
  remember(reader?: string): Promise<string>;
}

interface VisitorParts {
  store: { secrets: { get(name: string): Promise<Buffer> } };
  /** A site that is reached by https gets a cookie that is `Secure` and, by its prefix, bound to the host. */
  config: { siteUrl: string };
  clock: () => Date;
}

const COOKIE = 'inkstone_visitor';
const COOKIE_FORM = /^([\w-]{22})\.(\d{1,6})\.([\w-]{43})$/;
const COOKIE_SECONDS = 365 * 24 * 60 * 60;
const DAY_MS = 24 * 60 * 60 * 1000;
/** How long a key signs new cookies; it goes on proving those that it has signed until they end. */
const KEY_DAYS = 90;
const COOKIE_DAYS = COOKIE_SECONDS / (24 * 60 * 60);
const READER_BYTES = 16;

/**
 * Knows visitors by a signed cookie and, before they have one, by a keyed hash of address and user agent. No address is kept.
 * The key that signs is a new one every 90 days.
 *
 * The first request of a reader can only be counted under the hash. So that the next one, which brings the cookie, is not
 * counted again, a cookie that is set with a reaction carries the hash itself, and views go by the day's hash until the day
 * on which the cookie was made is over.
 */
export function createVisitors({ store: { secrets }, config, clock }: VisitorParts): Visitors {
  const secure = config.siteUrl.startsWith('https:');
  const name = secure ? `__Host-${COOKIE}` : COOKIE;
  // As key objects: a bare buffer costs five times the hash itself, each time.
  const keys = new Map<string, KeyObject>();
  const key = async (purpose: string): Promise<KeyObject> => {
    const known = keys.get(purpose) ?? createSecretKey(await secrets.get(purpose));
    keys.set(purpose, known);
    return known;
  };
  const today = () => Math.floor(clock().getTime() / DAY_MS);
  let keyOfDay: { day: number; key: KeyObject } | undefined;
  const todaysKey = async (): Promise<KeyObject> => {
    const day = today();
    if (keyOfDay?.day !== day)
      keyOfDay = { day, key: createSecretKey(digest(await key('visitor-day'), String(day))) };
    return keyOfDay.key;
  };
  const sign = async (value: string, day: number) =>
    digest(await key(`visitor-cookie-${Math.floor(day / KEY_DAYS)}`), value);

  const readCookie = async (headers: Headers) => {
    const [, reader, day, signature] =
      COOKIE_FORM.exec(parse(headers.get('cookie') ?? '', name)[name] ?? '') ?? [];
    if (!reader || !day || !signature) return undefined;
    // The day tells which key to use: one that was never ours must not come to be by being asked for.
    if (Number(day) > today() || Number(day) < today() - COOKIE_DAYS) return undefined;
    const expected = await sign(`${reader}.${day}`, Number(day));
    const genuine = timingSafeEqual(Buffer.from(signature, 'base64url'), expected);
    return genuine ? { reader, day: Number(day) } : undefined;
  };

  return {
    async identify(headers, network) {
      const trace = `${network}\0${headers.get('user-agent') ?? ''}`;
      const cookie = await readCookie(headers);
      const isFromEarlierDay = cookie !== undefined && cookie.day < today();
      return {
        reader: cookie?.reader ?? toReader(digest(await key('visitor-trace'), trace)),
        todaysReader: isFromEarlierDay ? cookie.reader : toReader(digest(await todaysKey(), trace)),
        remembered: cookie !== undefined,
      };
    },
    async remember(reader = toReader(randomBytes(READER_BYTES))) {
      const value = `${reader}.${today()}`;
      const signature = (await sign(value, today())).toString('base64url');
      return serialize(name, `${value}.${signature}`, {
        path: '/',
        maxAge: COOKIE_SECONDS,
        httpOnly: true,
        sameSite: 'Lax',
        secure,
      });
    },
  };
}

function digest(key: KeyObject, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function toReader(bytes: Buffer): string {
  return bytes.subarray(0, READER_BYTES).toString('base64url');
}
