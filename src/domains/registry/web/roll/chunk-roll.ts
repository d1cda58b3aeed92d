import { ROLL_CHUNK_MAX } from '#domains/registry/contract.ts';
import type { RollRow } from './read-roll.ts';

/** The maximum size of a request's body, well below the server's limit. */
const CHUNK_BYTES = 180_000;

const bytesOf = (row: RollRow) => new TextEncoder().encode(JSON.stringify(row.parcel)).length + 1;

/** Cuts a roll into requests: in order, without gaps, each within the limits of the server. */
export function chunkRoll(rows: readonly RollRow[]): RollRow[][] {
  const chunks: RollRow[][] = [];
  let [chunk, bytes]: [RollRow[], number] = [[], 0];
  for (const row of rows) {
    const size = bytesOf(row);
    if (chunk.length > 0 && (chunk.length === ROLL_CHUNK_MAX || bytes + size > CHUNK_BYTES)) {
      chunks.push(chunk);
      [chunk, bytes] = [[], 0];
    }
    chunk.push(row);
    bytes += size;
  }
  return chunk.length === 0 ? chunks : [...chunks, chunk];
}
