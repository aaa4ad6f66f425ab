import type { APIRoute } from 'astro';
import { answerFeed } from '../feeds/answer-feed.ts';

export const GET: APIRoute = (request) => answerFeed(request, 'json');
