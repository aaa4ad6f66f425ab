import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';

/** The settings of the service, read from the environment once at start. */
export interface Config {
  port: number;
  host: string;
  /** The public address of the site, without a slash at the end. */
  siteUrl: string;
  /** Whether `SITE_URL` was set; if not, the request's own host counts as the site's. */
  siteUrlGiven: boolean;
  siteName: string;
  /** The token that is always valid; undefined when none was set. */
  apiToken: string | undefined;
  /** The folder of run-time files, absolute. */
  dataFolder: string;
  /** Addresses and ranges of proxies whose `X-Forwarded-For` is believed. */
  trustProxy: string[];
  /** Requests per minute for an address without a token. */
  rateLimitAnonymous: number;
  /** Requests per minute for a token. */
  rateLimitToken: number;
  logLevel: LogLevel;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

const MIN_TOKEN_LENGTH = 16;

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be a whole number from ${min} to ${max}`);

const Environment = z.object({
  PORT: wholeNumber(1, 65_535).default(8080),
  HOST: z.string().default('127.0.0.1'),
  SITE_URL: z
    .string()
    .refine(isSiteUrl, 'must be an http or https address without path, such as https://example.org')
    .transform((url) => new URL(url).origin)
    .optional(),
  SITE_NAME: z.string().max(200, 'must have at most 200 characters').default('Inkstone'),
  API_TOKEN: z
    .string()
    .min(MIN_TOKEN_LENGTH, `must have at least ${MIN_TOKEN_LENGTH} characters`)
    .regex(/^[\x21-\x7e]*$/, 'must be made of ASCII letters, digits and signs, without spaces')
    .optional(),
  INKSTONE_DATA: z
    .string()
    .default('./var')
    .transform((folder) => resolve(folder)),
  TRUST_PROXY: z
    .string()
    .transform((list) => list.split(/[\s,]+/).filter((item) => item !== ''))
    .refine(
      (list) => list.every(isAddressOrRange),
      'must be a list of addresses or ranges, such as 10.0.0.0/8',
    )
    .default([]),
  RATE_LIMIT_ANONYMOUS: wholeNumber(1, 1_000_000).default(30),
  RATE_LIMIT_TOKEN: wholeNumber(1, 1_000_000).default(120),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
});

/**
 * Checks the environment. A blank variable counts as absent.
 * @throws Error that names each variable with a wrong value; values are not shown, since one of them is a secret.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.entries(environment)
    .map(([name, value]) => [name, value?.trim()] as const)
    .filter(([, value]) => value !== undefined && value !== '');
  const result = Environment.safeParse(Object.fromEntries(given));
  if (!result.success) throw new Error(describe(result.error));
  const checked = result.data;
  return {
    port: checked.PORT,
    host: checked.HOST,
    siteUrl: checked.SITE_URL ?? `http://localhost:${checked.PORT}`,
    siteUrlGiven: checked.SITE_URL !== undefined,
    siteName: checked.SITE_NAME,
    apiToken: checked.API_TOKEN,
    dataFolder: checked.INKSTONE_DATA,
    trustProxy: checked.TRUST_PROXY,
    rateLimitAnonymous: checked.RATE_LIMIT_ANONYMOUS,
    rateLimitToken: checked.RATE_LIMIT_TOKEN,
    logLevel: checked.LOG_LEVEL,
  };
}

function describe(error: z.ZodError): string {
  const lines = error.issues.map(({ path, message }) => `${String(path[0])} ${message}`);
  return `The configuration is wrong: ${[...new Set(lines)].join('; ')}.`;
}

function isSiteUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const isPlain = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  return /^https?:$/.test(url.protocol) && isPlain;
}

function isAddressOrRange(item: string): boolean {
  const [address = '', bits, ...rest] = item.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}
