import { createHash } from 'node:crypto';
import type { ArticleSummary } from '../../data/articles.ts';
import type { Language } from '../../data/languages.ts';
import { categoryName } from '../names.ts';
import { cardPath } from '../paths.ts';
import type { SiteSettings } from '../settings.ts';
import { STRINGS } from '../strings.ts';

/** Grows whenever the same card would be drawn in another way. */
const DESIGN = 2;

/** In pixels, as the networks want it. */
export const CARD_SIZE = { width: 1200, height: 630 };

/** The picture that stands for a page where it is shared: what it says, in no form yet. */
export interface Card {
  lang: Language;
  /** Above the title. */
  topic: string | undefined;
  title: string;
  /** Below the title, smaller. */
  note: string | undefined;
  siteName: string;
  /** Who wrote it, or where it stands. */
  source: string;
  /** The address of an upload, shown beside the title. */
  picture: string | undefined;
}

/** A card with the public address of its picture, which is another one whenever the picture is. */
export interface AddressedCard extends Card {
  path: string;
}

type Shown = Pick<ArticleSummary, 'lang' | 'slug' | 'title' | 'category' | 'author' | 'thumbnailUrl'>;

/** The card of an article. */
export function articleCard(site: SiteSettings, article: Shown): AddressedCard {
  const { lang, slug, title, thumbnailUrl } = article;
  const card: Card = {
    lang,
    topic: categoryName(site, article.category, lang),
    title,
    note: undefined,
    siteName: site.name,
    source: article.author && article.author !== site.name ? article.author : hostOf(site),
    picture: thumbnailUrl?.startsWith('/uploads/') ? thumbnailUrl : undefined,
  };
  return { ...card, path: cardPath(lang, nameOf(card), slug) };
}

/** The card of every page that is no article. */
export function siteCard(site: SiteSettings, lang: Language): AddressedCard {
  const card: Card = {
    lang,
    topic: undefined,
    title: site.name,
    note: STRINGS[lang].siteDescription(site.name),
    siteName: site.name,
    source: hostOf(site),
    picture: undefined,
  };
  return { ...card, path: cardPath(lang, nameOf(card)) };
}

function hostOf({ url }: SiteSettings): string {
  return new URL(url).host;
}

/** Sixteen hexadecimal digits that change with anything the card shows. */
function nameOf(card: Card): string {
  return createHash('sha256')
    .update(JSON.stringify([DESIGN, card]))
    .digest('hex')
    .slice(0, 16);
}
