import type { APIRoute } from 'astro';
import { answerMoved } from '../../feeds/answer-feed.ts';
import { jsonFeedPath } from '../../paths.ts';

export const GET: APIRoute = (request) => answerMoved(request, jsonFeedPath());
