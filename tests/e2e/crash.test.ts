import { expect, test } from 'vitest';
import { type RunningService, runService } from '../support/running-service.ts';

const ARTICLES = 1000;
const BATCH = 50;
const WAIT = { Prefer: 'wait=30' };

const articleAt = (n: number) => ({
  title: `Crash test ${n}`,
  slug: `crash-${n}`,
  lang: 'en',
  content: `<p>${'The power may go at any moment. '.repeat(150)}</p>`,
  status: 'published',
  category: `category-${n % 5}`,
  tags: [`tag-${n % 10}`],
});

/** Sends one bulk request and answers the slugs that were accepted; none when the connection broke. */
async function sendBulk(service: RunningService, from: number, size: number): Promise<string[]> {
  const articles = Array.from({ length: size }, (_, n) => articleAt(from + n));
  const response = await service.call('/api/v1/articles/bulk', { json: articles }).catch(() => undefined);
  const answer = (await response?.json().catch(() => undefined)) as { created: number } | undefined;
  return answer?.created === size ? articles.map(({ slug }) => slug) : [];
}

async function publicSlugs(service: RunningService): Promise<Set<string>> {
  const slugs = new Set<string>();
  for (let page = 1; ; page++) {
    const response = await service.call(`/api/v1/articles?status=published&limit=100&page=${page}`);
    const { data } = (await response.json()) as { data: { slug: string }[] };
    for (const { slug } of data) slugs.add(slug);
    if (data.length < 100) return slugs;
  }
}

async function expectEverythingLive(service: RunningService, slugs: Set<string>): Promise<void> {
  const marker = {
    title: 'After the crash',
    slug: 'after-the-crash',
    lang: 'en',
    content: '<p>x</p>',
    status: 'published',
  };
  const live = await service.call('/api/v1/articles', { json: marker, headers: WAIT });
  expect(live.headers.get('preference-applied')).toBe('wait=30');
  for (const slug of slugs)
    expect((await service.call(`/en/articles/${slug}`, { token: null })).status).toBe(200);
  const sitemap = await listed(service, '/sitemap/1.xml');
  expect(slugs.difference(sitemap).size).toBe(0);
  const archived = new Set<string>();
  for (let page = 1; page <= Math.ceil((slugs.size + 1) / 24); page++)
    for (const slug of await listed(service, `/en/archive/${page}`)) archived.add(slug);
  expect(slugs.difference(archived).size).toBe(0);
  expect((await listed(service, '/en/')).has('after-the-crash')).toBe(true);
}

async function listed(service: RunningService, path: string): Promise<Set<string>> {
  const text = await (await service.call(path, { token: null })).text();
  return new Set([...text.matchAll(/\/en\/articles\/([\w-]+)/g)].map(([, slug]) => slug as string));
}

test('SIGKILL in the midst of a bulk import of 1,000 articles loses no accepted one and leaves no page stale', async () => {
  const service = await runService();
  try {
    const accepted: string[] = [];
    let isKilled = false;
    const importing = (async () => {
      for (let from = 0; from < ARTICLES && !isKilled; from += BATCH)
        accepted.push(...(await sendBulk(service, from, BATCH)));
    })();
    await expect.poll(() => accepted.length, { timeout: 30_000, interval: 5 }).toBeGreaterThan(ARTICLES / 4);
    await service.kill();
    isKilled = true;
    await importing;
    expect(accepted.length).toBeLessThan(ARTICLES);
    await service.start();
    const stored = await publicSlugs(service);
    expect(new Set(accepted).difference(stored).size).toBe(0);
    await expectEverythingLive(service, stored);
  } finally {
    await service.remove();
  }
}, 120_000);

test('SIGKILL within one bulk request of 1,000 articles stores all of them or none', async () => {
  const service = await runService();
  try {
    const sending = sendBulk(service, 0, ARTICLES);
    await new Promise((resolve) => setTimeout(resolve, 250));
    await service.kill();
    const accepted = await sending;
    await service.start();
    const stored = await publicSlugs(service);
    expect([0, ARTICLES]).toContain(stored.size);
    expect(new Set(accepted).difference(stored).size).toBe(0);
    await expectEverythingLive(service, stored);
  } finally {
    await service.remove();
  }
}, 120_000);
