import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../chromium.ts';
import type { AuditedSite, Sample } from './site.ts';

const WIDTHS = [1280, 360];
const SCHEMES = ['light', 'dark'] as const;

/** What axe-core objects to on the sample pages, in light and dark, wide and narrow. */
export async function auditAccessibility({ url, samples }: AuditedSite): Promise<string[]> {
  const browser = await launchChromium();
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const findings: string[] = [];
  try {
    for (const colorScheme of SCHEMES)
      for (const width of WIDTHS)
        for (const sample of samples) {
          const look = { axe, url: url + sample.path, colorScheme, width };
          findings.push(
            ...(await examine(browser, look)).map(
              (line) => `${nameOf(sample)} ${colorScheme} ${width}: ${line}`,
            ),
          );
        }
  } finally {
    await browser.close();
  }
  console.log(`  ${samples.length} pages, ${SCHEMES.join(' and ')}, ${WIDTHS.join(' and ')} pixels wide`);
  return findings;
}

/** How a sample is called in messages. */
export function nameOf({ kind, lang }: Sample): string {
  return `${lang} ${kind}`;
}

interface Look {
  axe: string;
  url: string;
  colorScheme: (typeof SCHEMES)[number];
  width: number;
}

async function examine(browser: Browser, { axe, url, colorScheme, width }: Look): Promise<string[]> {
  const context = await browser.newContext({
    colorScheme,
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
  });
  try {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'networkidle' });
    await page.evaluate(axe);
    const { violations } = (await page.evaluate('axe.run()')) as AxeResults;
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, failureSummary = '' }) => `${id} at ${target.join(' ')}: ${oneLine(failureSummary)}`,
      ),
    );
  } finally {
    await context.close();
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 240);
}
