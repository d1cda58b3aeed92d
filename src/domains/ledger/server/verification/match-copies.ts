import type { RowPlaces } from './copy-rows.ts';

const ACTION_START = Buffer.from('{"action":"');
const ASSET_START = Buffer.from('","asset_id":"');
const USER_START = Buffer.from('"user":"');
const QUOTE = 0x22;
const COMMA = 0x2c;
const BRACE = 0x7d;
const BACKSLASH = 0x5c;

/**
 * Reports whether the index copies surely agree with the content: plain ids, at the positions that the canonical text
 * of an event gives them (its keys are sorted). Most blocks pass here without JSON parsing.
 */
export function matchesCopies(bytes: Uint8Array, row: RowPlaces): boolean {
  const { dataStart, dataEnd } = row;
  if (row.assetEnd < 0 || row.participantEnd < 0) return false;
  let at = matchText(bytes, dataStart, dataEnd, ACTION_START);
  if (at > 0) at = matchCopy(bytes, at, dataEnd, row.actionStart, row.actionEnd);
  if (at > 0) at = matchText(bytes, at, dataEnd, ASSET_START);
  if (at > 0) at = matchCopy(bytes, at, dataEnd, row.assetStart, row.assetEnd);
  if (at <= 0 || bytes[at] !== QUOTE) return false;
  const userStart = dataEnd - 2 - (row.participantEnd - row.participantStart) - USER_START.length;
  // A comma precedes the last key of the object; the last key of a nested object is followed by two braces.
  if (userStart <= at || bytes[userStart - 1] !== COMMA) return false;
  const nameStart = matchText(bytes, userStart, dataEnd, USER_START);
  if (nameStart < 0 || matchCopy(bytes, nameStart, dataEnd, row.participantStart, row.participantEnd) !== dataEnd - 2)
    return false;
  return bytes[dataEnd - 2] === QUOTE && bytes[dataEnd - 1] === BRACE;
}

function matchText(bytes: Uint8Array, at: number, end: number, text: Uint8Array): number {
  if (at + text.length > end) return -1;
  for (let n = 0; n < text.length; n++) if (bytes[at + n] !== text[n]) return -1;
  return at + text.length;
}

/** Leaves a copy with an escaped character to the JSON parser. */
function matchCopy(bytes: Uint8Array, at: number, end: number, start: number, copyEnd: number): number {
  const length = copyEnd - start;
  if (at + length > end) return -1;
  for (let n = 0; n < length; n++) {
    const byte = bytes[start + n] ?? 0;
    if (byte === QUOTE || byte === BACKSLASH || byte < 0x20 || bytes[at + n] !== byte) return -1;
  }
  return at + length;
}
