/*
 * Sections are those of the GIF89a specification.
 */

const HEADER_BYTES = 6;
const SCREEN_BYTES = 7;
const IMAGE_DESCRIPTOR_BYTES = 10;
const CONTROL_BYTES = 8;
const IMAGE = 0x2c;
const EXTENSION = 0x21;
const TRAILER = 0x3b;
const CONTROL = 0xf9;
const PLAIN_TEXT = 0x01;
const APPLICATION = 0xff;
/** How often an animation repeats: no part of the specification, and yet the one extension that every browser reads. */
const LOOP = Buffer.from('\x21\xff\x0bNETSCAPE2.0\x03\x01', 'latin1');
const LOOP_BYTES = LOOP.length + 3;

/**
 * A GIF with nothing but its colours, its frames, their times and how often they repeat: no comments, no data of programs, nothing
 * behind its end. The canvas gets the size that the decoder found. Pixels are copied as they are packed: to pack them anew
 * takes seconds for a file of some megabytes, and changes colours.
 * @throws Error when it ends within a block or has one that is none.
 */
export function withPictureBlocksOnly(
  gif: Uint8Array,
  { width, height }: { width: number; height: number },
): Buffer {
  const bytes = Buffer.from(gif.buffer, gif.byteOffset, gif.byteLength);
  const kept: Uint8Array[] = [Buffer.from('GIF89a', 'latin1')];
  let at = HEADER_BYTES + SCREEN_BYTES + colourTableBytes(byteAt(bytes, HEADER_BYTES + 4));
  const screen = Buffer.from(sliceOf(bytes, HEADER_BYTES, at));
  screen.writeUInt16LE(width, 0);
  screen.writeUInt16LE(height, 2);
  kept.push(screen);
  // It counts for the next image; one for a text that is left out is left out as well.
  let control: Uint8Array | undefined;
  while (at < bytes.length && bytes[at] !== TRAILER) {
    const start = at;
    at = endOfBlock(bytes, start);
    const block = sliceOf(bytes, start, at);
    if (block[0] === IMAGE) {
      if (control) kept.push(control);
      kept.push(block);
    } else if (isLoop(block)) kept.push(block);
    if (block[0] === IMAGE || block[1] === PLAIN_TEXT) control = undefined;
    else if (block[1] === CONTROL) control = soundControl(block);
  }
  return Buffer.concat([...kept, Buffer.of(TRAILER)]);
}

/** Section 20 (images) or 23 to 26 (extensions). */
function endOfBlock(bytes: Buffer, start: number): number {
  const kind = bytes[start];
  if (kind === IMAGE) {
    const table = colourTableBytes(byteAt(bytes, start + IMAGE_DESCRIPTOR_BYTES - 1));
    // One byte tells the size of the first codes.
    return endOfSubBlocks(bytes, start + IMAGE_DESCRIPTOR_BYTES + table + 1);
  }
  if (kind === EXTENSION) return endOfSubBlocks(bytes, start + 2);
  throw new Error('A GIF has a block of no kind that there is.');
}

/** Section 15: each sub-block begins with its length, the last one is empty. */
function endOfSubBlocks(bytes: Buffer, start: number): number {
  let at = start;
  for (let length = byteAt(bytes, at); length > 0; length = byteAt(bytes, at)) at += 1 + length;
  return at + 1;
}

/** Sections 18 to 21: the lowest three bits tell how many colours there are, of three bytes each. */
function colourTableBytes(packed: number): number {
  return packed & 0x80 ? 3 * 2 ** ((packed & 0x07) + 1) : 0;
}

function isLoop(block: Buffer): boolean {
  return (
    block[1] === APPLICATION && block.length === LOOP_BYTES && block.subarray(0, LOOP.length).equals(LOOP)
  );
}

/** Section 23: four bytes, in one sub-block. */
function soundControl(block: Buffer): Buffer | undefined {
  return block.length === CONTROL_BYTES && block[2] === 4 ? block : undefined;
}

function byteAt(bytes: Buffer, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw new Error('A GIF ends within a block.');
  return byte;
}

function sliceOf(bytes: Buffer, start: number, end: number): Buffer {
  if (end > bytes.length) throw new Error('A GIF ends within a block.');
  return bytes.subarray(start, end);
}
