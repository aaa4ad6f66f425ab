import type { Language } from '../data/languages.ts';
import type { SiteSettings } from './settings.ts';

/** The category of articles that were published without one. */
const GENERAL: Record<Language, string> = { en: 'General', ko: '일반', ja: '一般' };

/** What readers see in place of a category's key: the operator's name for it, else the key with a capital. */
export function categoryName(site: SiteSettings, key: string, lang: Language): string {
  return site.categoryNames?.[key]?.[lang] ?? (key === 'general' ? GENERAL[lang] : capitalized(spaced(key)));
}

/** What readers see in place of a tag's key: the operator's name for it, else the key. */
export function tagName(site: SiteSettings, key: string, lang: Language): string {
  return site.tagNames?.[key]?.[lang] ?? spaced(key);
}

/** Keys have `-` where a writer had a space. */
function spaced(key: string): string {
  return key.replace(/(?<=[\p{L}\p{N}])-(?=[\p{L}\p{N}])/gu, ' ');
}

function capitalized(text: string): string {
  const first = text.codePointAt(0);
  return first === undefined
    ? text
    : String.fromCodePoint(first).toUpperCase() + text.slice(first > 0xffff ? 2 : 1);
}
