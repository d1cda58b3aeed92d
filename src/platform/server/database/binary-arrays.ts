/**
 * Encodes one-dimensional arrays in PostgreSQL's binary format, about three times faster than the array literals that
 * `pg` writes. `pg` sends a Buffer as a binary parameter; the statement names the type: `${textArray(ids)}::text[]`.
 *
 * Format: src/backend/utils/adt/arrayfuncs.c, array_recv: dimensions, a null flag, the element's type OID, the length,
 * the lower bound, then each element as a length (-1 for null) and its bytes, all integers big-endian.
 */
const BYTEA = 17;
const INT8 = 20;
const INT4 = 23;
const TEXT = 25;
const FLOAT8 = 701;
const HEADER_BYTES = 20;
const UTF8_BYTES_MAX = 3;

/** Returns `text[]`. */
export function textArray(values: readonly (string | null)[]): Buffer {
  let room = HEADER_BYTES;
  for (const value of values) room += 4 + (value === null ? 0 : value.length * UTF8_BYTES_MAX);
  const array = begin(TEXT, values.length, room);
  let at = HEADER_BYTES;
  for (const value of values) {
    const length = value === null ? -1 : array.write(value, at + 4, 'utf8');
    array.writeInt32BE(length, at);
    at += 4 + Math.max(length, 0);
  }
  return array.subarray(0, at);
}

/** Returns `bytea[]`. */
export function byteaArray(values: readonly Uint8Array[]): Buffer {
  let room = HEADER_BYTES;
  for (const value of values) room += 4 + value.length;
  const array = begin(BYTEA, values.length, room);
  let at = HEADER_BYTES;
  for (const value of values) {
    array.writeInt32BE(value.length, at);
    array.set(value, at + 4);
    at += 4 + value.length;
  }
  return array;
}

/** Returns `bigint[]`. Values are integers that a JavaScript number holds exactly. */
export const int8Array = (values: readonly (number | null)[]): Buffer =>
  fixedArray(INT8, 8, values, (array, value, at) => {
    array.writeInt32BE(Math.floor(value / 2 ** 32), at);
    array.writeUInt32BE(value >>> 0, at + 4);
  });

/** Returns `integer[]`. */
export const int4Array = (values: readonly (number | null)[]): Buffer =>
  fixedArray(INT4, 4, values, (array, value, at) => array.writeInt32BE(value, at));

/** Returns `double precision[]`. */
export const float8Array = (values: readonly (number | null)[]): Buffer =>
  fixedArray(FLOAT8, 8, values, (array, value, at) => array.writeDoubleBE(value, at));

function fixedArray(
  type: number,
  size: number,
  values: readonly (number | null)[],
  write: (array: Buffer, value: number, at: number) => void,
): Buffer {
  const array = begin(type, values.length, HEADER_BYTES + values.length * (4 + size));
  let at = HEADER_BYTES;
  for (const value of values) {
    array.writeInt32BE(value === null ? -1 : size, at);
    at += 4;
    if (value === null) continue;
    write(array, value, at);
    at += size;
  }
  return array.subarray(0, at);
}

/** Allocates an array and writes its header. The null flag is always set: PostgreSQL takes it as a hint. */
function begin(type: number, length: number, bytes: number): Buffer {
  // Each byte up to the end of the returned slice is written below.
  const array = Buffer.allocUnsafe(bytes);
  array.writeInt32BE(1, 0);
  array.writeInt32BE(1, 4);
  array.writeInt32BE(type, 8);
  array.writeInt32BE(length, 12);
  array.writeInt32BE(1, 16);
  return array;
}
