import type { APIRoute } from 'astro';
import { homePath } from '../paths.ts';
import { STRINGS } from '../strings.ts';

const PAPER = '#f2f3f0';

export const GET: APIRoute = ({ locals: { site } }) => {
  const manifest = {
    name: site.name,
    short_name: site.name,
    description: STRINGS[site.defaultLang].siteDescription(site.name),
    lang: site.defaultLang,
    id: homePath(),
    start_url: homePath(),
    display: 'browser',
    background_color: PAPER,
    theme_color: PAPER,
    icons: [
      { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
      { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
    ],
  };
  return new Response(JSON.stringify(manifest), { headers: { 'Content-Type': 'application/manifest+json' } });
};
