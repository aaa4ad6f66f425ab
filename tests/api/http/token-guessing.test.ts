import { expect, test } from 'vitest';
import { openTestApi, TOKEN } from '../../support/test-api.ts';

const LIST = '/api/v1/articles';
const environment = { RATE_LIMIT_ANONYMOUS: '3' };

test('after too many wrong tokens from an address a right one is answered like a wrong one', async () => {
  const api = await openTestApi({ environment });
  for (let guess = 0; guess < 3; guess++)
    expect((await api.call(LIST, { token: `g-${guess}` })).status).toBe(401);
  const wrong = await api.call(LIST, { token: 'g-4' });
  const right = await api.call(LIST, { token: TOKEN });
  expect([right.status, right.headers.get('x-ratelimit-limit')]).toEqual([429, '3']);
  expect([wrong.status, wrong.headers.get('x-ratelimit-limit')]).toEqual([429, '3']);
});

test('elsewhere the token works on', async () => {
  const api = await openTestApi({ environment });
  for (let guess = 0; guess < 5; guess++) await api.call(LIST, { token: `g-${guess}` });
  expect((await api.call(LIST, { address: '198.51.100.7' })).status).toBe(200);
});

test('a token that was right from the address before cannot be locked out', async () => {
  const api = await openTestApi({ environment });
  expect((await api.call(LIST)).status).toBe(200);
  for (let guess = 0; guess < 9; guess++) await api.call(LIST, { token: `g-${guess}` });
  expect((await api.call(LIST)).status).toBe(200);
});

test('moving within an IPv6 network, or asking other paths, buys no further guesses', async () => {
  const api = await openTestApi({ environment });
  const at = (guess: number) => ({ token: `g-${guess}`, address: `2001:db8::${guess + 1}` });
  for (let guess = 0; guess < 4; guess++) await api.call(`${LIST}/x-${guess}`, at(guess));
  expect((await api.call(LIST, { address: '2001:db8::99' })).status).toBe(429);
});
