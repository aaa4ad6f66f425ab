import { isLanguage, LANGUAGES, type Language } from '../../data/languages.ts';
import { problemAnswer } from './problem.ts';

/** The language that `?lang=` asks for; undefined without it; an answer of 400 for another value or a repeated one. */
export function askedLanguage(url: URL): Language | undefined | Response {
  const [lang, ...more] = url.searchParams.getAll('lang');
  if (lang === undefined) return undefined;
  if (isLanguage(lang) && more.length === 0) return lang;
  const message = `must be one of ${LANGUAGES.join(', ')}, given once`;
  return problemAnswer(400, `lang ${message}.`, [{ path: 'lang', message }]);
}
