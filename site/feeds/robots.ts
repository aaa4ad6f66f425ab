import { sitemapPath } from '../paths.ts';

/** What crawlers may read (RFC 9309): everything but answers that are made for one reader at a time. */
export function toRobots(siteUrl: string): string {
  const lines = [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /search',
    '',
    `Sitemap: ${siteUrl}${sitemapPath()}`,
  ];
  return `${lines.join('\n')}\n`;
}
