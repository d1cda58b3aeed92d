import type { EventEmitter } from 'node:events';
import type pg from 'pg';
import { lendBuffer } from './copy-socket.ts';

/** Messages of the PostgreSQL protocol, version 3 (manual, Message Formats). */
const COPY_DATA = 0x64;
const COPY_DONE = 0x63;
const COPY_OUT_RESPONSE = 0x48;
/** Notices, notifications and parameter changes may arrive between rows. */
const ASYNCHRONOUS = [0x4e, 0x41, 0x53];
/** One byte for the type, and four for a length that includes itself. */
const HEADER_LENGTH = 5;

type Listener = (bytes: Buffer) => void;

/**
 * Runs `copy … to stdout` and calls `onData` with the position of each message: the header, one row each, and the
 * trailer. The bytes are valid only during the call. Resolves after the last row. Rejects if the statement fails, the
 * connection is lost, or `onData` throws; the connection stays usable unless it was lost.
 */
export function readCopy(
  client: pg.Client,
  statement: string,
  onData: (bytes: Buffer, start: number, end: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: unknown;
    // The interface that `pg` expects of a query. Errors and the end come through its parser, which gets its data back.
    client.query({
      submit(connection: pg.Connection) {
        takeData(connection.stream, (bytes, start, end) => {
          if (failure !== undefined) return;
          try {
            onData(bytes, start, end);
          } catch (error) {
            failure = error;
          }
        });
        connection.query(statement);
      },
      handleError: reject,
      handleCommandComplete: () => undefined,
      handleReadyForQuery: () => (failure === undefined ? resolve() : reject(failure)),
    } as pg.Submittable);
  });
}

/** Reads the messages of a COPY instead of the parser of `pg`, and returns the rest to it. */
function takeData(socket: EventEmitter, onData: (bytes: Buffer, start: number, end: number) => void): void {
  const [parser] = socket.listeners('data') as Listener[];
  if (parser === undefined) throw new Error('The connection to the database has no reader');
  /** The start of an incomplete message, in `rest` up to `restLength`. */
  let rest = Buffer.alloc(64 * 1024);
  let restLength = 0;

  const listener: Listener = (bytes) => {
    let at = 0;
    while (restLength > 0 && at < bytes.length) {
      const needed = restLength < HEADER_LENGTH ? HEADER_LENGTH : messageEnd(rest, 0);
      if (needed > rest.length) rest = Buffer.concat([rest.subarray(0, restLength)], needed * 2);
      const taken = bytes.copy(rest, restLength, at, at + needed - restLength);
      restLength += taken;
      at += taken;
      if (restLength < HEADER_LENGTH || restLength < messageEnd(rest, 0)) continue;
      const whole = restLength;
      restLength = 0;
      if (take(rest, 0, whole) === 0) return giveBack(Buffer.concat([rest.subarray(0, whole), bytes.subarray(at)]));
    }
    while (at + HEADER_LENGTH <= bytes.length) {
      const end = messageEnd(bytes, at);
      if (end > bytes.length && belongsToCopy(bytes[at])) break;
      const next = take(bytes, at, end);
      if (next === 0) return giveBack(Buffer.from(bytes.subarray(at)));
      at = next;
    }
    if (at < bytes.length) restLength = keep(bytes, at);
  };

  /**
   * Handles a whole message and returns its end, or 0 for a message that, like all later ones, is for the parser of
   * `pg`.
   */
  const take = (bytes: Buffer, at: number, end: number): number => {
    const kind = bytes[at];
    if (!belongsToCopy(kind)) return 0;
    if (kind === COPY_DATA) onData(bytes, at + HEADER_LENGTH, end);
    else if (isAsynchronous(kind)) parser(Buffer.from(bytes.subarray(at, end)));
    return end;
  };
  const keep = (bytes: Buffer, at: number): number => {
    if (bytes.length - at > rest.length) rest = Buffer.alloc((bytes.length - at) * 2);
    return bytes.copy(rest, 0, at);
  };
  const giveBack = (bytes: Buffer): void => {
    socket.on('data', parser);
    socket.removeListener('data', listener);
    lendBuffer(socket, false);
    parser(bytes);
  };

  lendBuffer(socket, true);
  // In this order, because a socket without a listener would stop reading.
  socket.on('data', listener);
  socket.removeListener('data', parser);
}

const isAsynchronous = (kind: number | undefined): boolean => kind !== undefined && ASYNCHRONOUS.includes(kind);

const belongsToCopy = (kind: number | undefined): boolean =>
  kind === COPY_DATA || kind === COPY_OUT_RESPONSE || kind === COPY_DONE || isAsynchronous(kind);

const messageEnd = (bytes: Buffer, at: number): number => at + 1 + bytes.readUInt32BE(at + 1);
