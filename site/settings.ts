import type { Language } from '../data/languages.ts';

/** Display names of keys, per language; a key without one is shown as it is. */
export type KeyNames = Record<string, Partial<Record<Language, string>>>;

/** What the operator has decided about the site. */
export interface SiteSettings {
  /** The public address, without a slash at its end. */
  url: string;
  name: string;
  /** The language of `/` and of whatever belongs to no language. */
  defaultLang: Language;
  categoryNames?: KeyNames | undefined;
  tagNames?: KeyNames | undefined;
}
