import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../api/config.ts';

test('everything has a default', () => {
  expect(readConfig({})).toEqual({
    port: 8080,
    host: '127.0.0.1',
    siteUrl: 'http://localhost:8080',
    siteUrlGiven: false,
    siteName: 'Inkstone',
    apiToken: undefined,
    dataFolder: resolve('var'),
    trustProxy: [],
    rateLimitAnonymous: 30,
    rateLimitToken: 120,
    logLevel: 'info',
  });
});

test('every variable is read', () => {
  const config = readConfig({
    PORT: '9000',
    HOST: '0.0.0.0',
    SITE_URL: 'https://Example.org/',
    SITE_NAME: 'Salt',
    API_TOKEN: '0123456789abcdef',
    INKSTONE_DATA: '/srv/inkstone',
    TRUST_PROXY: '127.0.0.1, 10.0.0.0/8 ::1',
    RATE_LIMIT_ANONYMOUS: '5',
    RATE_LIMIT_TOKEN: '6',
    LOG_LEVEL: 'warn',
  });
  expect(config).toEqual({
    port: 9000,
    host: '0.0.0.0',
    siteUrl: 'https://example.org',
    siteUrlGiven: true,
    siteName: 'Salt',
    apiToken: '0123456789abcdef',
    dataFolder: '/srv/inkstone',
    trustProxy: ['127.0.0.1', '10.0.0.0/8', '::1'],
    rateLimitAnonymous: 5,
    rateLimitToken: 6,
    logLevel: 'warn',
  });
});

test('the default address of the site follows the port', () => {
  expect(readConfig({ PORT: '9000' }).siteUrl).toBe('http://localhost:9000');
});

test('a blank variable counts as absent', () => {
  expect(readConfig({ API_TOKEN: '', PORT: ' ' })).toEqual(readConfig({}));
});

test.each([
  ['PORT', '0'],
  ['PORT', '65536'],
  ['PORT', 'http'],
  ['SITE_URL', 'example.org'],
  ['SITE_URL', 'ftp://example.org'],
  ['SITE_URL', 'https://example.org/blog'],
  ['API_TOKEN', 'short'],
  ['API_TOKEN', 'with spaces in between'],
  ['TRUST_PROXY', 'localhost'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['RATE_LIMIT_ANONYMOUS', '0'],
  ['RATE_LIMIT_TOKEN', '-1'],
  ['LOG_LEVEL', 'loud'],
])('a wrong %s is refused with a message that names it: %s', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`The configuration is wrong: ${name} `));
});

test('a wrong token is not shown in the message', () => {
  expect(() => readConfig({ API_TOKEN: 'geheim' })).toThrow(/^(?!.*geheim)/);
});

test('several wrong variables are named at once', () => {
  expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'loud' })).toThrow(/PORT .*LOG_LEVEL /);
});
