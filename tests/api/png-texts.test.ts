import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withoutTexts } from '../../api/png-texts.ts';
import { pngChunk } from '../support/png-chunk.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

const TEXTS = ['tEXt', 'zTXt', 'iTXt'];
const chunks = fc.array(
  fc.tuple(fc.constantFrom('IHDR', 'IDAT', 'iCCP', 'text', ...TEXTS), fc.uint8Array({ maxLength: 40 })),
  { maxLength: 12 },
);

it('takes the texts out and leaves every other chunk as it is', () => {
  fc.assert(
    fc.property(chunks, fc.uint8Array({ maxLength: 11 }), (list, rest) => {
      const made = (some: typeof list) =>
        Buffer.concat([SIGNATURE, ...some.map(([type, data]) => pngChunk(type, data)), rest]);
      const kept = list.filter(([type]) => !TEXTS.includes(type));
      expect(Buffer.from(withoutTexts(made(list)))).toEqual(made(kept));
    }),
  );
});

it('takes a text out that ends with the file', () => {
  const text = pngChunk('tEXt', Buffer.alloc(0));
  expect(Buffer.from(withoutTexts(Buffer.concat([SIGNATURE, text])))).toEqual(SIGNATURE);
});

it('leaves what is no PNG to whoever decodes it', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      expect(withoutTexts(bytes).length).toBeLessThanOrEqual(bytes.length);
    }),
  );
});
