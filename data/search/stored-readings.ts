import { type Reading, readingsOf, type SpokenWord } from './readings.ts';

/**
 * Spoken words as the database keeps them: the sound of the whole title, then the words, each
 * `-` where nobody begins to type, its length and `:` when it is not 1, its readings apart by `/`, their letters by `.`:
 * `yukigakie yuki/setu ga kie`.
 */
export function packReadings(words: SpokenWord[], [whole]: Reading[]): string | undefined {
  if (!whole) return undefined;
  const packed = words.map(({ length, readings, isStart }) => {
    const ways = readings.map((parts) => parts.join('.')).join('/');
    return `${isStart ? '' : '-'}${length === 1 ? '' : `${length}:`}${ways}`;
  });
  return [whole.sound, ...packed].join(' ');
}

/** The readings that a text from packReadings stands for. */
export function unpackReadings(text: string | null): Reading[] {
  if (text === null) return [];
  const [, ...packed] = text.split(' ');
  return readingsOf(packed.map(unpackWord));
}

function unpackWord(packed: string): SpokenWord {
  const isStart = !packed.startsWith('-');
  const colon = packed.indexOf(':');
  const ways = packed.slice(colon >= 0 ? colon + 1 : isStart ? 0 : 1);
  return {
    length: colon >= 0 ? Number(packed.slice(isStart ? 0 : 1, colon)) : 1,
    readings: ways.split('/').map((parts) => parts.split('.')),
    isStart,
  };
}

/** Whether the title as a whole is read like that from its beginning; told without unpacking. */
export function startsWithSound(text: string, sound: string): boolean {
  return text.startsWith(sound);
}
