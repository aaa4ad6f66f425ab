import { createHash } from 'node:crypto';
import type { Build } from '../site/build.ts';
import type { SiteSettings } from '../site/settings.ts';

/** Names what decides how pages look for the same articles: the compiled site and its settings. */
export function buildOf(build: Build, site: SiteSettings): string {
  return createHash('sha256').update(build.id).update(JSON.stringify(site)).digest('hex').slice(0, 12);
}
