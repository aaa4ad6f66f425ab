import { z } from '@hono/zod-openapi';
import { sanitizeArticleHtml } from '../data/article-html.ts';
import { type Article, type ArticlePatch, type NewArticle, STATUSES } from '../data/articles.ts';
import { Problem } from '../data/errors.ts';
import { normalizeKey } from '../data/keys.ts';
import { LANGUAGES } from '../data/languages.ts';
import { isSlug } from '../data/slugs.ts';
import { characterCount, cleanText } from '../data/text.ts';
import { toFieldError } from './http/errors.ts';

const MAX_CONTENT_BYTES = 1024 * 1024;
const MAX_ADDRESS_LENGTH = 2048;
const MAX_TAGS = 20;
const MAX_UNKNOWN_NAMED = 20;

/** A text without characters that no page or feed can carry, trimmed, of at most `max` characters. */
function text(max: number) {
  return z
    .string('Must be a text.')
    .transform((value) => cleanText(value).trim())
    .refine((value) => characterCount(value) <= max, `Must have at most ${max} characters.`);
}

const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, `Must be one of ${values.join(', ')}.`);

const key = z
  .string('Must be a text.')
  .transform(
    (value, context) =>
      normalizeKey(value) ?? refuse(context, 'Must be letters, digits and . _ + # - (1 to 64).'),
  )
  .openapi({ maxLength: 64 });

const title = text(300)
  .refine((value) => value !== '', 'Must not be blank.')
  .openapi({ minLength: 1, maxLength: 300 });

const content = z
  .string('Must be a text.')
  .refine((html) => html.trim() !== '', 'Must not be blank.')
  .refine((html) => Buffer.byteLength(html) <= MAX_CONTENT_BYTES, 'Must have at most 1 MiB.')
  .openapi({
    type: 'string',
    minLength: 1,
    maxLength: MAX_CONTENT_BYTES,
    description: 'HTML. What a page must not contain is taken out and named in `warnings`.',
  });

const slug = z
  .string('Must be a text.')
  .transform(cleanText)
  .refine(isSlug, 'Must be lower-case letters and digits joined by single hyphens, at most 80 characters.')
  // A slug that looks like an id could stand for two articles.
  .refine((value) => !z.uuid().safeParse(value).success, 'Must not look like an id.')
  .openapi({ minLength: 1, maxLength: 80 });

const sourceUrl = z
  .string('Must be a text.')
  .trim()
  .refine(isWebAddress, 'Must be an http or https address.')
  .refine((url) => url.length <= MAX_ADDRESS_LENGTH, `Must have at most ${MAX_ADDRESS_LENGTH} characters.`)
  .openapi({ format: 'uri', maxLength: MAX_ADDRESS_LENGTH });

const thumbnailUrl = z
  .string('Must be a text.')
  .trim()
  .refine(
    (url) => isUpload(url) || isWebAddress(url),
    'Must be an http or https address, or a path under /uploads/.',
  )
  .refine((url) => url.length <= MAX_ADDRESS_LENGTH, `Must have at most ${MAX_ADDRESS_LENGTH} characters.`)
  .openapi({ format: 'uri-reference', maxLength: MAX_ADDRESS_LENGTH });

const publishedAt = z
  .string('Must be a text.')
  .transform(
    (time, context) =>
      toUtc(time) ?? refuse(context, 'Must be a time such as 2026-11-21T09:00:00Z (RFC 3339).'),
  )
  .openapi({ format: 'date-time' });

const optionalFields = {
  slug: slug
    .nullish()
    .openapi({ description: 'The last part of the page address; made from the title when absent.' }),
  lang: oneOf(LANGUAGES).nullish().openapi({ description: 'Found out from title and content when absent.' }),
  summary: text(2000)
    .nullish()
    .openapi({
      type: ['string', 'null'],
      maxLength: 2000,
      description: 'The first sentences of the content when absent.',
    }),
  category: key.nullish().openapi({ description: 'A category key; `general` when absent.' }),
  status: oneOf(STATUSES).nullish().openapi({
    description:
      '`draft` when absent. `published` is public; `scheduled` becomes so by itself at `published_at`.',
  }),
  tags: z
    .array(key, 'Must be a list of texts.')
    .max(MAX_TAGS, `Must have at most ${MAX_TAGS} tags.`)
    .nullish(),
  author: text(200)
    .nullish()
    .openapi({
      type: ['string', 'null'],
      maxLength: 200,
      description: "The site's name when absent.",
    }),
  source_url: sourceUrl.nullish().openapi({ description: 'Where the original stands.' }),
  thumbnail_url: thumbnailUrl
    .nullish()
    .openapi({ description: 'A picture, also as a path that an upload answered.' }),
  translation_of: z
    .string('Must be a text.')
    .nullish()
    .openapi({ description: 'The id of the article that this one translates.' }),
  published_at: publishedAt.nullish().openapi({ description: 'Required when the status is `scheduled`.' }),
};

/** An article as a client sends it (Spec 2). Null stands for absent. */
export const ArticleInput = z.object({ title, content, ...optionalFields }).openapi('ArticleInput');
export type ArticleInput = z.infer<typeof ArticleInput>;

/** The fields of an article to be changed. Null sets an optional field back to its default. */
export const ArticleChanges = z
  .object({ title: title.optional(), content: content.optional(), ...optionalFields })
  .openapi('ArticleChanges');
export type ArticleChanges = z.infer<typeof ArticleChanges>;

/** What is to be stored, and what the client is to be told about how its input was taken. */
export interface Accepted<T> {
  fields: T;
  warnings: string[];
}

/** The new article that a checked input describes. `raw` is the input as it was sent, for its unknown fields. */
export function acceptArticle(input: ArticleInput, raw: unknown, siteName: string): Accepted<NewArticle> {
  const { fields, warnings } = acceptChanges(input, raw, siteName);
  const given = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return { fields: { author: siteName, ...Object.fromEntries(given) } as unknown as NewArticle, warnings };
}

/** The patch that checked changes describe. */
export function acceptChanges(
  changes: ArticleChanges,
  raw: unknown,
  siteName: string,
): Accepted<ArticlePatch> {
  const html = changes.content === undefined ? undefined : sanitizeArticleHtml(changes.content);
  const fields: ArticlePatch = {
    title: changes.title,
    content: html?.html,
    slug: changes.slug,
    lang: changes.lang,
    summary: blankAsNull(changes.summary),
    category: changes.category,
    status: changes.status,
    tags: changes.tags && [...new Set(changes.tags)],
    // The store does not know the site's name, so a reset of the author happens here.
    author: changes.author === undefined ? undefined : changes.author || siteName,
    sourceUrl: changes.source_url,
    thumbnailUrl: changes.thumbnail_url,
    translationOf: changes.translation_of,
    publishedAt: changes.published_at,
  };
  const removed = (html?.removed ?? []).map((what) => `Removed from content: ${what}.`);
  return { fields, warnings: [...unknownFieldWarnings(raw), ...removed] };
}

/** What a client should be told about the date of an article that it has just written. */
export function dateWarnings(
  { status, publishedAt }: Pick<Article, 'status' | 'publishedAt'>,
  now: Date,
): string[] {
  if (status !== 'published' || publishedAt === null || Date.parse(publishedAt) <= now.getTime()) return [];
  return [
    'published_at is in the future, but the article is public now. To publish it then, set status to "scheduled".',
  ];
}

/** Checks one article of a bulk request; answers a Problem `invalid` with every broken rule. */
export function checkArticle(raw: unknown): ArticleInput | Problem {
  const result = ArticleInput.safeParse(raw);
  if (result.success) return result.data;
  return new Problem('invalid', 'The article breaks these rules.', result.error.issues.map(toFieldError));
}

function unknownFieldWarnings(raw: unknown): string[] {
  const known = ArticleInput.shape;
  const unknown = Object.keys(Object(raw)).filter((name) => !Object.hasOwn(known, name));
  const named = unknown.slice(0, MAX_UNKNOWN_NAMED).map((name) => {
    return `The field "${cleanText(name).slice(0, 64)}" is not known and was ignored.`;
  });
  const rest = unknown.length - named.length;
  return rest > 0 ? [...named, `${rest} more fields are not known and were ignored.`] : named;
}

function blankAsNull(value: string | null | undefined): string | null | undefined {
  return value === '' ? null : value;
}

function refuse(context: { addIssue(message: string): void }, message: string): never {
  context.addIssue(message);
  return z.NEVER;
}

function isWebAddress(address: string): boolean {
  // The parser of addresses would silently drop line breaks and tabs, and pages would still carry them.
  if (!/^https?:\/\/[^\s\p{Cc}"<>\\]+$/iu.test(address) || !address.isWellFormed()) return false;
  return URL.canParse(address);
}

function isUpload(path: string): boolean {
  return /^\/uploads\/[\w-][\w.-]*$/.test(path);
}

const RFC3339 =
  /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:([0-5]\d)(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

/** A time of RFC 3339 in UTC with milliseconds; undefined when it is none, or no day of the calendar. */
function toUtc(time: string): string | undefined {
  const text = time.trim().toUpperCase().replace(' ', 'T');
  if (!RFC3339.test(text) || !isCalendarDay(text.slice(0, 10))) return undefined;
  const utc = new Date(text).toISOString();
  return /^\d{4}-/.test(utc) ? utc : undefined;
}

// Date would take February 30 for March 2.
function isCalendarDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
