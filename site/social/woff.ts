import { promisify } from 'node:util';
import { inflate } from 'node:zlib';

const HEADER_BYTES = 44;
const ENTRY_BYTES = 20;
const SFNT_HEADER_BYTES = 12;
const SFNT_ENTRY_BYTES = 16;

/** A WOFF 1.0 font as the OpenType file it was made from (W3C WOFF 1.0, 3 to 5). Throws a RangeError for anything else. */
export async function unpackWoff(woff: Buffer): Promise<Buffer<ArrayBuffer>> {
  if (woff.length < HEADER_BYTES || woff.toString('latin1', 0, 4) !== 'wOFF')
    throw new RangeError('Not a WOFF 1.0 font.');
  const count = woff.readUInt16BE(12);
  const directory = Buffer.alloc(SFNT_HEADER_BYTES + SFNT_ENTRY_BYTES * count);
  writeHeader(directory, woff.readUInt32BE(4), count);
  const parts = [directory];
  let offset = directory.length;
  for (let n = 0; n < count; n += 1) {
    const entry = woff.subarray(HEADER_BYTES + ENTRY_BYTES * n, HEADER_BYTES + ENTRY_BYTES * (n + 1));
    const table = await readTable(woff, entry);
    writeEntry(directory.subarray(SFNT_HEADER_BYTES + SFNT_ENTRY_BYTES * n), entry, offset);
    parts.push(table, Buffer.alloc(-table.length & 3));
    offset += table.length + (-table.length & 3);
  }
  return Buffer.concat(parts);
}

function writeHeader(directory: Buffer, flavour: number, count: number): void {
  const exponent = Math.floor(Math.log2(count));
  const searchRange = SFNT_ENTRY_BYTES * 2 ** exponent;
  directory.writeUInt32BE(flavour, 0);
  directory.writeUInt16BE(count, 4);
  directory.writeUInt16BE(searchRange, 6);
  directory.writeUInt16BE(exponent, 8);
  directory.writeUInt16BE(SFNT_ENTRY_BYTES * count - searchRange, 10);
}

/** A WOFF entry is tag, offset, packed length, length, checksum; an OpenType one tag, checksum, offset, length. */
function writeEntry(to: Buffer, from: Buffer, offset: number): void {
  from.copy(to, 0, 0, 4);
  from.copy(to, 4, 16, 20);
  to.writeUInt32BE(offset, 8);
  from.copy(to, 12, 12, 16);
}

async function readTable(woff: Buffer, entry: Buffer): Promise<Buffer<ArrayBuffer>> {
  const start = entry.readUInt32BE(4);
  const packed = Buffer.from(woff.subarray(start, start + entry.readUInt32BE(8)));
  return packed.length < entry.readUInt32BE(12) ? promisify(inflate)(packed) : packed;
}
