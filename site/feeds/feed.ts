import type { Article } from '../../data/articles.ts';
import type { Language } from '../../data/languages.ts';
import type { Translation } from '../../data/public-site.ts';
import type { Upload } from '../../data/uploads.ts';
import type { List } from '../list.ts';
import { categoryName, tagName } from '../names.ts';
import { articlePath, categoriesPath, categoryPath, feedsPath, homePath, tagPath } from '../paths.ts';
import type { SiteSettings } from '../settings.ts';
import { STRINGS } from '../strings.ts';
import { withAbsoluteLinks } from './absolute-links.ts';
import { xmlCharacters } from './xml.ts';

/** Entries of a feed: the newest ones, each with its full content. */
export const FEED_LENGTH = 50;

/** What a feed says, in no format yet. Addresses are absolute, texts hold no character that XML forbids. */
export interface FeedSource extends FeedHead {
  entries: FeedEntry[];
}

/** A feed without its entries. */
export interface FeedHead {
  title: string;
  description: string;
  /** The one language of all entries; undefined for a feed of all languages. */
  lang: Language | undefined;
  selfUrl: string;
  homeUrl: string;
  iconUrl: string;
  /** What a person reads who opens the feed in a browser. */
  introduction: { lang: Language; text: string; link: { text: string; url: string } };
  /** When the newest change of an entry was made, so that it never moves by itself. Undefined without entries. */
  updated: string | undefined;
}

export interface FeedEntry {
  /** `urn:uuid:…`; the same in every feed and whatever happens to the address. */
  id: string;
  url: string;
  title: string;
  /** Plain text. */
  summary: string;
  html: string;
  lang: Language;
  author: string;
  /** The category's name, then those of the tags. */
  categories: string[];
  picture: FeedPicture | undefined;
  sourceUrl: string | undefined;
  /** The same article in other languages. */
  translations: { lang: Language; url: string }[];
  published: string;
  updated: string;
}

/** `file` is known of pictures that were uploaded here. */
export interface FeedPicture {
  url: string;
  file: { type: string; bytes: number; width: number; height: number } | undefined;
}

/** Which feed of the site: of which articles, in which language, and its own address. */
export interface FeedAddress {
  list: List;
  lang: Language | undefined;
  path: string;
}

/** Articles with what stands beside them in the store, newest first. */
export interface FeedArticles {
  articles: Article[];
  /** By article id. */
  translations: Map<string, Translation[]>;
  /** By address. */
  uploads: Map<string, Upload>;
}

/** Builds what all formats of one feed share. */
export function createFeed(site: SiteSettings, address: FeedAddress, found: FeedArticles): FeedSource {
  return {
    ...createFeedHead(site, address, found.articles),
    entries: found.articles.map((article) => createEntry(site, article, found)),
  };
}

/** Builds what stands before the entries. */
export function createFeedHead(
  site: SiteSettings,
  address: FeedAddress,
  articles: Pick<Article, 'updatedAt'>[],
): FeedHead {
  const lang = address.lang ?? site.defaultLang;
  const topic = topicOf(site, address.list, lang);
  return {
    title: xmlCharacters(topic === undefined ? site.name : `${topic} · ${site.name}`),
    description: xmlCharacters(describe(lang, site.name, topic)),
    lang: address.lang,
    selfUrl: site.url + address.path,
    homeUrl: site.url + pageOf(address, articles.length > 0),
    iconUrl: `${site.url}/apple-touch-icon.png`,
    introduction: {
      lang,
      text: STRINGS[lang].feedIntroduction,
      link: { text: STRINGS[lang].feedsTitle, url: site.url + feedsPath(lang) },
    },
    updated: newest(articles.map(({ updatedAt }) => updatedAt)),
  };
}

function topicOf(site: SiteSettings, { category, tag }: List, lang: Language): string | undefined {
  if (category !== undefined) return categoryName(site, category, lang);
  return tag === undefined ? undefined : tagName(site, tag, lang);
}

function describe(lang: Language, name: string, topic: string | undefined): string {
  const words = {
    en: topic === undefined ? `New articles from ${name}` : `New articles on ${topic} from ${name}`,
    ko: topic === undefined ? `${name}의 새 글` : `${name}의 새 글: ${topic}`,
    ja: topic === undefined ? `${name}の新着記事` : `${name}の新着記事：${topic}`,
  } satisfies Record<Language, string>;
  return words[lang];
}

/** The page for people that shows the same list; a list without articles has none, its language's home stands in. */
function pageOf({ list: { category, tag }, lang }: FeedAddress, hasEntries: boolean): string {
  if (lang === undefined) return category === undefined ? homePath() : categoriesPath();
  if (category !== undefined && hasEntries) return categoryPath(lang, category);
  return tag !== undefined && hasEntries ? tagPath(lang, tag) : homePath(lang);
}

/** Builds one entry; it says the same in every feed. */
export function createEntry(
  site: SiteSettings,
  article: Article,
  found: Omit<FeedArticles, 'articles'>,
): FeedEntry {
  const { lang } = article;
  const url = site.url + articlePath(lang, article.slug);
  const names = [
    categoryName(site, article.category, lang),
    ...article.tags.map((tag) => tagName(site, tag, lang)),
  ];
  return {
    id: `urn:uuid:${article.id}`,
    url,
    title: xmlCharacters(article.title),
    summary: xmlCharacters(article.summary),
    html: withAbsoluteLinks(xmlCharacters(article.content), url),
    lang,
    author: xmlCharacters(article.author).trim() || site.name,
    categories: [...new Set(names.map(xmlCharacters))],
    picture: pictureOf(site, article, found.uploads),
    sourceUrl: article.sourceUrl ?? undefined,
    translations: (found.translations.get(article.id) ?? [])
      .filter((translation) => translation.id !== article.id)
      .map((translation) => ({
        lang: translation.lang,
        url: site.url + articlePath(translation.lang, translation.slug),
      })),
    published: article.publishedAt ?? article.createdAt,
    updated: article.updatedAt,
  };
}

function pictureOf(
  site: SiteSettings,
  { thumbnailUrl }: Article,
  uploads: Map<string, Upload>,
): FeedPicture | undefined {
  if (thumbnailUrl === null) return undefined;
  return { url: URL.parse(thumbnailUrl, site.url)?.href ?? thumbnailUrl, file: uploads.get(thumbnailUrl) };
}

function newest(times: string[]): string | undefined {
  return times.reduce<string | undefined>(
    (latest, time) => (latest !== undefined && latest > time ? latest : time),
    undefined,
  );
}
