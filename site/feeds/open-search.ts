import type { Language } from '../../data/languages.ts';
import { cutToFit } from '../../data/text.ts';
import { openSearchPath, searchTemplatePath, suggestTemplatePath } from '../paths.ts';
import type { SiteSettings } from '../settings.ts';
import { element, xmlDocument } from './xml.ts';

const DESCRIPTIONS: Record<Language, (name: string) => string> = {
  en: (name) => `Search the articles of ${name}`,
  ko: (name) => `${name}의 글 검색`,
  ja: (name) => `${name}の記事を検索`,
};

/** Longest texts that OpenSearch 1.1 allows, in characters. */
const SHORT_NAME = 16;
const LONG_NAME = 48;

/** Describes the site's search to browsers (OpenSearch 1.1): its page, and the suggestions of the API (Spec 4). */
export function toOpenSearch({ url, name, defaultLang }: SiteSettings, lang?: Language): string {
  const urlElement = (template: string, type: string, rel: string) => element('Url', { type, rel, template });
  const root = element(
    'OpenSearchDescription',
    { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' },
    element('ShortName', {}, cutToFit(name, { characters: SHORT_NAME }).trim()),
    element('LongName', {}, cutToFit(name, { characters: LONG_NAME }).trim()),
    element('Description', {}, DESCRIPTIONS[lang ?? defaultLang](name)),
    urlElement(url + searchTemplatePath(lang), 'text/html', 'results'),
    urlElement(url + suggestTemplatePath(lang), 'application/json', 'suggestions'),
    urlElement(url + openSearchPath(lang), 'application/opensearchdescription+xml', 'self'),
    element('Image', { height: 16, width: 16, type: 'image/svg+xml' }, `${url}/favicon.svg`),
    element('Language', {}, lang ?? '*'),
    element('InputEncoding', {}, 'UTF-8'),
    element('OutputEncoding', {}, 'UTF-8'),
  );
  return xmlDocument(root);
}
