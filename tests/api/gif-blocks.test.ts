import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { withPictureBlocksOnly } from '../../api/gif-blocks.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
/** Three frames of 20 by 20 pixels that repeat four times. */
const PLAIN = await animatedGif();
const SIZE = { width: 20, height: 20 };
const COMMENT = latin1('\x21\xfe\x06secret\x00');
const PROGRAM = latin1('\x21\xff\x0bXMP DataXMP\x06secret\x00');
const CONTROL = latin1('\x21\xf9\x04\x01\x10\x00\x00\x00');
const PLAIN_TEXT = latin1(`\x21\x01\x0c${'\0'.repeat(12)}\x06secret\x00`);

function animatedGif(): Promise<Buffer> {
  const pixels = Buffer.alloc(20 * 60 * 3, 90);
  pixels.fill(200, 20 * 20 * 3);
  pixels.fill(140, 40 * 20 * 3);
  return sharp(pixels, { raw: { width: 20, height: 60, channels: 3, pageHeight: 20 } })
    .gif({ delay: [120, 90, 60], loop: 4 })
    .toBuffer();
}

/** The same picture with more blocks before its first frame. */
function withBlocks(...blocks: Buffer[]): Buffer {
  const at = PLAIN.indexOf(latin1('\x21\xf9'));
  return Buffer.concat([PLAIN.subarray(0, at), ...blocks, PLAIN.subarray(at)]);
}

describe('a GIF with its picture only', () => {
  it('has the same pixels, times and repetitions', async () => {
    const clean = withPictureBlocksOnly(withBlocks(COMMENT, PROGRAM), SIZE);
    const look = async (gif: Buffer) => {
      const { delay, loop, pages } = await sharp(gif).metadata();
      return { delay, loop, pages, pixels: await sharp(gif, { animated: true }).raw().toBuffer() };
    };
    expect(await look(clean)).toEqual(await look(PLAIN));
    expect((await look(clean)).delay).toEqual([120, 90, 60]);
  });

  it.each([
    ['a comment', withBlocks(COMMENT)],
    ['data of a program', withBlocks(PROGRAM)],
    ['a text, and what it says of its display', withBlocks(CONTROL, PLAIN_TEXT)],
    ['what stands behind its end', Buffer.concat([PLAIN, latin1('secret')])],
    [
      'a block for repetitions that has more to say',
      withBlocks(latin1('\x21\xff\x0bNETSCAPE2.0\x06secret\x00')),
    ],
    ['a control block that has more to say', withBlocks(latin1('\x21\xf9\x06secret\x00'))],
  ])('has no longer %s', (_, gif) => {
    expect(withPictureBlocksOnly(gif, SIZE)).toEqual(withPictureBlocksOnly(PLAIN, SIZE));
  });

  it('gets the end that is missing', () => {
    expect(withPictureBlocksOnly(PLAIN.subarray(0, -1), SIZE)).toEqual(withPictureBlocksOnly(PLAIN, SIZE));
  });

  it('gets the canvas that the decoder found', async () => {
    const gif = Buffer.from(PLAIN);
    gif.writeUInt16LE(65_535, 6);
    expect(withPictureBlocksOnly(gif, SIZE).readUInt16LE(6)).toBe(20);
  });

  it('is refused when it ends anywhere else than between two blocks', () => {
    const clean = withPictureBlocksOnly(PLAIN, SIZE);
    for (let end = 0; end < PLAIN.length; end++) {
      let cut: Buffer;
      try {
        cut = withPictureBlocksOnly(PLAIN.subarray(0, end), SIZE);
      } catch (error) {
        expect((error as Error).message).toMatch(/^A GIF ends within a block\.$/);
        continue;
      }
      expect(clean.subarray(0, cut.length - 1)).toEqual(cut.subarray(0, -1));
    }
  });

  it('is made of any bytes in bounded time, or refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (rest) => {
        const gif = Buffer.concat([PLAIN.subarray(0, 13), rest]);
        try {
          expect(withPictureBlocksOnly(gif, SIZE).length).toBeLessThanOrEqual(gif.length + 1);
        } catch (error) {
          expect((error as Error).message).toMatch(/^A GIF /);
        }
      }),
    );
  });
});
