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

/** Where the parts of a row stand within the bytes of a COPY. An end of -1 stands for null. */
export type RowPlaces = {
  readonly index: number;
  readonly timestamp: number;
  readonly hash: number;
  readonly prevHash: number;
  readonly dataStart: number;
  readonly dataEnd: number;
  readonly actionStart: number;
  readonly actionEnd: number;
  readonly assetStart: number;
  readonly assetEnd: number;
  readonly participantStart: number;
  readonly participantEnd: number;
  readonly end: number;
};

/** The first four fields of a sound row have fixed lengths (8, 8, 32, 32), so they stand at fixed places. */
const DATA_LENGTH_AT = 98;

/** Finds the parts of the row at `start`. Undefined when the bytes do not hold all of it, or when it is not as usual. */
export function locateRow(bytes: Buffer, start: number): RowPlaces | undefined {
  if (start + DATA_LENGTH_AT + 4 > bytes.length || bytes.readInt16BE(start) !== FIELDS) return undefined;
  const usual =
    bytes.readInt32BE(start + 2) === 8 &&
    bytes.readInt32BE(start + 14) === 8 &&
    bytes.readInt32BE(start + 26) === 32 &&
    bytes.readInt32BE(start + 62) === 32;
  if (!usual) return undefined;
  const dataStart = start + DATA_LENGTH_AT + 4;
  const dataEnd = dataStart + bytes.readInt32BE(start + DATA_LENGTH_AT);
  const actionEnd = endOfField(bytes, dataEnd);
  const assetEnd = actionEnd < 0 ? -1 : endOfField(bytes, actionEnd);
  const participantEnd = assetEnd < 0 ? -1 : endOfField(bytes, assetEnd);
  if (participantEnd < 0 || participantEnd > bytes.length) return undefined;
  return {
    index: readInt64(bytes, start + 6),
    timestamp: readInt64(bytes, start + 18),
    hash: start + 30,
    prevHash: start + 66,
    dataStart,
    dataEnd,
    actionStart: dataEnd + 4,
    actionEnd,
    assetStart: actionEnd + 4,
    assetEnd,
    participantStart: assetEnd + 4,
    participantEnd,
    end: participantEnd,
  };
}

/** Where the field ends whose length stands at `at`; -1 for null, and for one that the bytes do not hold. */
function endOfField(bytes: Buffer, at: number): number {
  if (at < 0 || at + 4 > bytes.length) return -1;
  const length = bytes.readInt32BE(at);
  return length < 0 || at + 4 + length > bytes.length ? -1 : at + 4 + length;
}

/**
 * Gives a function that takes the bytes of a binary COPY in chunks of any size. Each row goes to `onBytes`, which gives where
 * the next begins or 0, and in that case to `onRow`. It returns false as soon as `onRow` does, and takes no more then.
 * Throws for bytes that are no such COPY.
 */
export function createRowReader(
  onBytes: (bytes: Buffer, start: number) => number,
  onRow: (row: BlockRow) => boolean,
): (chunk: Buffer) => boolean {
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
    for (;;) {
      const taken = onBytes(bytes, at);
      const end = taken > 0 ? taken : readRow(bytes, at, row);
      if (end === 0) break;
      if (taken === 0 && !onRow(row)) return false;
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
