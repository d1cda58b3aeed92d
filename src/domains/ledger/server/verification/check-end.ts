import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import { type ChainFault, show } from './check-blocks.ts';

/**
 * Returns the fault at the end of the chain: a missing tail (`signed` blocks were signed), a block after the head, or
 * a head with another hash than its last block. Reads in one statement, so that a concurrent append causes no false
 * alarm.
 */
export async function findFaultAtEnd(db: Database, signed: number): Promise<ChainFault | undefined> {
  const { rows } = await sql<{ length: number; hash: Buffer; last: number | null; last_hash: Buffer | null }>`
    select head.length, head.hash, last.index as last, last.hash as last_hash from ledger_head as head
    left join lateral (select index, hash from blocks order by index desc limit 1) as last on true
  `.execute(db);
  const [end] = rows;
  if (end === undefined) return { index: 0, message: 'The head of the chain is missing.' };
  const stored = (end.last ?? -1) + 1;
  if (stored < signed) return missing(stored, `${show(signed)} blocks were signed for.`);
  if (stored < end.length) return missing(stored, `the chain's head says that there are ${show(end.length)}.`);
  if (stored > end.length)
    return {
      index: end.length,
      message: `Block ${show(end.length)} stands behind the end of the chain, which its head says it has.`,
    };
  if (end.last_hash !== null && !end.last_hash.equals(end.hash))
    return { index: stored - 1, message: `The chain's head names another hash than block ${show(stored - 1)} has.` };
  return undefined;
}

const missing = (index: number, why: string): ChainFault => ({
  index,
  message: `Block ${show(index)} is missing: ${why}`,
});
