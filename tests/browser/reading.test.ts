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
  '/ko/categories',
  '/ja/archive',
  '/en/feeds',
  '/ko/feeds',
  '/search',
  '/search?q=stone',
  '/search?q=nothing-of-this-kind&lang=ja',
  '/en/articles/stone-en/reactions',
  '/ja/articles/stone-ja/reactions',
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
  test.each([
    ['en', 'Heart', 'Thank you, that counts', 'You have not reacted', 'Back to the article'],
    ['ko', '최고예요', '반응을 남겼습니다', '아직 남긴 반응이 없습니다', '글로 돌아가기'],
    ['ja', '好き', '反応を受け付けました', 'まだ反応していません', '記事に戻る'],
  ])('a reaction is given, shown and taken back (%s)', async (lang, heart, given, none, back) => {
    const { page, errors } = await openPage(browser, { ...DEVICES.phone, javaScriptEnabled: false });
    const article = `${service.url}/${lang}/articles/stone-${lang}`;
    await page.goto(article);
    const button = page.getByRole('button', { name: heart });
    await button.click();
    await page.waitForURL(`${article}/reactions`);
    expect(await page.locator('html').getAttribute('lang')).toBe(lang);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(given);
    expect(await button.getAttribute('aria-pressed')).toBe('true');
    expect(await button.locator('.reaction-count').textContent()).toBe('1');
    await page.reload();
    expect(await button.locator('.reaction-count').textContent()).toBe('1');
    await button.click();
    await page.waitForURL(`${article}/reactions`);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(none);
    expect(await button.getAttribute('aria-pressed')).toBe('false');
    await page.getByRole('link', { name: back }).click();
    await page.waitForURL(article);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  test('an article is sent by mail, and no number stands there that nobody has counted', async () => {
    const { page } = await openPage(browser, { ...DEVICES.phone, javaScriptEnabled: false });
    await page.goto(`${service.url}/ja/articles/stone-ja`);
    const mail = await page.getByRole('link', { name: 'メールで送る' }).getAttribute('href');
    expect(new URL(mail ?? '').searchParams.get('subject')).toBe('墨を磨る石');
    expect(new URL(mail ?? '').searchParams.get('body')).toBe(`${service.url}/ja/articles/stone-ja`);
    expect(await page.locator('.views').isVisible()).toBe(false);
    await page.context().close();
  });

  test('everything else but suggestions works', async () => {
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

  test('pages fit 320 pixels', async () => {
    const { page } = await openPage(browser, {
      viewport: { width: 320, height: 600 },
      javaScriptEnabled: false,
    });
    for (const path of VISITED) {
      await page.goto(service.url + path);
      expect([path, await sidewaysScroll(page)]).toEqual([path, 0]);
    }
    await page.context().close();
  });
});

describe('zoomed to 200 %', () => {
  /** What zooming in a window of 1280 pixels comes to, and text alone made twice as large, as a reader's browser may. */
  const ZOOMED = { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 };

  test.each([
    ['the page', ''],
    ['the text alone', 'document.documentElement.style.fontSize = "200%"'],
  ])('%s fits, and nothing of it is cut off', async (_, enlarge) => {
    const { page } = await openPage(browser, { ...ZOOMED, bypassCSP: true });
    for (const path of VISITED) {
      await page.goto(service.url + path);
      await page.evaluate(enlarge);
      expect([path, await sidewaysScroll(page)]).toEqual([path, 0]);
      const cut = await page
        .locator(':is(h1, h2, h3, button, label, .masthead a):not(.hidden):visible')
        .evaluateAll((all) =>
          all
            .filter(
              (one) => getComputedStyle(one).overflow !== 'visible' && one.scrollWidth > one.clientWidth + 1,
            )
            .map((one) => one.outerHTML.slice(0, 80)),
        );
      expect([path, cut]).toEqual([path, []]);
    }
    await page.context().close();
  });
});

describe('the results of a search', () => {
  test('that finds nothing offer what may have been meant', async () => {
    const { page, errors } = await openPage(browser, { ...DEVICES.phone, javaScriptEnabled: false });
    await page.goto(`${service.url}/search?q=stroies&lang=en`);
    const meant = page.locator('.did-you-mean a');
    expect(await page.locator('.did-you-mean').textContent()).toContain('Did you mean');
    const words = await meant.textContent();
    await meant.click();
    await page.waitForURL(`**/search?q=${words}*`);
    expect(await page.locator('main mark').count()).toBeGreaterThan(0);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});

describe('by keyboard', () => {
  test('an article is searched for, and a reaction given', async () => {
    const { page, errors } = await openPage(browser, DEVICES.desktop);
    await page.goto(`${service.url}/en/`);
    const tabTo = async (isThere: () => Promise<boolean>) => {
      for (let step = 0; step < 80 && !(await isThere()); step++) await page.keyboard.press('Tab');
      expect(await isThere()).toBe(true);
    };
    const isFocused = (selector: string) => () =>
      page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
    await tabTo(isFocused('input[name=q]'));
    await page.keyboard.type('grinds');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/search?*q=grinds*');
    await tabTo(isFocused('main a[href="/en/articles/stone-en"]'));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/en/articles/stone-en');
    await tabTo(isFocused('button[value=fire]'));
    const answered = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith('/reactions'),
    );
    await page.keyboard.press('Space');
    await answered;
    expect(await page.locator('button[value=fire]').getAttribute('aria-pressed')).toBe('true');
    expect(errors).toEqual([]);
    await page.context().close();
  });

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
