import type { Browser, BrowserContextOptions, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningService } from '../support/running-service.ts';
import { openNewsroom } from './newsroom.ts';
import { DEVICES, openBrowser, openPage } from './open-browser.ts';

let browser: Browser;
let service: RunningService;

beforeAll(async () => {
  [browser, service] = await Promise.all([openBrowser(), openNewsroom()]);
});
afterAll(async () => {
  await browser?.close();
  await service?.remove();
});

/** Opens an article in a context of its own and closes it when the reading is done. */
async function reading(
  path: string,
  read: (page: Page, errors: string[]) => Promise<void>,
  options: BrowserContextOptions = DEVICES.desktop,
): Promise<void> {
  const { page, errors } = await openPage(browser, options);
  await page.goto(service.url + path);
  await read(page, errors);
  await page.context().close();
}

describe('code', () => {
  test('is coloured, says its language and is copied by a button', async () => {
    const { page, errors } = await openPage(browser, {
      ...DEVICES.desktop,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.goto(`${service.url}/ko/articles/stone-ko`);
    expect(await page.locator('.code-name').textContent()).toBe('TypeScript');
    expect(await page.locator('.code .c-keyword').first().textContent()).toBe('const');
    const button = page.locator('.code button');
    await button.click();
    await expect.poll(() => button.textContent()).toBe('복사했습니다');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^const aVeryLongLine = '/);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  test('costs pages without it nothing', async () => {
    await reading('/en/articles/the-last-one', async (page) => {
      const scripts = await page
        .locator('script[src]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('src')));
      expect(scripts.filter((src) => src?.includes('CopyCode'))).toEqual([]);
      expect(await page.locator('[data-copy]').count()).toBe(0);
    });
  });
});

test('a heading is a link to itself', () =>
  reading('/en/articles/stone-en', async (page) => {
    await page.locator('.prose h2 a').first().click();
    expect(new URL(page.url()).hash).toBe('#s-the-stone-that-grinds-the-ink');
  }));

test('related articles lead to each other, and none is offered that is gone', async () => {
  const publish = (title: string) =>
    service.call('/api/v1/articles', {
      json: { title, lang: 'en', content: '<p>Text.</p>', status: 'published', tags: ['heron'] },
      headers: { Prefer: 'wait=30' },
    });
  await publish('Heron');
  await publish('Reed');
  const related = (page: Page, title: string) => page.locator('.related').getByRole('link', { name: title });
  await reading('/en/articles/reed', async (page) => {
    await related(page, 'Heron').click();
    await page.waitForURL('**/en/articles/heron');
    await related(page, 'Reed').click();
    await page.waitForURL('**/en/articles/reed');
  });
  await service.call('/api/v1/articles/reed', { method: 'DELETE', headers: { Prefer: 'wait=30' } });
  await reading('/en/articles/heron', async (page) => {
    expect(await page.locator('a[href="/en/articles/reed"]').count()).toBe(0);
  });
});

test('the views of an article are shown', () =>
  reading('/en/articles/stories-of-the-river-7', async (page) => {
    await expect.poll(() => page.locator('[data-views]').textContent()).toBe('1');
  }));

describe('reactions', () => {
  const isPost = (route: Route) => route.request().method() === 'POST';

  async function react(
    path: string,
    meddle: (route: Route) => Promise<void>,
    check: (page: Page) => Promise<void>,
  ) {
    await reading(path, async (page) => {
      const heart = page.locator('button[value=heart]');
      await heart.scrollIntoViewIfNeeded();
      await page.route('**/reactions', (route) => (isPost(route) ? meddle(route) : route.fallback()));
      await heart.click();
      expect(await heart.getAttribute('aria-pressed')).toBe('true');
      await check(page);
    });
  }

  test('are kept until the service has them', async () => {
    let tries = 0;
    await react(
      '/en/articles/stories-of-the-river-8',
      (route) => (++tries === 1 ? route.abort() : route.fallback()),
      async (page) => {
        await page.waitForResponse((response) => response.request().method() === 'POST' && response.ok());
        expect(await page.locator('button[value=heart]').getAttribute('aria-pressed')).toBe('true');
      },
    );
    const response = await service.call('/api/v1/articles/stories-of-the-river-8/reactions');
    expect(((await response.json()) as { counts: object }).counts).toMatchObject({ heart: 1 });
  });

  test('are not taken back when only the answer was lost', async () => {
    await react(
      '/en/articles/stories-of-the-river-9',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      async (page) => {
        await page.waitForResponse((response) => response.url().endsWith('/reactions') && response.ok());
        expect(await page.locator('button[value=heart]').getAttribute('aria-pressed')).toBe('true');
      },
    );
    const response = await service.call('/api/v1/articles/stories-of-the-river-9/reactions');
    expect(((await response.json()) as { counts: object }).counts).toMatchObject({ heart: 1 });
  });

  test('that cannot be saved are taken back, and the reader is told', () =>
    react(
      '/en/articles/stories-of-the-river-10',
      (route) => route.abort(),
      async (page) => {
        const heart = page.locator('button[value=heart]');
        await expect.poll(() => heart.getAttribute('aria-pressed'), { timeout: 20_000 }).toBe('false');
        expect(await page.locator('.reactions [role=status]').textContent()).toContain('could not be saved');
      },
    ));
});

describe('sharing', () => {
  test('is offered where the device can share', async () => {
    const { page } = await openPage(browser, DEVICES.phone);
    await page.addInitScript(() => {
      Object.assign(navigator, {
        canShare: () => true,
        share: async (data: ShareData) =>
          document.documentElement.setAttribute('data-shared', data.url ?? ''),
      });
    });
    await page.goto(`${service.url}/en/articles/stone-en`);
    await page.getByRole('button', { name: 'Share' }).click();
    expect(await page.getByRole('link', { name: 'Send by e-mail' }).count()).toBe(0);
    expect(await page.locator('html').getAttribute('data-shared')).toBe(
      `${service.url}/en/articles/stone-en`,
    );
    await page.context().close();
  });

  test('is not offered elsewhere', async () => {
    const { page } = await openPage(browser, DEVICES.desktop);
    await page.addInitScript(() => Object.assign(navigator, { canShare: undefined }));
    await page.goto(`${service.url}/en/articles/stone-en`);
    await page.locator('button[value=heart]').waitFor();
    expect(await page.getByRole('button', { name: 'Share' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Send by e-mail' }).isVisible()).toBe(true);
    await page.context().close();
  });
});

test('a page is fetched when a reader is about to follow a link to it, a feed is not', () =>
  reading('/en/', async (page) => {
    const fetched = () =>
      page.locator('link[rel=prefetch]').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    await page.locator('.footer a[href^="/feed"]').first().hover();
    await page.waitForTimeout(200);
    expect(await fetched()).toEqual([]);
    const prefetch = page.waitForRequest('**/en/articles/the-last-one');
    await page.getByRole('link', { name: 'The last one' }).first().hover();
    await prefetch;
    expect(await fetched()).toEqual(['/en/articles/the-last-one']);
  }));

test('nothing moves for readers who want no motion', () =>
  reading(
    '/en/articles/stone-en',
    async (page) => {
      const durations = await page
        .locator('a, button')
        .evaluateAll((all) => all.map((one) => getComputedStyle(one).transitionDuration));
      expect(new Set(durations)).toEqual(new Set(['0s']));
    },
    { ...DEVICES.desktop, reducedMotion: 'reduce' },
  ));

describe('by keyboard', () => {
  test.each(['/en/', '/ko/articles/stone-ko', '/categories', '/search?q=stone'])(
    'everything on %s is reached, and seen when it is',
    (path) =>
      reading(path, async (page) => {
        const expected = await page
          .locator(
            'a[href]:visible, button:visible, input:not([type=hidden]):visible, select:visible, summary:visible, [tabindex="0"]:visible',
          )
          .count();
        const reached = new Set<string>();
        for (let step = 0; step < expected; step++) {
          await page.keyboard.press('Tab');
          const { at, isSeen } = await page.evaluate(() => {
            const { activeElement } = document;
            if (!activeElement) return { at: 'nothing', isSeen: false };
            const box = activeElement.getBoundingClientRect();
            const outlines = [activeElement, activeElement.closest('form')].map(
              (one) => one && getComputedStyle(one),
            );
            const isOutlined = outlines.some(
              (style) => style && (style.outlineStyle !== 'none' || style.boxShadow !== 'none'),
            );
            const all = [...document.querySelectorAll('*')];
            return {
              at: `${all.indexOf(activeElement)} ${activeElement.outerHTML.slice(0, 80)}`,
              isSeen: isOutlined && box.bottom > 0 && box.top < innerHeight,
            };
          });
          expect({ at, isSeen }).toEqual({ at, isSeen: true });
          reached.add(at);
        }
        expect(reached.size).toBe(expected);
      }),
  );

  test('wide code is scrolled', () =>
    reading(
      '/en/articles/stone-en',
      async (page) => {
        const code = page.locator('.code pre');
        await code.focus();
        const press = async () => {
          await page.keyboard.press('ArrowRight');
          return code.evaluate((one) => one.scrollLeft);
        };
        await expect.poll(press).toBeGreaterThan(0);
      },
      { ...DEVICES.desktop, viewport: { width: 360, height: 740 } },
    ));
});
