import type { Reading } from './readings.ts';

/**
 * Readings as the database keeps them, as JSON: the sound, the places as `start, end, count` one after another, and the
 * places of words.
 */
type Stored = [sound: string, places: number[], words: number[]][];

/** The text to keep; undefined when there is nothing to keep. */
export function packReadings(readings: Reading[]): string | undefined {
  if (readings.length === 0) return undefined;
  const stored: Stored = readings.map(({ sound, starts, ends, words }) => [
    sound,
    places(starts, ends),
    words,
  ]);
  return JSON.stringify(stored);
}

function places(starts: number[], ends: number[]): number[] {
  const packed: number[] = [];
  for (const [index, start] of starts.entries()) {
    const isSame = index > 0 && starts[index - 1] === start && ends[index - 1] === ends[index];
    if (isSame) packed[packed.length - 1] = (packed.at(-1) ?? 0) + 1;
    else packed.push(start, ends[index] ?? start, 1);
  }
  return packed;
}

/** The readings that a text from packReadings stands for. */
export function unpackReadings(text: string | null): Reading[] {
  if (text === null) return [];
  return (JSON.parse(text) as Stored).map(([sound, packed, words]) => {
    const reading: Reading = { sound, starts: [], ends: [], words };
    for (let at = 0; at < packed.length; at += 3)
      for (let count = 0; count < (packed[at + 2] ?? 0); count += 1) {
        reading.starts.push(packed[at] ?? 0);
        reading.ends.push(packed[at + 1] ?? 0);
      }
    return reading;
  });
}

/** Whether the title as a whole is read like that from its beginning; told without unpacking. */
export function startsWithSound(text: string, sound: string): boolean {
  return text.startsWith(`[["${sound}`);
}
