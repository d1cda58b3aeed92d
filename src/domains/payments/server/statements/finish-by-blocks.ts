import type { Database } from '#platform/server/database/database.ts';
import { findOrCloseKey } from '#platform/server/database/idempotency-keys.ts';
import { DamagedLine, readLineBlocks } from '../line-uses.ts';
import { readPayments } from '../payments.ts';
import type { LineRow } from './bank-lines.ts';
import { keyOf, type Outcome, releaseLine, storeOutcomes } from './line-decisions.ts';

/**
 * Ends a person's decision that was not carried out within its request: a line whose money a block moved gets the outcome of the block, and
 * any other line waits for a person again. The key of the decision is closed, so a request that is still in flight is refused.
 */
export async function reopenDecision(database: Database, line: LineRow): Promise<void> {
  await findOrCloseKey(database, keyOf(line));
  if (await storeByBlocks(database, line)) return;
  const [arrived] = await readLineBlocks(database, [line.lineId]);
  if (arrived?.does !== 'enters') throw new DamagedLine(line.lineId);
  await releaseLine(database, { ...line, suspenseIndex: arrived.index });
}

/** Stores the outcome of a line from the last block that moved its money. Reports whether a block settled its act. */
export async function storeByBlocks(database: Database, line: LineRow): Promise<boolean> {
  const outcome = await outcomeByBlocks(database, line);
  if (outcome === undefined) return false;
  await storeOutcomes(database, [outcome]);
  return true;
}

async function outcomeByBlocks(
  database: Database,
  { lineId, round, fromSuspense }: LineRow,
): Promise<Outcome | undefined> {
  const blocks = await readLineBlocks(database, [lineId]);
  const last = blocks.at(-1);
  if (last === undefined || (fromSuspense && last.does === 'enters')) return undefined;
  const { paymentId, index } = last;
  const of = { lineId, round, paymentId, blockIndex: index, suspenseIndex: null };
  if (last.does === 'enters') return { ...of, state: 'suspense', suspenseIndex: index };
  if (paymentId === null) return { ...of, state: 'returned' };
  const [payment] = await readPayments(database, [paymentId]);
  return { ...of, state: payment?.openedIndex === index ? 'credited' : 'settled' };
}
