import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { type RunningService, runService } from '../support/running-service.ts';
import { compareWithFreshRender } from './fresh-render.ts';
import { record } from './record.ts';

const PRELOAD = fileURLToPath(new URL('./clock-preload.ts', import.meta.url));
const HOUR = 3_600_000;

interface Answered {
  id: string;
  slug: string;
  status: string;
  created_at: string;
  updated_at: string;
  published_at: string;
}

/** A service whose clock can be set while it runs. */
async function openClocked() {
  const folder = mkdtempSync(join(tmpdir(), 'inkstone-clock-'));
  const file = join(folder, 'offset');
  let offset = 0;
  writeFileSync(file, '0');
  const service = await runService({
    NODE_OPTIONS: `--import=${PRELOAD}`,
    CLOCK_OFFSET: file,
    RATE_LIMIT_ANONYMOUS: '30',
  });
  onTestFinished(async () => {
    await service.remove();
    rmSync(folder, { recursive: true });
  });
  const now = () => Date.now() + offset;
  /** How far the end of the present window is away; no window is longer than a minute. */
  const windowMs = async () =>
    Number((await service.call('/api/v1/health')).headers.get('x-ratelimit-reset')) * 1000 - now();
  return {
    service,
    now,
    /** Moves the clock by so much, and waits until the service has seen it. */
    async step(ms: number): Promise<void> {
      offset += ms;
      writeFileSync(file, String(offset));
      const isSeen = async () => Math.abs(await windowMs()) < 65_000;
      await expect.poll(isSeen, { timeout: 10_000 }).toBe(true);
    },
  };
}

const articleAt = (slug: string, fields = {}) => ({
  title: `At ${slug}`,
  slug,
  lang: 'en',
  content: '<p>x</p>',
  status: 'published',
  ...fields,
});

async function post(service: RunningService, slug: string, fields = {}): Promise<Answered> {
  const headers = { Prefer: 'wait=30', 'Idempotency-Key': slug };
  const response = await service.call('/api/v1/articles', { json: articleAt(slug, fields), headers });
  expect(response.status).toBe(201);
  return (await response.json()) as Answered;
}

async function find(service: RunningService, slug: string): Promise<Answered> {
  return (await (await service.call(`/api/v1/articles/${slug}`)).json()) as Answered;
}

const suggest = (service: RunningService) =>
  service.call('/api/v1/search/suggest?q=at', { token: null, headers: { 'Sec-Fetch-Site': 'same-origin' } });

test('a clock that is set back by an hour, on by a day and back again disturbs nobody', async () => {
  const { service, now, step } = await openClocked();
  const dataFolder = join(service.folder, 'var');
  const articles = [await post(service, 'before')];
  const steps = [-HOUR, 24 * HOUR, -24 * HOUR];
  for (const [n, ms] of steps.entries()) {
    // A reader who has used up the limit is let in again after the same minute.
    let refused = await suggest(service);
    for (let tries = 0; refused.status === 200 && tries < 60; tries++) refused = await suggest(service);
    expect(refused.status).toBe(429);
    await step(ms);
    const after = await suggest(service);
    expect([200, 429]).toContain(after.status);
    expect(Number(after.headers.get('retry-after') ?? 0)).toBeLessThanOrEqual(60);
    const windowMs = Number(after.headers.get('x-ratelimit-reset')) * 1000 - now();
    expect(windowMs).toBeLessThanOrEqual(62_000);

    const article = await post(service, `after-${n}`);
    articles.push(article);
    expect(Math.abs(Date.parse(article.created_at) - now())).toBeLessThan(10_000);
    expect(article.published_at).toBe(article.created_at);
    await expectChangeable(service, 'before');
    const again = await post(service, 'before');
    expect(again.id).toBe(articles[0]?.id);
    await expectScheduled(service, `due-${n}`, now() + 2000);
    await expectFed(service, `after-${n}`);
  }
  expect(new Set(articles.map(({ id }) => id)).size).toBe(articles.length);
  expect(articles.map(({ id }) => id).toSorted()).toEqual(articles.map(({ id }) => id));
  const { compared, ...differences } = await compareWithFreshRender(dataFolder, service);
  expect(differences).toEqual({ missing: [], superfluous: [], different: [] });
  await expect
    .poll(() => readdirSync(join(dataFolder, 'social', 'en', 'articles')).length, { timeout: 20_000 })
    .toBeGreaterThanOrEqual(articles.length + steps.length);
  await expect
    .poll(async () => (await suggest(service)).status, { timeout: 70_000, interval: 2000 })
    .toBe(200);
  record('clock set while running', { steps: steps.length, pagesCompared: compared });
});

/** A change is newer than what it changes, whatever the clock says. */
async function expectChangeable(service: RunningService, slug: string): Promise<void> {
  const before = await find(service, slug);
  const json = { summary: `changed ${Math.random()}` };
  const response = await service.call(`/api/v1/articles/${slug}`, { method: 'PATCH', json });
  const after = (await response.json()) as Answered;
  expect(after.updated_at >= before.updated_at).toBe(true);
  expect(after.updated_at >= after.created_at).toBe(true);
  expect(after.published_at).toBe(before.published_at);
}

async function expectScheduled(service: RunningService, slug: string, at: number): Promise<void> {
  const published_at = new Date(at).toISOString();
  expect((await post(service, slug, { status: 'scheduled', published_at })).status).toBe('scheduled');
  const state = async () => {
    const { status, published_at: since } = await find(service, slug);
    return [status, since];
  };
  await expect.poll(state, { timeout: 20_000 }).toEqual(['published', published_at]);
}

/** The feeds name it; whoever had them before sees that they have changed. */
async function expectFed(service: RunningService, slug: string): Promise<void> {
  for (const feed of ['/feed/rss.xml', '/feed/atom.xml', '/feed.json']) {
    const response = await service.call(feed, { token: null });
    expect(await response.text()).toContain(`/en/articles/${slug}`);
    const headers = { 'If-None-Match': response.headers.get('etag') ?? '' };
    expect((await service.call(feed, { token: null, headers })).status).toBe(304);
  }
}
