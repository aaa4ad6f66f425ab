import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditedSite } from './site.ts';

interface Message {
  type: 'error' | 'info' | 'non-document-error';
  subType?: string;
  url?: string;
  lastLine?: number;
  message: string;
  extract?: string;
}

/** What the Nu HTML checker objects to on any page, as it is served. */
export async function auditHtml(site: AuditedSite): Promise<string[]> {
  if (spawnSync('java', ['-version']).status !== 0) {
    console.log('  left out: the Nu HTML checker needs Java (apt-get install default-jre-headless)');
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), 'inkstone-audit-'));
  try {
    const pages = await savePages(site, folder);
    console.log(`  ${pages.length} pages`);
    return check(folder, pages);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes every page under a number; answers their addresses by it. */
async function savePages({ url, pages }: AuditedSite, folder: string): Promise<string[]> {
  const paths = [...pages(), '/no-such-page'];
  mkdirSync(folder, { recursive: true });
  for (const [n, path] of paths.entries())
    writeFileSync(join(folder, `${n}.html`), await (await fetch(url + path)).text());
  return paths;
}

function check(folder: string, pages: string[]): string[] {
  const jar = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar');
  const { stderr } = spawnSync('java', ['-Xss4m', '-jar', jar, '--format', 'json', folder], {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  const { messages } = JSON.parse(stderr) as { messages: Message[] };
  return messages.map(({ type, subType, url = '', lastLine, message, extract = '' }) => {
    const page = pages[Number(/(\d+)\.html$/.exec(url)?.[1])] ?? url;
    return `${decodeURI(page)} line ${lastLine}: ${subType ?? type}: ${message} ${extract.replace(/\s+/g, ' ').trim()}`;
  });
}
