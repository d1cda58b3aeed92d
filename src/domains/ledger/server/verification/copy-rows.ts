/** One block as a row of a binary COPY. The buffers are views into reused memory: copy what you store. */
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

/** Returns the statement whose rows `createRowReader` reads. The bounds are whole numbers, which need no quoting. */
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

/** Offsets of the parts of a row within the bytes of a COPY. */
export type RowPlaces = {
  index: number;
  timestamp: number;
  hash: number;
  prevHash: number;
  dataStart: number;
  dataEnd: number;
  actionStart: number;
  actionEnd: number;
  assetStart: number;
  assetEnd: number;
  participantStart: number;
  participantEnd: number;
};

export const newRowPlaces = (): RowPlaces => ({
  index: 0,
  timestamp: 0,
  hash: 0,
  prevHash: 0,
  dataStart: 0,
  dataEnd: 0,
  actionStart: 0,
  actionEnd: 0,
  assetStart: 0,
  assetEnd: 0,
  participantStart: 0,
  participantEnd: 0,
});

/**
 * The first four fields of a valid row have fixed lengths (8, 8, 32, 32), so everything before the data has fixed
 * offsets.
 */
const INDEX_AT = 2;
const TIMESTAMP_AT = 14;
const HASH_AT = 26;
const PREV_HASH_AT = 62;
const DATA_AT = 98;

/**
 * Locates the parts of the row from `start` to `end` and writes them into `places`, which is reused for speed. Returns
 * false if the row does not have the expected layout, for example because of a null.
 */
export function locateRow(bytes: Buffer, start: number, end: number, places: RowPlaces): boolean {
  if (end - start < DATA_AT + 4 || bytes[start] !== 0 || bytes[start + 1] !== FIELDS) return false;
  const usual =
    readLength(bytes, start + INDEX_AT) === 8 &&
    readLength(bytes, start + TIMESTAMP_AT) === 8 &&
    readLength(bytes, start + HASH_AT) === 32 &&
    readLength(bytes, start + PREV_HASH_AT) === 32;
  if (!usual) return false;
  places.index = readInt64(bytes, start + INDEX_AT + 4);
  places.timestamp = readInt64(bytes, start + TIMESTAMP_AT + 4);
  places.hash = start + HASH_AT + 4;
  places.prevHash = start + PREV_HASH_AT + 4;
  places.dataStart = start + DATA_AT + 4;
  places.dataEnd = endOfField(bytes, start + DATA_AT, end);
  places.actionStart = places.dataEnd + 4;
  places.actionEnd = endOfField(bytes, places.dataEnd, end);
  places.assetStart = places.actionEnd + 4;
  places.assetEnd = endOfField(bytes, places.actionEnd, end);
  places.participantStart = places.assetEnd + 4;
  places.participantEnd = endOfField(bytes, places.assetEnd, end);
  return places.participantEnd === end;
}

/** Returns the end of the field whose length is at `at`, or -1 for null or a field that ends after `end`. */
function endOfField(bytes: Buffer, at: number, end: number): number {
  if (at < 0 || at + 4 > end) return -1;
  const length = readLength(bytes, at);
  return length < 0 || at + 4 + length > end ? -1 : at + 4 + length;
}

/** Reads a signed 32-bit big-endian number, without the range checks of `readInt32BE`. */
function readLength(bytes: Buffer, at: number): number {
  return (
    ((bytes[at] as number) << 24) |
    ((bytes[at + 1] as number) << 16) |
    ((bytes[at + 2] as number) << 8) |
    (bytes[at + 3] as number)
  );
}

/**
 * Returns a function that takes each message of a binary COPY: the header, a row, or the trailer. A row goes to
 * `onBytes`, and to `onRow` if that returns false. Once `onRow` returns false, reading stops. Throws for any other
 * format.
 */
export function createRowReader(
  onBytes: (bytes: Buffer, start: number, end: number) => boolean,
  onRow: (row: BlockRow) => boolean,
): (bytes: Buffer, start: number, end: number) => void {
  let headerRead = false;
  let ended = false;
  const row = {} as BlockRow;
  return (bytes, start, end) => {
    let at = start;
    if (!headerRead) {
      if (bytes.toString('latin1', at, at + 6) !== 'PGCOPY') throw new Error('The database did not send a binary COPY');
      at += HEADER_LENGTH + bytes.readInt32BE(at + 15);
      headerRead = true;
    }
    if (ended || at === end || onBytes(bytes, at, end)) return;
    const next = readRow(bytes, at, end, row);
    if (next === TRAILER) return;
    if (next !== end) throw new Error('A row of the COPY does not end where its message ends');
    ended = !onRow(row);
  };
}

const TRAILER = -1;

/** Reads the row at `start` into `row`. Returns its end, or `TRAILER`. */
function readRow(bytes: Buffer, start: number, end: number, row: BlockRow): number {
  const fields = bytes.readInt16BE(start);
  if (fields === -1) return TRAILER;
  if (fields !== FIELDS) throw new Error(`A row of the COPY has ${fields} fields instead of ${FIELDS}`);
  let at = start + 2;
  for (let field = 0; field < FIELDS; field++) {
    const length = bytes.readInt32BE(at);
    at += 4;
    const fieldEnd = length < 0 ? at : at + length;
    if (fieldEnd > end) throw new Error('A field of the COPY is longer than its message');
    setField(row, field, length < 0 ? undefined : bytes, at, fieldEnd);
    at = fieldEnd;
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

/**
 * Returns empty bytes for a null in a non-null column, which only tampering can produce. They make the block fail its
 * check.
 */
function bytesOrNone(bytes: Buffer | undefined, start: number, end: number): Buffer {
  return bytes === undefined ? Buffer.alloc(0) : bytes.subarray(start, end);
}

/** Numbers here are below 2^53: indexes and seconds. */
function readInt64(bytes: Buffer | undefined, at: number): number {
  return bytes === undefined ? Number.NaN : bytes.readInt32BE(at) * 0x1_0000_0000 + bytes.readUInt32BE(at + 4);
}
