import type { Browser, Page } from 'playwright-core';
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

const VISITED = [
  '/',
  '/en/',
  '/ko/',
  '/ja/',
  '/en/articles/stone-en',
  '/ko/articles/stone-ko',
  '/ja/articles/stone-ja',
  '/categories',
  '/en/categories',
  '/en/categories/craft',
  '/en/tags/ink',
  '/en/archive',
  '/en/archive/1',
  '/search?q=stone',
  '/nowhere',
];

/** How far the page can be moved sideways, in pixels. */
function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Reads on to the end: what stands there is fetched only when somebody comes near. */
async function scrollToEnd(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
}

describe.each(Object.entries(DEVICES))('on a %s', (_, device) => {
  test('an article can be read, from the home page on', async () => {
    const { page, errors } = await openPage(browser, device);
    await page.goto(`${service.url}/en/`);
    await page.getByRole('link', { name: 'The last one' }).first().click();
    await page.waitForURL('**/en/articles/the-last-one');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('The last one');
    expect(errors).toEqual([]);
    await page.context().close();
  });

  test('the language switch leads to the same article in the other languages', async () => {
    const { page, errors } = await openPage(browser, device);
    await page.goto(`${service.url}/en/articles/stone-en`);
    for (const [name, lang, title] of [
      ['한국어', 'ko', '먹을 가는 돌'],
      ['日本語', 'ja', '墨を磨る石'],
      ['English', 'en', 'The stone that grinds the ink'],
    ] as const) {
      await page.getByRole('link', { name, exact: true }).first().click();
      await page.waitForURL(`**/${lang}/articles/stone-${lang}`);
      expect(await page.locator('html').getAttribute('lang')).toBe(lang);
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain(title);
    }
    expect(errors).toEqual([]);
    await page.context().close();
  });

  test('suggestions appear while typing and are chosen by keyboard', async () => {
    const { page, errors } = await openPage(browser, device);
    await page.goto(`${service.url}/ko/`);
    const field = page.getByRole('combobox').first();
    await field.click();
    await field.pressSequentially('가는', { delay: 30 });
    const option = page.getByRole('option').first();
    await option.waitFor();
    expect(await option.locator('mark').textContent()).toBe('가는');
    await page.keyboard.press('ArrowDown');
    expect(await option.getAttribute('aria-selected')).toBe('true');
    expect(await field.getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/ko/articles/stone-ko');
    expect(errors).toEqual([]);
    await page.context().close();
  });

  test('Escape closes the suggestions, Enter without a choice searches', async () => {
    const { page } = await openPage(browser, device);
    await page.goto(`${service.url}/en/`);
    const field = page.getByRole('combobox').first();
    await field.click();
    await field.pressSequentially('stone', { delay: 30 });
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('option').count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/search?*q=stone*');
    expect(await page.locator('main mark').count()).toBeGreaterThan(0);
    await page.context().close();
  });

  test('a reaction is given and taken back, and stays over a reload', async () => {
    const { page, errors } = await openPage(browser, device);
    await page.goto(`${service.url}/en/articles/stone-en`);
    const heart = page.locator('button[value=heart]');
    await scrollToEnd(page);
    await heart.waitFor();
    const answered = () =>
      page.waitForResponse(
        (response) => response.request().method() === 'POST' && response.url().endsWith('/reactions'),
      );
    await Promise.all([answered(), heart.click()]);
    expect(await heart.getAttribute('aria-pressed')).toBe('true');
    await page.reload();
    await scrollToEnd(page);
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');
    await Promise.all([answered(), heart.click()]);
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('false');
    expect(errors).toEqual([]);
    await page.context().close();
  });

  test('a view is counted once however often the page is opened', async () => {
    const { page } = await openPage(browser, device);
    const views = async () => {
      const response = await service.call('/api/v1/articles/stories-of-the-river-5');
      return ((await response.json()) as { views: number }).views;
    };
    const before = await views();
    for (let visit = 0; visit < 3; visit++) {
      const counted = page.waitForResponse((response) => response.url().endsWith('/view'));
      await page.goto(`${service.url}/en/articles/stories-of-the-river-5`);
      await counted;
    }
    expect(await views()).toBe(before + 1);
    await page.context().close();
  });

  test('no page scrolls sideways or writes an error to the console', async () => {
    const { page, errors } = await openPage(browser, device);
    for (const path of VISITED) {
      await page.goto(service.url + path);
      expect([path, await sidewaysScroll(page)]).toEqual([path, 0]);
    }
    // The browser itself reports the status of a page that is not there.
    expect(errors.filter((error) => !error.includes('404'))).toEqual([]);
    await page.context().close();
  });
});

describe('without scripts', () => {
  test('everything but suggestions and reactions works', async () => {
    const { page } = await openPage(browser, { ...DEVICES.phone, javaScriptEnabled: false });
    await page.goto(`${service.url}/en/`);
    await page.getByRole('searchbox').first().fill('grinds');
    await page.getByRole('searchbox').first().press('Enter');
    await page.waitForURL('**/search?*');
    await page.getByRole('link', { name: 'The stone that grinds the ink' }).click();
    await page.waitForURL('**/en/articles/stone-en');
    await page.getByRole('link', { name: '日本語', exact: true }).first().click();
    await page.waitForURL('**/ja/articles/stone-ja');
    await page.goto(`${service.url}/en/archive/2`);
    await page.locator('a[rel=prev]').click();
    await page.waitForURL('**/en/archive/1');
    await page.context().close();
  });

  test('pages fit 320 pixels and a text of twice the size', async () => {
    for (const [width, zoom] of [
      [320, 1],
      [640, 2],
    ] as const) {
      const { page } = await openPage(browser, {
        viewport: { width: width / zoom, height: 600 },
        javaScriptEnabled: false,
      });
      for (const path of VISITED) {
        await page.goto(service.url + path);
        const overflow = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        expect([path, overflow]).toEqual([path, 0]);
      }
      await page.context().close();
    }
  });
});

describe('by keyboard', () => {
  test('a category of the topic map shows what it shares, and leads on', async () => {
    const { page, errors } = await openPage(browser, DEVICES.desktop);
    await page.goto(`${service.url}/categories`);
    const drop = page.locator('.drop[href="/en/categories/cities"]');
    const shared = page.locator('.drop[href="/en/categories/cities"] + .own .shared').first();
    expect(await shared.isVisible()).toBe(false);
    await page.keyboard.press('Tab');
    await drop.focus();
    expect(await shared.isVisible()).toBe(true);
    expect(await shared.textContent()).toContain('river');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/en/categories/cities');
    expect(errors).toEqual([]);
    await page.context().close();
  });

  test('the skip link comes first and leads to the content', async () => {
    const { page } = await openPage(browser, DEVICES.desktop);
    await page.goto(`${service.url}/en/articles/stone-en`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    await page.context().close();
  });
});
