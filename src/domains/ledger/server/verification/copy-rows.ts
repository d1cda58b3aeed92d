/**
 * One block as PostgreSQL sends it in a binary COPY. The buffers are views into a chunk that is used again: whoever keeps
 * one copies it.
 */
export type BlockRow = {
  index: number;
  timestamp: number;
  hash: Buffer;
  prevHash: Buffer;
  data: Buffer;
  action: Buffer;
  assetId: Buffer | undefined;
  participant: Buffer | undefined;
};

/** The query whose rows `createRowReader` reads. The bounds are whole numbers, so nothing of them needs quoting. */
export function copyBlocksQuery(first: number, end: number): string {
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(end))
    throw new RangeError('Block bounds are whole numbers');
  return `copy (
    select index, timestamp, hash, prev_hash, data, action, asset_id, participant from blocks
    where index >= ${first} and index < ${end} order by index
  ) to stdout (format binary)`;
}

/** `PGCOPY\n\377\r\n\0`, flags, and the length of a header extension (PostgreSQL manual, COPY, binary format). */
const HEADER_LENGTH = 19;
const FIELDS = 8;

/**
 * Gives a function that takes the bytes of a binary COPY in chunks of any size, and calls `onRow` for each row in order.
 * It returns false as soon as `onRow` does, and takes no more then. Throws for bytes that are no such COPY.
 */
export function createRowReader(onRow: (row: BlockRow) => boolean): (chunk: Buffer) => boolean {
  let rest: Buffer = Buffer.alloc(0);
  let headerRead = false;
  const row = {} as BlockRow;
  return (chunk) => {
    let bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    if (!headerRead) {
      if (bytes.length < HEADER_LENGTH) {
        rest = bytes;
        return true;
      }
      if (bytes.toString('latin1', 0, 6) !== 'PGCOPY') throw new Error('The database did not send a binary COPY');
      bytes = bytes.subarray(HEADER_LENGTH + bytes.readInt32BE(15));
      headerRead = true;
    }
    let at = 0;
    for (let end = readRow(bytes, at, row); end > 0; end = readRow(bytes, at, row)) {
      if (!onRow(row)) return false;
      at = end;
    }
    rest = bytes.subarray(at);
    return true;
  };
}

/** Reads the row at `start` into `row`. Gives where the next begins, or 0 while the chunk does not hold all of it. */
function readRow(bytes: Buffer, start: number, row: BlockRow): number {
  if (start + 2 > bytes.length) return 0;
  const fields = bytes.readInt16BE(start);
  if (fields === -1) return 0;
  if (fields !== FIELDS) throw new Error(`A row of the COPY has ${fields} fields in place of ${FIELDS}`);
  let at = start + 2;
  for (let field = 0; field < FIELDS; field++) {
    if (at + 4 > bytes.length) return 0;
    const length = bytes.readInt32BE(at);
    at += 4;
    if (length >= 0 && at + length > bytes.length) return 0;
    const end = length < 0 ? at : at + length;
    setField(row, field, length < 0 ? undefined : bytes, at, end);
    at = end;
  }
  return at;
}

function setField(row: BlockRow, field: number, bytes: Buffer | undefined, start: number, end: number): void {
  switch (field) {
    case 0:
      row.index = readInt64(bytes, start);
      return;
    case 1:
      row.timestamp = readInt64(bytes, start);
      return;
    case 2:
      row.hash = bytesOrNone(bytes, start, end);
      return;
    case 3:
      row.prevHash = bytesOrNone(bytes, start, end);
      return;
    case 4:
      row.data = bytesOrNone(bytes, start, end);
      return;
    case 5:
      row.action = bytesOrNone(bytes, start, end);
      return;
    case 6:
      row.assetId = bytes?.subarray(start, end);
      return;
    default:
      row.participant = bytes?.subarray(start, end);
  }
}

/** A null in a column that has none was put there by hand: as empty bytes it makes its block fail the check. */
function bytesOrNone(bytes: Buffer | undefined, start: number, end: number): Buffer {
  return bytes === undefined ? Buffer.alloc(0) : bytes.subarray(start, end);
}

/** Numbers here are below 2^53: indexes and seconds. */
function readInt64(bytes: Buffer | undefined, at: number): number {
  return bytes === undefined ? Number.NaN : bytes.readInt32BE(at) * 0x1_0000_0000 + bytes.readUInt32BE(at + 4);
}
