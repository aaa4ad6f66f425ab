import type { Interpretation, Option } from './interpretations.ts';
import type { Reading } from './readings.ts';
import { unpackReadings } from './stored-readings.ts';
import { initialRuns, kanjiAfter } from './title-keys.ts';
import { type Unit, unitsOf } from './units.ts';

export type Range = [start: number, end: number];

/** A text ready to be looked through. */
export interface Readable {
  text: string;
  units: Unit[];
  readings: Reading[];
}

/** A text with its readings as the database keeps them, if it has any; they are unpacked when somebody asks for them. */
export function readable(text: string, packed: string | null = null): Readable {
  let readings: Reading[] | undefined;
  return {
    text,
    units: unitsOf(text),
    get readings() {
      readings ??= unpackReadings(packed);
      return readings;
    },
  };
}

/**
 * Where in a text the words of a query stand, in UTF-16 units of the text, sorted and apart. Undefined when one of the
 * words does not stand in it at all.
 */
export function rangesOf(
  title: Readable,
  { words, ways = [] }: Pick<Interpretation, 'words' | 'ways'>,
): Range[] | undefined {
  for (const way of ways) {
    const ranges = rangesOf(title, way);
    if (ranges) return ranges;
  }
  const found = words.map((options) => firstFound(title, options));
  return found.some((ranges) => ranges.length === 0) ? undefined : merged(found.flat());
}

/** Where any of the words stand. */
export function anyRangesOf(title: Readable, { words }: Pick<Interpretation, 'words'>): Range[] {
  return merged(words.flatMap((options) => firstFound(title, options)));
}

/** The place of words as they are written: 0 at the beginning of the title, 1 at the beginnings of words, 2 anywhere. */
export function placeIn({ units }: Readable, { words }: Pick<Interpretation, 'words'>): 0 | 1 | 2 {
  const keys = words.map((options) => options[0]?.key ?? '');
  if (endOf(units, 0, keys.join('')) !== undefined) return 0;
  const beginsWord = (key: string) =>
    units.some((unit, index) => unit.startsWord && endOf(units, index, key) !== undefined);
  return keys.every(beginsWord) ? 1 : 2;
}

function firstFound(title: Readable, options: Option[]): Range[] {
  for (const option of options) {
    const ranges = FINDERS[option.kind](title, option.key);
    if (ranges.length > 0) return ranges;
  }
  return [];
}

const FINDERS = { written: findWritten, initials: findInitials, sound: findSound, kanji: findKanji };

function findWritten({ units }: Readable, key: string): Range[] {
  const text = units.map(({ keys }) => keys).join('');
  if (!text.includes(key)) return [];
  const ranges: Range[] = [];
  for (const [index, unit] of units.entries()) {
    const end = unit.keys.startsWith(key.slice(0, unit.keys.length)) ? endOf(units, index, key) : undefined;
    if (end !== undefined) ranges.push([unit.starts[0] ?? 0, end]);
  }
  return ranges;
}

/** Where the key ends that begins with a unit; undefined when the units there are others. */
function endOf(units: Unit[], from: number, key: string): number | undefined {
  let rest = key;
  for (let index = from; index < units.length; index += 1) {
    const { keys, ends } = units[index] as Unit;
    if (rest.length <= keys.length) return keys.startsWith(rest) ? ends[rest.length - 1] : undefined;
    if (!rest.startsWith(keys)) return undefined;
    rest = rest.slice(keys.length);
  }
  return undefined;
}

function findInitials({ units }: Readable, key: string): Range[] {
  return initialRuns(units).flatMap(({ letters, from }) =>
    placesOf(letters, key).map((at): Range => {
      const last = units[from + at + key.length - 1];
      return [units[from + at]?.starts[0] ?? 0, last?.ends.at(-1) ?? 0];
    }),
  );
}

/** The characters that are read like that, from the beginning of a word on. */
function findSound(title: Readable, key: string): Range[] {
  return title.readings.flatMap(({ sound, starts, ends, words }) =>
    words
      .filter((at) => sound.startsWith(key, at))
      .map((at): Range => [starts[at] ?? 0, ends[at + key.length - 1] ?? 0]),
  );
}

function findKanji({ units }: Readable, key: string): Range[] {
  const letters = [...key];
  return units.flatMap(({ starts }, from): Range[] => {
    let at: number | undefined = from;
    for (const [index, letter] of letters.entries()) {
      if (index > 0 && at !== undefined) at = kanjiAfter(units, at);
      if (at === undefined || units[at]?.keys !== letter) return [];
    }
    return [[starts[0] ?? 0, units[at as number]?.ends.at(-1) ?? 0]];
  });
}

function placesOf(text: string, part: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) places.push(at);
  return places;
}

function merged(ranges: Range[]): Range[] {
  const apart: Range[] = [];
  for (const [start, end] of ranges.sort(([a], [b]) => a - b)) {
    const previous = apart.at(-1);
    if (previous && start <= previous[1]) previous[1] = Math.max(previous[1], end);
    else apart.push([start, end]);
  }
  return apart;
}

/** A text as HTML, everything escaped, with `<mark>` around the ranges. */
export function marked(text: string, ranges: Range[]): string {
  let [html, position] = ['', 0];
  for (const [start, end] of ranges) {
    html += `${escapeHtml(text.slice(position, start))}<mark>${escapeHtml(text.slice(start, end))}</mark>`;
    position = end;
  }
  return html + escapeHtml(text.slice(position));
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
