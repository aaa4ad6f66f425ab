import { Parser } from 'htmlparser2';
import type { AuditedSite } from './site.ts';

interface Found {
  links: Set<string>;
  ids: Set<string>;
}

/** Links of any page, sitemap or llms.txt that lead nowhere within the site, anchors included. */
export async function auditLinks({ url, pages }: AuditedSite): Promise<string[]> {
  const known = new Map<string, Promise<Found | number>>();
  const read = (address: string) => {
    const reading = known.get(address) ?? load(address);
    known.set(address, reading);
    return reading;
  };
  const findings: string[] = [];
  const starts = [...pages(), '/sitemap.xml', '/sitemap/1.xml', '/sitemap/pages.xml', '/llms.txt'];
  let count = 0;
  for (const path of starts) {
    const found = await read(url + path);
    if (typeof found === 'number') {
      findings.push(`${path} answers ${found}`);
      continue;
    }
    for (const link of found.links) {
      const target = URL.parse(link, url + path);
      if (target?.origin !== url) continue;
      count += 1;
      const trouble = await follow(target, read);
      if (trouble) findings.push(`${decodeURI(path)} links to ${decodeURI(link)}: ${trouble}`);
    }
  }
  console.log(`  ${count} links from ${starts.length} pages to ${known.size} addresses`);
  return findings;
}

async function follow(
  target: URL,
  read: (address: string) => Promise<Found | number>,
): Promise<string | undefined> {
  const anchor = decodeURIComponent(target.hash.slice(1));
  const found = await read(target.href.replace(/#.*/s, ''));
  if (typeof found === 'number') return `answers ${found}`;
  return anchor === '' || found.ids.has(anchor) ? undefined : 'has no such anchor';
}

/** What stands at an address, or the status with which it refuses. Redirects count as refusals: a link names the place itself. */
async function load(address: string): Promise<Found | number> {
  const response = await fetch(address, { redirect: 'manual' });
  const text = await response.text();
  if (response.status !== 200) return response.status;
  const type = response.headers.get('Content-Type') ?? '';
  if (type.startsWith('text/html')) return readHtml(text);
  const isList = /sitemap|llms\.txt/.test(address);
  const links = isList ? Array.from(text.matchAll(/https?:[^\s<>")]+/g), ([link]) => link) : [];
  return { links: new Set(links), ids: new Set() };
}

function readHtml(html: string): Found {
  const found: Found = { links: new Set(), ids: new Set() };
  const add = (link: string | undefined) => link !== undefined && found.links.add(link);
  const parser = new Parser({
    onopentag(tag, attributes) {
      const { id, href, src, srcset, poster, content, property, 'aria-controls': controls } = attributes;
      if (id) found.ids.add(id);
      for (const link of [href, src, poster, formTarget(attributes)]) add(link);
      for (const candidate of srcset?.split(/,\s+/) ?? []) add(candidate.trim().split(' ')[0]);
      if (tag === 'meta' && /^og:(?:image|url)$/.test(property ?? '')) add(content);
      if (controls) add(`#${encodeURIComponent(controls)}`);
    },
  });
  parser.end(html);
  return found;
}

/** Where a form asks; where it sends something is no link. */
function formTarget({ action, method }: Record<string, string>): string | undefined {
  return method === 'post' ? undefined : action;
}
