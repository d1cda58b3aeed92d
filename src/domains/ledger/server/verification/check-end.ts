import { sql } from 'kysely';
import { counted } from '#platform/contract/counted.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type ChainFault, show } from './check-blocks.ts';

/** The clocks of servers differ by less than this. */
const CLOCK_AHEAD_SECONDS_MAX = 300;

type EndRow = {
  length: number;
  hash: Buffer;
  timestamp: number;
  last: number | null;
  last_hash: Buffer | null;
  last_timestamp: number | null;
};

/**
 * Returns the fault at the end of the chain: a missing tail (checkpoints cover `covered` blocks, and this server has
 * signed `recorded`), a block after the head, a head with another hash or time than its last block, or a time in the
 * future. Reads in one statement, so that a concurrent append causes no false alarm.
 */
export async function findFaultAtEnd(
  db: Database,
  clock: Clock,
  covered: number,
  recorded: number,
): Promise<ChainFault | undefined> {
  const { rows } = await sql<EndRow>`
    select head.length, head.hash, head.timestamp,
      last.index as last, last.hash as last_hash, last.timestamp as last_timestamp from ledger_head as head
    left join lateral (select index, hash, timestamp from blocks order by index desc limit 1) as last on true
  `.execute(db);
  const [end] = rows;
  if (end === undefined) return { index: 0, message: 'The head of the chain is missing.' };
  const stored = (end.last ?? -1) + 1;
  const signed = Math.max(covered, recorded);
  if (stored < signed)
    return {
      ...missingTail(stored, signed),
      ...(stored < recorded ? { conflict: true as const } : {}),
    };
  if (stored < end.length) return missing(stored, `the chain's head states that there are ${show(end.length)}.`);
  if (stored > end.length)
    return {
      index: end.length,
      message: `Block ${show(end.length)} is stored after the end of the chain that its head states.`,
    };
  if (end.last_hash !== null && !end.last_hash.equals(end.hash))
    return {
      index: stored - 1,
      message: `The hash in the chain's head differs from that of block ${show(stored - 1)}.`,
    };
  if (end.last_timestamp !== null && end.last_timestamp !== end.timestamp)
    return {
      index: stored - 1,
      message: `The time in the chain's head differs from that of block ${show(stored - 1)}.`,
    };
  const ahead = end.timestamp - Math.floor(clock() / 1000);
  if (ahead > CLOCK_AHEAD_SECONDS_MAX)
    return {
      index: stored - 1,
      message: `Block ${show(stored - 1)} is dated ${counted(ahead, 'second')} in the future. Check this server's clock first.`,
    };
  return undefined;
}

/** Returns the fault of a chain of `stored` blocks, of which `signed` are covered by a checkpoint. */
export const missingTail = (stored: number, signed: number): ChainFault =>
  missing(stored, `a signed checkpoint covers ${counted(signed, 'block')}.`);

const missing = (index: number, why: string): ChainFault => ({
  index,
  message: `Block ${show(index)} is missing: ${why}`,
});
