import type { Browser, BrowserContext, Page } from 'playwright-core';

/** A reader's browser that is watched: what runs in it, and what its pages hold that could. */
export interface Victim {
  /** The addresses of the pages in which `hit()`, `alert()` or the like has run. */
  readonly hits: string[];
  readonly context: BrowserContext;
  /** Opens an address, does all that a reader could do there, and answers what in the page could run. */
  visit(address: string): Promise<string[]>;
  close(): Promise<void>;
}

const TABS = 4;

/** Opens a browser window without the page's own protection when `withoutPolicy` is set. Nothing leaves the machine. */
export async function openVictim(
  browser: Browser,
  { url, withoutPolicy = false }: { url: string; withoutPolicy?: boolean },
): Promise<Victim> {
  const context = await browser.newContext({
    bypassCSP: withoutPolicy,
    viewport: { width: 900, height: 700 },
  });
  const hits: string[] = [];
  await context.exposeBinding('hit', ({ page }) => void hits.push(page.url()));
  await context.addInitScript(watchDialogs);
  await context.route(
    (asked) => asked.origin !== url && /^https?:$/.test(asked.protocol),
    (route) => route.abort(),
  );
  const idle = await Promise.all(Array.from({ length: TABS }, () => context.newPage()));
  return {
    hits,
    context,
    visit: async (address) => {
      const page = idle.pop() ?? (await context.newPage());
      try {
        await page.goto(address, { waitUntil: 'load' });
        return await provoke(page);
      } finally {
        idle.push(page);
      }
    },
    close: () => context.close(),
  };
}

function watchDialogs(): void {
  const { hit } = window as unknown as { hit: (what: unknown) => void };
  Object.assign(window, { alert: hit, confirm: hit, prompt: hit, print: hit, open: hit });
}

/** Answers what a page holds that could run, after every event has happened to everything in it. */
export async function provoke(page: Page): Promise<string[]> {
  const found = await page.evaluate(searchForCode);
  await page.waitForTimeout(20);
  return found;
}

/** Runs in the page. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: only a function that needs no other one can be sent there
function searchForCode(): string[] {
  const found: string[] = [];
  window.addEventListener('click', (event) => event.preventDefault(), true);
  window.addEventListener('submit', (event) => event.preventDefault(), true);
  const events = (
    'click dblclick auxclick contextmenu mousedown mouseup mouseover mouseenter mouseout mousemove wheel pointerdown ' +
    'pointerenter pointerrawupdate touchstart touchend keydown keyup keypress focus blur focusin copy cut paste ' +
    'selectstart dragstart drop beforecopy beforetoggle toggle command invalid input webkitAnimationStart ' +
    'animationstart animationend transitionend begin end load error'
  ).split(' ');
  const isCode = (address: string) => {
    const scheme = /^[^a-z%]*([a-z][a-z0-9+.-]*):/i.exec(address.replace(/\s/g, ''))?.[1]?.toLowerCase();
    return scheme !== undefined && ['javascript', 'vbscript', 'data', 'blob', 'filesystem'].includes(scheme);
  };
  const isJson = (text: string) => {
    try {
      return typeof JSON.parse(text) === 'object';
    } catch {
      return false;
    }
  };
  for (const name of [
    'getElementById',
    'querySelector',
    'querySelectorAll',
    'createElement',
    'addEventListener',
  ])
    if (typeof Reflect.get(document, name) !== 'function') found.push(`clobbered document.${name}`);
  for (const name of ['cookie', 'visibilityState', 'title'])
    if (typeof Reflect.get(document, name) !== 'string') found.push(`clobbered document.${name}`);
  const all = [...Document.prototype.querySelectorAll.call(document, '*')];
  for (const element of all) {
    const name = element.localName;
    const isOwnScript =
      name === 'script' &&
      (new URL(element.getAttribute('src') ?? 'x:', location.href).origin === location.origin ||
        element.getAttribute('type') === 'application/ld+json');
    const own =
      isOwnScript || (name === 'svg' || element.closest('svg') !== null ? !element.closest('.prose') : false);
    const banned = 'script style base object embed applet frame frameset math svg foreignobject animate set';
    if (
      !own &&
      document.contentType === 'text/html' &&
      banned.split(' ').includes(name) &&
      element.closest('main')
    )
      found.push(`<${name}>`);
    for (const attribute of element.attributes) {
      const { value } = attribute;
      if (/^on/i.test(attribute.name) && element.closest('html'))
        found.push(`${attribute.name} on <${name}>`);
      if (
        element.closest('.prose') &&
        /^(?:data-|name$|form|ping$|http-equiv$|slot$|popover)/i.test(attribute.name)
      )
        found.push(`${attribute.name} on <${name}>`);
      if (/^(?:srcdoc|style)$/i.test(attribute.name) && element.closest('main')) found.push(attribute.name);
      const isAddress = /^(?:href|src|action|formaction|xlink:href|data|poster|background|cite|ping)$/i;
      if (isAddress.test(attribute.name) && isCode(value)) found.push(`${attribute.name}=${value}`);
    }
    if (
      name === 'a' &&
      element.getAttribute('target') === '_blank' &&
      !/noopener/.test(element.getAttribute('rel') ?? '')
    )
      found.push('target without noopener');
    if (
      name === 'iframe' &&
      !/^https:\/\/(?:www\.youtube-nocookie\.com|player\.vimeo\.com)\//.test(
        element.getAttribute('src') ?? '',
      )
    )
      found.push(`<iframe src=${element.getAttribute('src')}>`);
    if (element.getAttribute('type') === 'application/ld+json' && !isJson(element.textContent ?? ''))
      found.push('broken JSON-LD');
    if (element.localName === 'script') continue;
    for (const event of events) element.dispatchEvent(new Event(event, { bubbles: false, cancelable: true }));
  }
  return found;
}
