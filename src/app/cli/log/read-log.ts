import { decodeEntryBundle, decodeTile, ProofError, TILE_WIDTH, tileWidth } from '@cairn/ledger-proof';
import type { LogEntry, LogSource } from './log-source.ts';

/** Bundles to prefetch: enough to hide network latency, with a few megabytes of memory at most. */
const AHEAD = 6;

/** A log that does not return a block that its checkpoint covers, or returns it in an unreadable form. */
export class LogGap extends Error {
  readonly index: number;

  constructor(index: number, message: string) {
    super(message);
    this.name = 'LogGap';
    this.index = index;
  }
}

/**
 * Yields the entries of a log of `size` blocks in order, with the hashes stored for them, in constant memory.
 * @throws LogGap for the first missing block; other errors of the source pass through
 */
export async function* readLog(source: LogSource, size: bigint): AsyncGenerator<LogEntry> {
  const underWay: Promise<LogEntry[]>[] = [];
  const count = (size + BigInt(TILE_WIDTH) - 1n) / BigInt(TILE_WIDTH);
  for (let index = 0n; index < count || underWay.length > 0; index++) {
    if (index < count) {
      const reading = readBundle(source, index, tileWidth(0, index, size));
      // Awaited later; until then a rejection must not count as unhandled.
      reading.catch(() => undefined);
      underWay.push(reading);
      if (underWay.length < AHEAD && index + 1n < count) continue;
    }
    yield* (await underWay.shift()) ?? [];
  }
}

async function readBundle(source: LogSource, index: bigint, width: number): Promise<LogEntry[]> {
  const [bundle, tile] = await Promise.all([source.entries(index, width), source.hashes(index, width)]);
  if (bundle === undefined || tile === undefined) {
    const first = Number(index) * TILE_WIDTH + (await countGiven(source, index, width));
    throw new LogGap(first, 'it is missing, although the checkpoint covers it');
  }
  try {
    const hashes = decodeTile(tile, width);
    return decodeEntryBundle(bundle, width).map((entry, i) => ({ entry, keptHash: hashes[i] ?? new Uint8Array() }));
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    throw new LogGap(Number(index) * TILE_WIDTH, `its entry cannot be read: ${error.message}`);
  }
}

/**
 * Returns how many entries at the start of a bundle the log has: it serves a partial bundle only if it has all of its
 * entries.
 */
async function countGiven(source: LogSource, index: bigint, width: number): Promise<number> {
  let given = 0;
  let missing = width;
  while (missing - given > 1) {
    const middle = Math.floor((given + missing) / 2);
    const parts = await Promise.all([source.entries(index, middle), source.hashes(index, middle)]);
    if (parts.includes(undefined)) missing = middle;
    else given = middle;
  }
  return given;
}
