import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { LANGUAGES, type Language } from '../data/languages.ts';

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

const Names = z.record(z.string(), z.partialRecord(z.enum(LANGUAGES), z.string().min(1)));

const SettingsFile = z.strictObject({
  defaultLang: z.enum(LANGUAGES).optional(),
  categoryNames: Names.optional(),
  tagNames: Names.optional(),
});

/**
 * The settings of the site: what the environment says, and beside it a JSON file with `defaultLang`, `categoryNames` and
 * `tagNames` (all optional, as is the file).
 * @throws Error that names the file and the field when the file is not as it should be.
 */
export function readSiteSettings(
  file: string,
  { url, name }: Pick<SiteSettings, 'url' | 'name'>,
): SiteSettings {
  const checked = SettingsFile.safeParse(readJson(file) ?? {});
  if (!checked.success) throw new Error(`${file} is not as it should be:\n${z.prettifyError(checked.error)}`);
  return { url, name, defaultLang: 'en', ...checked.data };
}

/**
 * What a JSON file holds; undefined when there is no such file.
 * @throws Error that names the file when it cannot be read.
 */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${file} cannot be read: ${(error as Error).message}`);
  }
}
