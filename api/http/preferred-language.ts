import type { Context } from 'hono';
import { isLanguage, type Language } from '../../data/languages.ts';

/** The first of the site's languages that a browser asks for (RFC 9110 12.5.4); the answer then depends on the header. */
export function preferredLanguage(c: Context): Language | undefined {
  c.header('Vary', 'Accept-Language', { append: true });
  return languagePreferredIn(c.req.header('Accept-Language'));
}

/** The same from the header's value. */
export function languagePreferredIn(acceptLanguage = ''): Language | undefined {
  return acceptLanguage
    .slice(0, MAX_LENGTH)
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.trim().toLowerCase().split(/[;-]/);
      const quality = parameters.find((parameter) => parameter.trim().startsWith('q='));
      return { lang: tag.trim(), quality: quality ? Number(quality.trim().slice(2)) : 1 };
    })
    .filter(
      (range): range is { lang: Language; quality: number } => isLanguage(range.lang) && range.quality > 0,
    )
    .sort((a, b) => b.quality - a.quality)[0]?.lang;
}

const MAX_LENGTH = 1000;
