import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import type { Language } from '../../data/languages.ts';
import { breakable } from './breakable.ts';
import { CARD_SIZE, type Card } from './card.ts';
import { withoutEmoji } from './without-emoji.ts';

const PAPER = '#f2f3f0';
const INK = '#15181b';
const INK_SOFT = '#41474c';
const SEAL = '#a62c1b';

const MARGIN = 72;
const PICTURE_WIDTH = 460;
const TITLE_TOP = 152;
const TITLE_HEIGHT = 306;
const FOOT_TOP = 522;
/** From the largest; the first with which the title fits is taken. */
const TITLE_SIZES = [108, 96, 84, 76, 68, 60, 53, 47, 42, 37];

const FAMILIES: Record<Language, string> = {
  en: 'Brygada 1918 SemiBold, Zen Antique, Gowun Batang',
  ko: 'Brygada 1918 SemiBold, Gowun Batang, Zen Antique',
  ja: 'Brygada 1918 SemiBold, Zen Antique, Gowun Batang',
};
const LEADING: Record<Language, number> = { en: 1.0, ko: 0.98, ja: 0.98 };

/** The site's mark: an inkstone (components/Wordmark.astro). */
const STONE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 28" width="31" height="36">
  <rect x="1" y="1" width="22" height="26" rx="5" fill="${INK}"/>
  <path d="M5 10.5C5 6.4 8 4 12 4s7 2.4 7 6.5c0 1.7-3 2.2-7 2.2s-7-.5-7-2.2Z" fill="${PAPER}"/>
  <path d="M7 9.9C7 7.3 9.1 6 12 6s5 1.3 5 3.9c0 .9-2.2 1.2-5 1.2s-5-.3-5-1.2Z" fill="#c8402b"/>
</svg>`;

interface Lettering {
  lang: Language;
  size: number;
  color: string;
  width: number;
}

interface Drawn {
  image: Buffer;
  width: number;
  height: number;
}

/** Draws a card as a JPEG; `pictureFile` is the file of its picture, left out when it cannot be read. */
export async function drawCard(card: Card, pictureFile?: string): Promise<Buffer> {
  const picture = pictureFile === undefined ? undefined : await cropPicture(pictureFile);
  const width = CARD_SIZE.width - 2 * MARGIN - (picture ? PICTURE_WIDTH - MARGIN + 56 : 0);
  const layers = [
    ...(picture ? [{ input: picture, left: CARD_SIZE.width - PICTURE_WIDTH, top: 0 }] : []),
    ...(await drawHead(card, width)),
    ...(await drawFoot(card, width)),
  ];
  const paper: Sharp = sharp({ create: { ...CARD_SIZE, channels: 3, background: PAPER } });
  return paper.composite(layers).jpeg({ quality: 86, chromaSubsampling: '4:4:4' }).toBuffer();
}

async function cropPicture(file: string): Promise<Buffer | undefined> {
  try {
    const { height } = CARD_SIZE;
    return await sharp(file)
      .resize({ width: PICTURE_WIDTH, height, fit: 'cover', position: 'attention' })
      .flatten({ background: PAPER })
      .png({ compressionLevel: 1 })
      .toBuffer();
  } catch {
    // The card without its picture says nearly as much; the file may have been taken away by the operator.
    return undefined;
  }
}

async function drawHead({ lang, topic, title, note }: Card, width: number): Promise<OverlayOptions[]> {
  const layers: OverlayOptions[] = [];
  if (topic) {
    const line = await drawLine(topic, { lang, size: 30, color: SEAL, width });
    if (line) layers.push({ input: line.image, left: MARGIN, top: Math.round(92 - line.height / 2) });
  }
  const heading = await drawTitle(title, { lang, color: INK, width });
  if (heading) layers.push({ input: heading.image, left: MARGIN, top: TITLE_TOP });
  if (!note) return layers;
  const text = await draw(note, { lang, size: 34, color: INK_SOFT, width });
  if (text) layers.push({ input: text.image, left: MARGIN, top: TITLE_TOP + (heading?.height ?? 0) + 36 });
  return layers;
}

async function drawFoot({ lang, siteName, source }: Card, width: number): Promise<OverlayOptions[]> {
  const rule = { width, height: 2, channels: 3 as const, background: INK };
  const name = await drawLine(siteName, { lang, size: 31, color: INK, width: Math.round(width * 0.6) });
  const room = width - 46 - (name?.width ?? 0) - 24;
  const origin = await drawLine(source, { lang, size: 25, color: INK_SOFT, width: room });
  const middle = FOOT_TOP + 40;
  const at = (drawn: Drawn, left: number) => ({
    input: drawn.image,
    left,
    top: Math.round(middle - drawn.height / 2),
  });
  return [
    { input: { create: rule }, left: MARGIN, top: FOOT_TOP - 12 },
    { input: Buffer.from(STONE), left: MARGIN, top: middle - 18 },
    ...(name ? [at(name, MARGIN + 46)] : []),
    ...(origin ? [at(origin, MARGIN + width - origin.width)] : []),
  ];
}

/** The title as large as it fits; what does not even fit at the smallest size is cut. */
async function drawTitle(title: string, style: Omit<Lettering, 'size'>): Promise<Drawn | undefined> {
  for (const size of TITLE_SIZES) {
    const drawn = await draw(title, { ...style, size });
    if (!drawn || (drawn.height <= TITLE_HEIGHT && drawn.width <= style.width))
      return drawn && (await balance(title, { ...style, size }, drawn));
  }
  const shorter = [...title].slice(0, Math.floor([...title].length * 0.8)).join('');
  return drawTitle(`${shorter.trimEnd().replace(/…$/, '')}…`, style);
}

/** Sets the same number of lines as narrow as they go, so that the last one is no single word. */
async function balance(title: string, style: Lettering, drawn: Drawn): Promise<Drawn> {
  if (drawn.height < style.size * 1.6) return drawn;
  let best = drawn;
  for (const part of [0.92, 0.84, 0.76, 0.68]) {
    const narrower = await draw(title, { ...style, width: Math.round(style.width * part) });
    if (!narrower || narrower.height > drawn.height + style.size * 0.3) break;
    best = narrower;
  }
  return best;
}

/** Text on one line, cut when it is too long. */
async function drawLine(text: string, style: Lettering): Promise<Drawn | undefined> {
  if (style.width < style.size * 2) return undefined;
  const drawn = await draw(text, style);
  if (!drawn || (drawn.height < style.size * 1.6 && drawn.width <= style.width)) return drawn;
  const shorter = [...text.replace(/…$/, '')].slice(0, -4).join('').trimEnd();
  return shorter ? drawLine(`${shorter}…`, style) : undefined;
}

/** Undefined when there is nothing to see in the text. */
async function draw(text: string, { lang, size, color, width }: Lettering): Promise<Drawn | undefined> {
  const markup = escapeMarkup(breakable(withoutEmoji(text), lang));
  const image = sharp({
    text: {
      text: `<span foreground="${color}" lang="${lang}" line_height="${LEADING[lang]}">${markup}</span>`,
      font: `${FAMILIES[lang]} ${size}`,
      dpi: 72,
      width,
      wrap: 'word-char',
      rgba: true,
    },
  });
  try {
    const { data, info } = await image.png({ compressionLevel: 1 }).toBuffer({ resolveWithObject: true });
    return { image: data, width: info.width, height: info.height };
  } catch (error) {
    if (/no text|valid string/i.test((error as Error).message)) return undefined;
    throw error;
  }
}

function escapeMarkup(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
