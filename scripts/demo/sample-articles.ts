import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { STATUSES } from '../../data/articles.ts';
import { LANGUAGES, type Language } from '../../data/languages.ts';
import { ILLUSTRATION_NAMES } from './illustrations.ts';

const SAMPLES_FOLDER = fileURLToPath(new URL('articles', import.meta.url));

const FrontMatter = z.strictObject({
  title: z.string().min(1),
  summary: z.string().min(1),
  category: z.string().min(1),
  tags: z.array(z.string().min(1)).min(1),
  author: z.string().min(1),
  published: z.number().nonnegative(),
  image: z.enum(ILLUSTRATION_NAMES).optional(),
  image_alt: z.string().optional(),
  source_url: z.url().optional(),
  status: z.enum(STATUSES).default('published'),
});
type FrontMatter = z.infer<typeof FrontMatter>;

/** One article of the demo. */
export interface SampleArticle
  extends Pick<FrontMatter, 'title' | 'summary' | 'category' | 'tags' | 'author' | 'status'> {
  /** Articles of one topic in several languages are translations of each other. */
  topic: string;
  lang: Language;
  publishedDaysAgo: number;
  /** The name of the illustration that is its thumbnail. */
  image?: string;
  sourceUrl?: string;
  /** Pictures in it are addressed as `image:NAME`. */
  html: string;
}

/**
 * Reads the demo's articles: files `LANGUAGE/TOPIC.html` of JSON front matter and HTML, ordered by language and topic.
 * @throws Error that names the file which is not written like that.
 */
export async function readSampleArticles(folder = SAMPLES_FOLDER): Promise<SampleArticle[]> {
  const languages = LANGUAGES.map(async (lang) => {
    const files = (await readdir(join(folder, lang))).filter((file) => file.endsWith('.html')).sort();
    return Promise.all(files.map((file) => readSample(folder, lang, file)));
  });
  return (await Promise.all(languages)).flat();
}

async function readSample(folder: string, lang: Language, file: string): Promise<SampleArticle> {
  const path = join(folder, lang, file);
  try {
    return { topic: file.replace(/\.html$/, ''), lang, ...parseSample(await readFile(path, 'utf8')) };
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new Error(`${relative(process.cwd(), path)}: ${reason}`, { cause: error });
  }
}

function parseSample(text: string): Omit<SampleArticle, 'topic' | 'lang'> {
  const [, json, html] = /^---json\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];
  if (json === undefined || !html?.trim())
    throw new Error('It does not begin with "---json", front matter, "---" and a text.');
  const { published, image_alt: _, source_url: sourceUrl, ...rest } = FrontMatter.parse(JSON.parse(json));
  const unknown = picturesIn(html).find((name) => !ILLUSTRATION_NAMES.includes(name));
  if (unknown) throw new Error(`There is no illustration named "${unknown}".`);
  return { ...rest, sourceUrl, publishedDaysAgo: published, html: html.trim() };
}

/** The names of the illustrations in the text of a sample. */
export function picturesIn(html: string): string[] {
  return [...html.matchAll(/src="image:([^"]*)"/g)].map(([, name = '']) => name);
}
