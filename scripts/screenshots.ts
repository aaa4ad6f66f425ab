import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import type { Language } from '../data/languages.ts';
import { rssPath } from '../site/paths.ts';
import { type AuditedSite, openAuditedSite, type Sample } from './audit/site.ts';
import { launchChromium } from './chromium.ts';

const HELP = `Takes the pictures of docs/screenshots/ anew, from the demo site.

  node scripts/screenshots.ts

  PORT            where the demo listens meanwhile (default 8094)
  INKSTONE_DATA   its data folder (default ./var/audit), kept for the next time`;

const FOLDER = fileURLToPath(new URL('../docs/screenshots/', import.meta.url));
const MAX_BYTES = 150_000;
/** In pixels of the page; a phone has two to each. */
const SCREENS = {
  desktop: { width: 1440, height: 880 },
  tablet: { width: 768, height: 1024 },
  phone: { width: 360, height: 740 },
};

interface Shot {
  kind: Sample['kind'] | 'feed' | 'card';
  lang: Language;
  screen: keyof typeof SCREENS;
  scheme: 'light' | 'dark';
  /** What is brought to the top of the screen. */
  from?: string;
}

const SHOTS: Shot[] = [
  { kind: 'home', lang: 'en', screen: 'desktop', scheme: 'light' },
  { kind: 'home', lang: 'ko', screen: 'desktop', scheme: 'dark' },
  { kind: 'home', lang: 'ja', screen: 'tablet', scheme: 'light' },
  { kind: 'article', lang: 'en', screen: 'desktop', scheme: 'light' },
  { kind: 'article', lang: 'ja', screen: 'desktop', scheme: 'light' },
  { kind: 'article', lang: 'ko', screen: 'phone', scheme: 'dark' },
  { kind: 'article', lang: 'ko', screen: 'tablet', scheme: 'light', from: 'pre' },
  { kind: 'category', lang: 'en', screen: 'desktop', scheme: 'dark' },
  { kind: 'categories', lang: 'ja', screen: 'desktop', scheme: 'light', from: '.topics-picture' },
  { kind: 'search', lang: 'ko', screen: 'desktop', scheme: 'light' },
  { kind: 'feed', lang: 'ko', screen: 'desktop', scheme: 'light' },
  { kind: 'card', lang: 'en', screen: 'desktop', scheme: 'light' },
  { kind: 'card', lang: 'ko', screen: 'desktop', scheme: 'light' },
];

const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } });
if (values.help) console.log(HELP);
else await takeAll();

async function takeAll(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const site = await openAuditedSite(process.env);
  const browser = await launchChromium();
  for (const shot of SHOTS) {
    const picture = shot.kind === 'card' ? await fetchCard(site, shot) : await take(browser, site, shot);
    const name = shot.kind === 'card' ? `card-${shot.lang}` : nameOf(shot);
    await save(picture, name);
  }
  await browser.close();
  await site.close();
}

function nameOf({ kind, lang, screen, scheme, from }: Shot): string {
  return [kind, lang, screen, scheme, from === 'pre' ? 'code' : ''].filter(Boolean).join('-');
}

function addressOf({ url, samples }: AuditedSite, { kind, lang }: Shot): string {
  if (kind === 'feed') return url + rssPath({}, lang);
  const wanted = kind === 'card' ? 'article' : kind;
  return url + samples.find((sample) => sample.kind === wanted && sample.lang === lang)?.path;
}

async function take(browser: Browser, site: AuditedSite, shot: Shot): Promise<Buffer> {
  const context = await browser.newContext({
    viewport: SCREENS[shot.screen],
    colorScheme: shot.scheme,
    deviceScaleFactor: shot.screen === 'phone' ? 2 : 1,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(addressOf(site, shot), { waitUntil: 'networkidle' });
  if (shot.from)
    await page
      .locator(shot.from)
      .first()
      .evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await page.waitForTimeout(300);
  const picture = await page.screenshot();
  await context.close();
  return picture;
}

async function fetchCard(site: AuditedSite, shot: Shot): Promise<Buffer> {
  const page = await (await fetch(addressOf(site, shot))).text();
  const [, card = ''] = /property="og:image" content="([^"]+)"/.exec(page) ?? [];
  return Buffer.from(await (await fetch(card)).arrayBuffer());
}

/** As good as it can be within the limit. */
async function save(picture: Buffer, name: string): Promise<void> {
  for (let quality = 88; quality > 30; quality -= 8) {
    const webp = await sharp(picture).webp({ quality, effort: 6, smartSubsample: true }).toBuffer();
    if (webp.length > MAX_BYTES) continue;
    writeFileSync(`${FOLDER}${name}.webp`, webp);
    console.log(`${name}.webp  ${Math.round(webp.length / 1000)} KB`);
    return;
  }
  throw new Error(`${name} does not fit into ${MAX_BYTES} bytes.`);
}
