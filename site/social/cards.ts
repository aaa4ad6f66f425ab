import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isLanguage, type Language } from '../../data/languages.ts';
import type { Store } from '../../data/store.ts';
import { fileFor } from '../paths.ts';
import { FILE_HEADERS } from '../serving/page-headers.ts';
import type { SiteSettings } from '../settings.ts';
import { type AddressedCard, articleCard, siteCard } from './card.ts';
import { drawCard } from './draw-card.ts';
import { installFonts } from './fonts.ts';

/** Readers of the first moments come first: cards are drawn when publishing has paused. */
const QUIET_MS = 500;
/** Of a large import only the last ones are drawn at once: few of the others are ever shared, and then theirs is drawn. */
const DRAWN_AT_ONCE = 50;

/** The pictures that stand for pages where they are shared: drawn after the page is live, kept until they say something else. */
export interface Cards {
  /**
   * Hears which addresses are new on the site: cards of articles among them are drawn, or taken away, soon. Of very many
   * the last are drawn, the others when they are asked for.
   */
  refresh(addresses: string[]): void;
  /** Answers for a card that is no file yet; undefined for what is no card. One that has another address now is redirected. */
  answer(pathname: string): Promise<Response | undefined>;
  /** Resolves when nothing waits or is drawn any more. */
  idle(): Promise<void>;
  /** Forgets what waits (it is drawn when it is asked for) and resolves when the card under way is done. */
  close(): Promise<void>;
}

export interface CardsOptions {
  /** The folder of `/social/`. */
  folder: string;
  /** The folder of `/uploads/`. */
  uploads: string;
  /** Where the typefaces are unpacked. */
  fonts: string;
  store: { site: Pick<Store['site'], 'article'> };
  site: SiteSettings;
  onFailure: (address: string, error: unknown) => void;
  /** How many of those that wait are drawn, the last ones; 50 unless given. */
  drawnAtOnce?: number;
}

/** Opens the cards in a folder that outlives every copy of the site. Nothing is drawn before it is wanted. */
export function openCards(options: CardsOptions): Cards {
  const { folder, uploads, fonts, store, site, onFailure, drawnAtOnce = DRAWN_AT_ONCE } = options;
  const waiting = new Set<string>();
  let isClosing = false;
  let running: Promise<void> | undefined;
  let lastWanted = 0;
  let installed: Promise<void> | undefined;
  let drawing: Promise<unknown> = Promise.resolve();

  /** Draws a card unless it is there, one at a time: a burst must not take the processors from the requests. */
  function make(card: AddressedCard): Promise<string> {
    const made = drawing.then(() => makeNow(card));
    drawing = made.catch(() => {});
    return made;
  }

  async function makeNow(card: AddressedCard): Promise<string> {
    const file = join(folder, fileFor(card.path).replace(/^social\//, ''));
    if (await stat(file).catch(() => undefined)) return file;
    installed ??= installFonts(fonts);
    await installed;
    const picture = card.picture && join(uploads, basename(card.picture));
    const bytes = await drawCard(card, picture);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(`${file}~`, bytes);
    await rename(`${file}~`, file);
    return file;
  }

  async function find(lang: Language, slug: string): Promise<AddressedCard | undefined> {
    const article = await store.site.article(slug);
    return article?.lang === lang ? articleCard(site, article) : undefined;
  }

  /** Draws the card of an article, or leaves that to whoever asks for it; either way those of earlier versions go. */
  async function refreshOne(address: string, isDrawn: boolean): Promise<void> {
    const named = readArticle(address);
    if (!named) return;
    const own = join(folder, named.lang, 'articles', named.slug);
    const card = await find(named.lang, named.slug);
    if (!card) return rm(own, { recursive: true, force: true });
    if (isDrawn) await make(card);
    await removeOthers(own, basename(card.path));
  }

  async function run(): Promise<void> {
    while (waiting.size > 0 && !isClosing) {
      const quietFor = performance.now() - lastWanted;
      if (quietFor < QUIET_MS) await pause(QUIET_MS - quietFor);
      else await takeOne();
    }
    running = undefined;
  }

  async function takeOne(): Promise<void> {
    const [address = ''] = waiting;
    const isDrawn = waiting.size <= drawnAtOnce;
    waiting.delete(address);
    await refreshOne(address, isDrawn).catch((error: unknown) => onFailure(address, error));
  }

  return {
    refresh(addresses) {
      const articles = addresses.filter((address) => readArticle(address));
      if (articles.length === 0 || isClosing) return;
      for (const address of articles) waiting.add(address);
      lastWanted = performance.now();
      running ??= run();
    },
    async answer(pathname) {
      const named = readCard(pathname);
      if (!named) return undefined;
      const card = named.slug === undefined ? siteCard(site, named.lang) : await find(named.lang, named.slug);
      if (!card) return undefined;
      return card.path === pathname ? pictureAnswer(await make(card)) : movedAnswer(card.path);
    },
    async idle() {
      await running;
    },
    async close() {
      isClosing = true;
      await running;
      await drawing;
    },
  };
}

interface Named {
  lang: Language;
  slug: string;
}

/** The article that an address names, for its page. */
function readArticle(address: string): Named | undefined {
  const [, lang, slug] = /^\/(\w\w)\/articles\/([^/?]+)$/.exec(address) ?? [];
  return isLanguage(lang) && slug ? { lang, slug: decodeURIComponent(slug) } : undefined;
}

/** The article, or without a slug the language, that the address of a card names. */
function readCard(pathname: string): { lang: Language; slug: string | undefined } | undefined {
  const found = /^\/social\/(\w\w)(?:\/articles\/([^/]+))?\/[0-9a-f]+\.jpg$/.exec(pathname);
  if (!found || !isLanguage(found[1])) return undefined;
  const slug = found[2] === undefined ? undefined : decoded(found[2]);
  return found[2] !== undefined && slug === undefined ? undefined : { lang: found[1], slug };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

async function removeOthers(folder: string, kept: string): Promise<void> {
  // Somebody may be having the card drawn at this moment: what it is written to stays as well.
  for (const name of await namesIn(folder))
    if (name !== kept && name !== `${kept}~`) await rm(join(folder, name), { force: true });
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return [];
  });
}

async function pictureAnswer(file: string): Promise<Response> {
  const bytes = new Uint8Array(await readFile(file));
  return new Response(bytes, { headers: { 'Content-Type': 'image/jpeg', ...FILE_HEADERS.upload } });
}

function movedAnswer(path: string): Response {
  return new Response(null, {
    status: 302,
    headers: { Location: path, 'Cache-Control': 'public, max-age=300' },
  });
}
