import { inflateSync } from 'node:zlib';

const WOFF_HEADER_BYTES = 44;
const WOFF_ENTRY_BYTES = 20;
const SFNT_HEADER_BYTES = 12;
const SFNT_ENTRY_BYTES = 16;

/** Returns the TrueType font in a WOFF 1.0 file (W3C WOFF File Format 1.0): the same tables, uncompressed. */
export function readWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('The font is not a WOFF 1.0 file.');
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(SFNT_HEADER_BYTES + count * SFNT_ENTRY_BYTES);
  woff.copy(head, 0, 4, 8);
  const power = 2 ** Math.floor(Math.log2(count));
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(power * 16, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE((count - power) * 16, 10);

  const tables: Buffer[] = [];
  let end = head.length;
  for (let n = 0; n < count; n++) {
    const entry = WOFF_HEADER_BYTES + n * WOFF_ENTRY_BYTES;
    const [at, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field)) as [
      number,
      number,
      number,
    ];
    const bytes = woff.subarray(at, at + packed);
    const table = packed < length ? inflateSync(bytes, { maxOutputLength: length }) : bytes;
    if (table.length !== length) throw new Error('A table of the font has the wrong length.');
    const record = SFNT_HEADER_BYTES + n * SFNT_ENTRY_BYTES;
    woff.copy(head, record, entry, entry + 4);
    woff.copy(head, record + 4, entry + 16, entry + 20);
    head.writeUInt32BE(end, record + 8);
    head.writeUInt32BE(length, record + 12);
    // Each table starts at a multiple of four.
    const padded = Buffer.concat([table, Buffer.alloc(-length & 3)]);
    tables.push(padded);
    end += padded.length;
  }
  return Buffer.concat([head, ...tables]);
}
