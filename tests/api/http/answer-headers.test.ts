import { expect, test } from 'vitest';
import { openTestApi } from '../../support/test-api.ts';

test('a site that is reached by https tells browsers to keep to it, whatever the answer is', async () => {
  const api = await openTestApi({ onDemand: async () => new Response('page') });
  for (const path of ['/api/v1/health', '/api/v1/nothing', '/openapi.json', '/search?q=salt'])
    expect([path, (await api.call(path)).headers.get('strict-transport-security')]).toEqual([
      path,
      'max-age=31536000',
    ]);
});

test('a site that is reached by http does not', async () => {
  const api = await openTestApi({ environment: { SITE_URL: 'http://localhost:8080' } });
  expect((await api.call('/api/v1/health')).headers.get('strict-transport-security')).toBeNull();
});

test('a page on demand has the id of its request and asks for https as well', async () => {
  const api = await openTestApi({
    environment: { SITE_URL: 'https://inkstone.example' },
    onDemand: async () => new Response('<p>page</p>', { headers: { 'Content-Type': 'text/html' } }),
  });
  for (const path of ['/search?q=ink', '/en/articles/ink/reactions']) {
    const page = await api.call(path);
    expect(page.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(page.headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect(page.headers.get('content-type')).toBe('text/html');
    expect(await page.text()).toBe('<p>page</p>');
  }
});
