import type { APIRoute } from 'astro';
import { answerListFeed } from '../../../feeds/answer-feed.ts';

export const GET: APIRoute = (request) => answerListFeed(request, 'json', 'tag');
