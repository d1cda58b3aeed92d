import { sql } from 'kysely';
import { readBlocksAt } from '#domains/ledger/server/index.ts';
import { AppError, unavailable } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import { hexOf } from '../calls/call-rows.ts';
import type { PayoutRow } from './payout-row.ts';

/** The refusal to decide a payout that differs from the blocks or the network. */
export class PayoutDiffers extends AppError {
  constructor(payoutId: string, problem = 'its row differs') {
    super(unavailable, 'The payout differs from the blocks or the network. Transfer nothing. Nothing was recorded.', {
      hint: 'Compare the records with the blocks: cairn rebuild --check.',
      cause: new Error(`The payout ${payoutId} differs from its blocks or the network: ${problem}`),
    });
  }
}

/**
 * Returns what the block of the request states about a payout.
 *
 * @throws PayoutDiffers if the row differs
 */
export async function readAsked(
  db: Database,
  { payoutId, requestedIndex, cents, address }: PayoutRow,
): Promise<{ readonly cents: number; readonly address: `0x${string}` }> {
  const [block] = await readBlocksAt(db, [requestedIndex]);
  const said = block?.data as Readonly<Record<string, unknown>> | undefined;
  const kept = { address: hexOf(address), cents };
  const isSame =
    said?.['action'] === 'market.cash_paid_out' &&
    said['payout'] === payoutId &&
    said['cents'] === kept.cents &&
    said['address'] === kept.address;
  if (!isSame) throw new PayoutDiffers(payoutId);
  return kept;
}

/** Finds the block that decided a payout, without relying on its row. Reads the decisions since the request. */
export async function findDecision(
  db: Database,
  { payoutId, requestedIndex }: PayoutRow,
): Promise<{ readonly index: number; readonly state: string; readonly user: string } | undefined> {
  const { rows } = await sql<{ index: number; state: string; user: string }>`
    select index, replace(action, 'market.payout_', '') as state, data::jsonb->>'user' as user from ledger_blocks
    where action in ('market.payout_sent', 'market.payout_returned') and index > ${requestedIndex}
      and data::jsonb->>'payout' = ${payoutId}
    order by index limit 1
  `.execute(db);
  return rows[0];
}
