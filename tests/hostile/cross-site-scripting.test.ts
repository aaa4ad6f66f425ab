import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sanitizeArticleHtml } from '../../data/article-html.ts';
import { openBrowser } from '../browser/open-browser.ts';
import { type RunningService, runService } from '../support/running-service.ts';
import { fileForm } from '../support/test-pictures.ts';
import { BORROWED, PAYLOADS } from './payloads.ts';
import { openTally } from './tally.ts';
import { openVictim, provoke, type Victim } from './victim.ts';

const tally = openTally('cross-site scripting');

/** A feed holds as many. */
const BATCH = 50;
const OWN = PAYLOADS.map(({ html }) => html);
/** Names that a key may have and an object should not be asked for. */
const CATEGORIES = ['__proto__', 'constructor', 'hit'];

const POLICIES = ['with the Content-Security-Policy', 'without any Content-Security-Policy'] as const;
type Policy = (typeof POLICIES)[number];

let browser: Browser;
let service: RunningService;
const victims = {} as Record<Policy, Victim>;
/** The address of each payload's article, in the order of the payloads. */
const pages: string[] = [];

beforeAll(async () => {
  [browser, service] = await Promise.all([openBrowser(), runService()]);
  for (const policy of POLICIES)
    victims[policy] = await openVictim(browser, {
      url: service.url,
      withoutPolicy: policy === POLICIES[1],
    });
});
afterAll(async () => {
  await browser?.close();
  await service?.remove();
});

/** An article that says the same in every field that takes it. */
function toArticle(html: string, index: number) {
  const address = `https://example.org/?${encodeURIComponent(html.toWellFormed()).slice(0, 300)}'onmouseover='hit(1)'//javascript:hit(1)`;
  return {
    title: html.slice(0, 300),
    summary: html.slice(0, 2000),
    author: html.slice(0, 200),
    content: `<p>press</p>${html}<p>${html}</p><table><tr><td>${html}</td></tr></table>`,
    lang: 'en',
    status: 'published',
    category: CATEGORIES[index % CATEGORIES.length],
    tags: ['tostring', '__proto__', `t-${index % 9}`],
    source_url: address,
    thumbnail_url: address,
  };
}

async function publish(articles: object[]): Promise<string[]> {
  const response = await service.call('/api/v1/articles/bulk', {
    json: articles,
    headers: { Prefer: 'wait=30' },
  });
  const { results } = (await response.json()) as { results: { url: string }[] };
  expect(response.headers.get('preference-applied')).toBe('wait=30');
  return results.map(({ url }) => url.replace(service.url, ''));
}

/** Opens addresses in a victim's browser, each of which shows `shown` payloads: nothing may run or be able to. */
async function visitAll(
  policy: Policy,
  output: string,
  { paths, shown = 1 }: { paths: string[]; shown?: number },
): Promise<void> {
  const victim = victims[policy];
  const waiting = [...paths];
  const found: string[] = [];
  const work = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop())
      for (const what of await victim.visit(service.url + path)) found.push(`${path}: ${what}`);
  };
  await Promise.all(Array.from({ length: 4 }, work));
  expect(found).toEqual([]);
  expect(victim.hits).toEqual([]);
  tally.add(output, paths.length * shown);
}

const batchesOf = <Item>(items: readonly Item[], size = BATCH) =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

test('there are at least 300 payloads, no two alike', () => {
  expect(new Set(OWN).size).toBe(OWN.length);
  expect(OWN.length).toBeGreaterThanOrEqual(300);
  tally.add('payloads', OWN.length);
  tally.add('borrowed', BORROWED.length);
});

test('the payloads are live: without a sanitiser they run, and the watch notices', async () => {
  const victim = await openVictim(browser, { url: service.url, withoutPolicy: true });
  const page = await victim.context.newPage();
  await page.goto(`${service.url}/robots.txt`);
  let live = 0;
  for (const html of OWN) {
    const before = victim.hits.length;
    const found = await page
      .setContent(`<!doctype html><body>${html}`, { waitUntil: 'commit' })
      .then(() => provoke(page))
      .catch(() => ['gone']);
    if (victim.hits.length > before || found.length > 0) live += 1;
  }
  tally.add('live without a sanitiser', live);
  expect(live).toBeGreaterThan(300);
  await victim.close();
});

test('keys and addresses take none: they are refused, or have lost what it needs', async () => {
  const draft = { title: 'x', content: '<p>x</p>' };
  const fields = (html: string) => [
    { category: html },
    { tags: [html] },
    { source_url: html },
    { thumbnail_url: html },
    { thumbnail_url: `/uploads/${html}` },
    { slug: html },
    { lang: html },
    { published_at: html },
    { status: html },
  ];
  for (const attempts of batchesOf(OWN.flatMap(fields), 500)) {
    const response = await service.call('/api/v1/articles/bulk', {
      json: attempts.map((field) => ({ ...draft, ...field })),
    });
    const { results } = (await response.json()) as { results: { status: number; id?: string }[] };
    for (const [index, { status, id }] of results.entries()) {
      tally.add(status === 201 ? 'keys and addresses taken' : 'keys and addresses refused');
      expect([201, 422]).toContain(status);
      if (status !== 201) continue;
      const article = await (await service.call(`/api/v1/articles/${id}`)).json();
      for (const name of Object.keys(attempts[index] as object))
        expect(String(article[name])).not.toMatch(/[<>"]|^(?!https?:|\/uploads\/).*:/);
    }
  }
});

test('no file name of an upload is ever used', async () => {
  const pixel = { create: { width: 1, height: 1, channels: 3 as const, background: '#456' } };
  const bytes = await sharp(pixel).png().toBuffer();
  for (const name of OWN) {
    const form = fileForm(bytes, { name: name.slice(0, 1000), type: 'text/html' });
    const answer = await service.call('/api/v1/upload', { method: 'POST', body: form });
    const text = await answer.text();
    expect([201, 400]).toContain(answer.status);
    expect(text).not.toContain('hit');
    if (answer.status === 201) expect(JSON.parse(text).url).toMatch(/^\/uploads\/[0-9a-f]{32}\.png$/);
    tally.add('file names');
  }
});

/** What shows the newest articles. Each batch of them is looked at before the next pushes it out. */
const NEWEST = [
  ...['/feed/rss.xml', '/feed/atom.xml', '/feed.json', '/feed/rss.xml?lang=en', '/feed/atom.xml?lang=en'],
  ...['/feed/tag/tostring.xml', '/feed/tag/tostring.json', '/feed/tag/__proto__.xml'],
  ...['/llms.txt', '/sitemap/1.xml', '/sitemap/pages.xml', '/feed.json?lang=en'],
];
const HOMES = ['/', '/en/', '/categories', '/en/categories', '/en/tags/tostring', '/en/tags/__proto__'];

test('none runs when it is new: in feeds and texts that somebody opens, in homes and lists', async () => {
  for (const batch of batchesOf(OWN)) {
    pages.push(...(await publish(batch.map((html, index) => toArticle(html, pages.length + index)))));
    const lists = [...HOMES, ...CATEGORIES.map((key) => `/en/categories/${key}`)];
    for (const policy of POLICIES) {
      await visitAll(policy, 'feeds and other texts', { paths: NEWEST, shown: batch.length });
      await visitAll(policy, 'homes and lists', { paths: lists, shown: batch.length });
    }
  }
});

test('a feed that is opened keeps its style sheet', async () => {
  const page = await victims[POLICIES[0]].context.newPage();
  for (const path of ['/feed/rss.xml', '/feed/atom.xml']) {
    await page.goto(service.url + path);
    expect(await page.evaluate(() => document.styleSheets[0]?.cssRules.length)).toBeGreaterThan(5);
  }
  await page.close();
});

describe.each(POLICIES)('in Chromium, %s', (policy) => {
  test('no payload runs on its article page', async () => {
    await visitAll(policy, 'article pages with JSON-LD', { paths: pages });
  });

  test('none runs in the archive', async () => {
    const numbers = Array.from({ length: Math.ceil(OWN.length / 24) }, (_, index) => index + 1);
    await visitAll(policy, 'archive pages', {
      paths: numbers.map((number) => `/en/archive/${number}`),
      shown: 24,
    });
  });

  test('none runs in the search page, as a query and as a result', async () => {
    const searchFor = (q: string) => `/search?${new URLSearchParams({ q: q.slice(0, 200) })}`;
    const words = ['hit', 'script', 'press', '検索', '검색'];
    await visitAll(policy, 'search pages', { paths: [...OWN, ...words].map(searchFor) });
  });

  // Where the policy is off, all are tried: what does not run there runs with it neither.
  const share = <Item>(items: readonly Item[]) =>
    policy === POLICIES[1] ? [...items] : items.filter((_item, index) => index % 4 === 0);

  test('none runs in an article as Markdown or as JSON, opened as a document', async () => {
    const shown = share(pages);
    await visitAll(policy, 'Markdown', { paths: shown.map((path) => `${path}.md`) });
    const ofApi = shown.map((path) => `/api/v1${path.replace('/en', '')}`);
    await visitAll(policy, 'answers of the API', { paths: ofApi });
  });

  test('none runs in what says that there is nothing, or that a request is wrong', async () => {
    const encoded = OWN.map((html) => encodeURIComponent(html.toWellFormed().slice(0, 1500)));
    await visitAll(policy, 'pages of nothing', {
      paths: encoded.map((html) => `/en/articles/${html}?${html}`),
    });
    await visitAll(policy, 'problems', {
      paths: share(encoded).map(
        (html, index) =>
          [
            `/api/v1/articles/${html}`,
            `/api/v1/articles?sortBy=${html}`,
            `/api/v1/search/suggest?lang=${html}`,
            `/feed/tag/${html}.xml?lang=${html}`,
          ][index % 4] ?? '',
      ),
    });
  });

  test('none runs among the suggestions, as the search field shows them', async () => {
    const waiting = OWN.map((html) => html.replaceAll(/\s+/g, ' ').trim().slice(0, 40));
    const seen = { options: 0 };
    const type = async () => {
      const page = await victims[policy].context.newPage();
      await page.goto(`${service.url}/en/categories`);
      const field = page.getByRole('combobox').first();
      for (let typed = waiting.pop(); typed !== undefined; typed = waiting.pop()) {
        const answered = page.waitForResponse(/search\/suggest/, { timeout: 2000 }).catch(() => {});
        await field.fill(typed);
        await answered;
        await page.waitForTimeout(10);
        seen.options += await page.getByRole('option').count();
        const found = await page.evaluate(() =>
          Array.from(document.querySelectorAll('[role=listbox] *'), ({ localName }) => localName),
        );
        expect(found.filter((name) => name !== 'li' && name !== 'mark')).toEqual([]);
      }
      expect(await provoke(page)).toEqual([]);
      await page.close();
    };
    await Promise.all([type(), type(), type()]);
    expect(seen.options).toBeGreaterThan(OWN.length);
    tally.add('suggestions', seen.options);
    expect(victims[policy].hits).toEqual([]);
  });

  test('none runs in the curation log', async () => {
    for (const [index, html] of OWN.entries()) {
      const entry = { run_id: `${policy} ${index} ${html}`.slice(0, 255), notes: html, model: html };
      const json = { ...entry, [html]: html, sources: [html], errors: [{ [html]: html }] };
      const answer = await service.call('/api/v1/curation-log', { json });
      expect(answer.status).toBe(201);
    }
    const victim = await openVictim(browser, {
      url: service.url,
      withoutPolicy: policy === POLICIES[1],
    });
    const { headers } = await service.call('/api/v1/curation-log');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    await victim.context.route('**/api/v1/curation-log*', async (route) => {
      const answer = await service.call(new URL(route.request().url()).href.replace(service.url, ''));
      await route.fulfill({ headers: Object.fromEntries(answer.headers), body: await answer.text() });
    });
    for (let page = 1; page <= Math.ceil(OWN.length / 100); page++)
      expect(await victim.visit(`${service.url}/api/v1/curation-log?limit=100&page=${page}`)).toEqual([]);
    expect(victim.hits).toEqual([]);
    tally.add('curation log', OWN.length);
    await victim.close();
  });
});

test('the pictures that stand for articles are drawn, whatever their titles hold', async () => {
  const waiting = [...pages];
  const work = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const html = await (await service.call(path, { token: null })).text();
      const picture = /property="og:image" content="[^"]*?(\/social\/[^"]+)"/.exec(html)?.[1];
      // An article with a picture of its own is shared with that one.
      if (picture === undefined) continue;
      const answer = await service.call(picture, { token: null });
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'image/jpeg']);
      tally.add('cards');
    }
  };
  await Promise.all([work(), work()]);
});

/** Places in which other programs put our HTML. Some parse it by other rules than an article's page does. */
const CONTEXTS = [
  ...['div', 'p', 'td', 'template', 'select', 'svg', 'math', 'noscript', 'textarea', 'pre', 'style', 'title'],
  ...['svg><foreignObject', 'svg><desc', 'math><mtext', 'math><annotation-xml encoding="text/html"', 'table'],
];

test('what the API and the feeds hand out runs in no other page either, however often it is parsed', async () => {
  const victim = await openVictim(browser, { url: service.url, withoutPolicy: true });
  const page = await victim.context.newPage();
  await page.goto(`${service.url}/robots.txt`);
  const fragments: string[] = [];
  for (let number = 1; number <= Math.ceil(OWN.length / 100); number++) {
    const path = `/api/v1/articles?include=content&status=published&limit=100&page=${number}`;
    for (const { content } of (await (await service.call(path)).json()).data) fragments.push(content);
  }
  for (const q of ['hit', 'script', 'img', 'src x', 'press', '검색', '検索']) {
    const answer = await service.call(`/api/v1/search/suggest?q=${encodeURIComponent(q)}`);
    for (const { highlight } of (await answer.json()).suggestions) fragments.push(highlight);
  }
  for (const { content_html } of (await (await service.call('/feed.json')).json()).items)
    fragments.push(content_html);
  const rss = await (await service.call('/feed/rss.xml')).text();
  expect(fragments.length).toBeGreaterThan(OWN.length);
  for (const html of BORROWED) fragments.push(sanitizeArticleHtml(html).html);
  for (const context of CONTEXTS)
    for (const batch of batchesOf(fragments, 700)) {
      await page.evaluate(parseAgain, { fragments: batch, context, rss });
      expect([context, await provoke(page)]).toEqual([context, []]);
      tally.add('parsed again in other pages', batch.length);
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
  fragments: readonly string[];
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

test('nothing has run anywhere', () => {
  tally.add('executions', POLICIES.flatMap((policy) => victims[policy].hits).length);
  expect(POLICIES.flatMap((policy) => victims[policy].hits)).toEqual([]);
});
