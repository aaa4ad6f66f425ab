import type { FieldError } from '../../data/errors.ts';

const TITLES = { 400: 'Bad Request', 404: 'Not Found' } as const;

/** An answer that says what is wrong with a request, as machines read it (RFC 9457). */
export function problemAnswer(status: keyof typeof TITLES, detail: string, errors?: FieldError[]): Response {
  const body = { type: 'about:blank', title: TITLES[status], status, detail, errors };
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/problem+json' },
  });
}
