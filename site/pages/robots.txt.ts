import type { APIRoute } from 'astro';
import { TEXT } from '../feeds/content-types.ts';
import { toRobots } from '../feeds/robots.ts';

export const GET: APIRoute = ({ locals: { site } }) => new Response(toRobots(site.url), TEXT);
