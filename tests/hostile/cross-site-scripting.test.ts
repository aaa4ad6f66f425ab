import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../browser/open-browser.ts';
import { type RunningService, runService } from '../support/running-service.ts';
import { PAYLOADS, type Payload } from './payloads.ts';
import { openVictim, provoke, type Victim } from './victim.ts';

let browser: Browser;
let service: RunningService;

beforeAll(async () => {
  [browser, service] = await Promise.all([openBrowser(), runService()]);
  const response = await service.call('/api/v1/articles/bulk', {
    json: PAYLOADS.map(toArticle),
    headers: { Prefer: 'wait=30' },
  });
  expect(response.status).toBe(201);
  expect(response.headers.get('preference-applied')).toBe('wait=30');
});
afterAll(async () => {
  await browser?.close();
  await service?.remove();
});

/** An article that says the same in every field that takes it. */
function toArticle({ html, kind }: Payload, index: number) {
  return {
    title: html.slice(0, 300),
    summary: html.slice(0, 2000),
    author: html.slice(0, 200),
    content: `<p>press</p>${html}<p>${html}</p><table><tr><td>${html}</td></tr></table>`,
    slug: `attempt-${index}`,
    lang: 'en',
    status: 'published',
    category: ['__proto__', 'constructor', 'hit'][index % 3],
    tags: [kind.replaceAll(/[^a-z]+/gi, '-'), 'tostring', '__proto__'],
    source_url: "https://example.org/?'onmouseover='hit(1)'//javascript:hit(1)",
    thumbnail_url: "https://example.org/x.png?'onerror='hit(1)'//`onerror=hit(1)",
  };
}

async function visitAll(victim: Victim, paths: string[]): Promise<void> {
  const waiting = [...paths];
  const found: string[] = [];
  const work = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop())
      for (const what of await victim.visit(service.url + path)) found.push(`${path}: ${what}`);
  };
  await Promise.all(Array.from({ length: 4 }, work));
  expect(found).toEqual([]);
  expect(victim.hits).toEqual([]);
}

const searchFor = (q: string) => `/search?${new URLSearchParams({ q: q.slice(0, 200) })}`;

test('there are at least 300 payloads, no two alike', () => {
  expect(new Set(PAYLOADS.map(({ html }) => html)).size).toBe(PAYLOADS.length);
  expect(PAYLOADS.length).toBeGreaterThanOrEqual(300);
});

test('the payloads are live: without a sanitiser they run, and the watch notices', async () => {
  const victim = await openVictim(browser, { url: service.url, withoutPolicy: true });
  const page = await victim.context.newPage();
  await page.goto(`${service.url}/robots.txt`);
  let live = 0;
  for (const { html } of PAYLOADS) {
    const before = victim.hits.length;
    await page.setContent(`<!doctype html><body>${html}`, { waitUntil: 'commit' });
    const found = await provoke(page).catch(() => ['gone']);
    if (victim.hits.length > before || found.length > 0) live += 1;
  }
  expect(live).toBeGreaterThan(200);
  await victim.close();
});

describe.each([
  ['with the Content-Security-Policy', false],
  ['without any Content-Security-Policy', true],
])('in Chromium, %s', (_, withoutPolicy) => {
  let victim: Victim;
  beforeAll(async () => {
    victim = await openVictim(browser, { url: service.url, withoutPolicy });
  });
  afterAll(() => victim.close());

  test('no payload runs on its article page', async () => {
    await visitAll(
      victim,
      PAYLOADS.map((_payload, index) => `/en/articles/attempt-${index}`),
    );
  });

  test('none runs where many articles stand: homes, lists, archive, topic map', async () => {
    await visitAll(victim, [
      ...['/', '/en/', '/categories', '/en/categories', '/en/archive', '/en/categories/hit'],
      ...[
        '/en/categories/__proto__',
        '/en/categories/constructor',
        '/en/tags/__proto__',
        '/en/tags/tostring',
      ],
      ...Array.from(
        { length: Math.ceil(PAYLOADS.length / 24) },
        (_page, index) => `/en/archive/${index + 1}`,
      ),
    ]);
  });

  test('none runs in the search page, as a query or as a result', async () => {
    const queries = PAYLOADS.filter((_payload, index) => index % 3 === 0).map(({ html }) => searchFor(html));
    await visitAll(victim, [...queries, ...['hit', 'script', 'press', '検索', '검색'].map(searchFor)]);
  });

  test('none runs when a feed or another text is opened as a document', async () => {
    await visitAll(victim, [
      ...[
        '/feed/rss.xml',
        '/feed/atom.xml',
        '/feed.json',
        '/feed/tag/tostring.xml',
        '/feed/category/hit.json',
      ],
      ...['/sitemap.xml', '/sitemap/1.xml', '/llms.txt', '/robots.txt', '/openapi.json'],
      ...['/en/articles/%3Cscript%3Ehit(1)%3C%2Fscript%3E', '/%22%3E%3Cscript%3Ehit(1)%3C%2Fscript%3E'],
      ...['/feed/tag/%3Cscript%3E.xml', '/feed/rss.xml?lang=%3Cscript%3Ehit(1)%3C%2Fscript%3E'],
      ...[
        '/api/v1/%3Cimg%20src=x%20onerror=hit(1)%3E',
        '/api/v1/articles/attempt-1',
        '/en/articles/attempt-1.md',
      ],
      `/api/v1/search/suggest?q=${encodeURIComponent('<img src=x onerror=hit(1)>')}`,
    ]);
  });

  test('none runs among the suggestions while somebody types', async () => {
    const page = await victim.context.newPage();
    await page.goto(`${service.url}/en/`);
    for (const typed of ['hit', 'script', 'img src', 'onerror', '검색', '検索']) {
      await page.getByRole('combobox').first().fill(typed);
      await page
        .getByRole('option')
        .first()
        .waitFor({ timeout: 3000 })
        .catch(() => {});
      expect(await provoke(page)).toEqual([]);
    }
    await page.close();
    expect(victim.hits).toEqual([]);
  });
});

/** Places in which other programs put our HTML. Some parse it by other rules than an article's page does. */
const CONTEXTS = ['div', 'p', 'td', 'template', 'select', 'svg', 'math', 'noscript', 'textarea', 'pre'];

test('what the API and the feeds hand out runs in no other page either, however often it is parsed', async () => {
  const victim = await openVictim(browser, { url: service.url, withoutPolicy: true });
  const page = await victim.context.newPage();
  await page.goto(`${service.url}/robots.txt`);
  const fragments: string[] = [];
  for (const number of [1, 2, 3, 4, 5]) {
    const list = await service.call(`/api/v1/articles?include=content&limit=100&page=${number}`);
    for (const { content } of (await list.json()).data) fragments.push(content);
  }
  for (const q of ['hit', 'script', 'img', 'src x', 'press', '검색', '検索']) {
    const answer = await service.call(`/api/v1/search/suggest?q=${encodeURIComponent(q)}`);
    for (const { highlight } of (await answer.json()).suggestions) fragments.push(highlight);
  }
  for (const { content_html } of (await (await service.call('/feed.json')).json()).items)
    fragments.push(content_html);
  const rss = await (await service.call('/feed/rss.xml')).text();
  expect(fragments.length).toBeGreaterThan(PAYLOADS.length);
  for (const context of CONTEXTS) {
    await page.evaluate(parseAgain, { fragments, context, rss });
    expect([context, await provoke(page)]).toEqual([context, []]);
  }
  await page.waitForTimeout(500);
  expect(victim.hits).toEqual([]);
  await victim.close();
});

/** Runs in the page: parses each fragment in a context, writes it out and parses it again in a plain one. */
function parseAgain({
  fragments,
  context,
  rss,
}: {
  fragments: string[];
  context: string;
  rss: string;
}): void {
  const items = new DOMParser()
    .parseFromString(rss, 'application/xml')
    .querySelectorAll('item > description, item > *|encoded');
  const texts = [
    ...fragments,
    ...[...items].map((item) => item.textContent ?? '').filter((text) => /[<&]/.test(text)),
  ];
  const room = document.createElement('main');
  for (const html of texts) {
    const first = document.createElement('div');
    first.innerHTML = `<${context}>${html}</${context}>`;
    const second = document.createElement('div');
    second.innerHTML = first.innerHTML;
    const third = document.createElement('div');
    third.innerHTML = new XMLSerializer().serializeToString(second);
    room.append(first, second, third);
  }
  document.body.replaceChildren(room);
}
