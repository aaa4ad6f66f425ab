import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningService, runService } from '../support/running-service.ts';

let service: RunningService;

beforeAll(async () => {
  service = await runService();
});
afterAll(() => service?.remove());

const send = (id: string, headers: Record<string, string>) =>
  service.call(`/api/v1/articles/${id}/reactions`, {
    method: 'POST',
    token: null,
    body: 'type=like',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html', ...headers },
  });

/** What every answer to a person has: a whole page that is not to be found or kept, under the policy of all pages. */
async function pageOf(answer: Response): Promise<string> {
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const page = await answer.text();
  expect(page).toContain('<meta name="robots" content="noindex">');
  return page;
}

test.each([
  ['en', 'That did not count'],
  ['ko', '반응이 저장되지 않았습니다'],
  ['ja', '反応は保存されませんでした'],
])(
  'a reader without scripts whose reaction is refused reads so in the language of the article (%s)',
  async (lang, refused) => {
    const json = {
      title: `Salt ${lang}`,
      content: '<p>x</p>',
      lang,
      status: 'published',
      slug: `salt-${lang}`,
    };
    const made = await service.call('/api/v1/articles', { json, headers: { Prefer: 'wait=30' } });
    const { id } = (await made.json()) as { id: string };
    const answer = await send(id, { 'Sec-Fetch-Site': 'cross-site' });
    expect(answer.status).toBe(401);
    const page = await pageOf(answer);
    expect(page).toContain(`<html lang="${lang}"`);
    expect(page).toContain(`<h1>${refused}</h1>`);
    expect(page).toContain(`href="/${lang}/articles/salt-${lang}"`);
  },
);

test('a reaction to an article that is gone leads to the page of what does not exist', async () => {
  const answer = await send('gone', { 'Sec-Fetch-Site': 'same-origin', 'Accept-Language': 'ko' });
  expect(answer.status).toBe(404);
  const page = await pageOf(answer);
  expect(page).toContain('<html lang="ko"');
  expect(page).toContain('>404<');
});
