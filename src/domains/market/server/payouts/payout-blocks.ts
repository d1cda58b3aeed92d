import { sql } from 'kysely';
import { readBlocksAt } from '#domains/ledger/server/index.ts';
import { AppError, unavailable } from '#platform/contract/errors.ts';
import { present } from '#platform/contract/present.ts';
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

/** What the block of a request states about a payout. */
export type Asked = {
  readonly requestedIndex: number;
  readonly cents: number;
  readonly address: `0x${string}`;
};

/**
 * Returns what the block of the request states about a payout.
 *
 * @throws PayoutDiffers if the row differs
 */
export async function requireAsked(db: Database, row: PayoutRow): Promise<Asked> {
  const asked = present((await readAsked(db, [row]))[0], 'There is one for each');
  if (asked instanceof PayoutDiffers) throw asked;
  return asked;
}

/** Returns what the blocks of the requests state about payouts, or that the row differs. */
export async function readAsked(db: Database, rows: readonly PayoutRow[]): Promise<(Asked | PayoutDiffers)[]> {
  const blocks = await readBlocksAt(
    db,
    rows.map(({ requestedIndex }) => requestedIndex),
  );
  const statedAt = new Map(blocks.map(({ index, data }) => [index, data as Readonly<Record<string, unknown>>]));
  return rows.map(({ payoutId, requestedIndex, cents, address }) => {
    const said = statedAt.get(requestedIndex);
    const kept = { address: hexOf(address), cents };
    const isSame =
      said?.['action'] === 'market.cash_paid_out' &&
      said['payout'] === payoutId &&
      said['cents'] === kept.cents &&
      said['address'] === kept.address;
    return isSame ? { ...kept, requestedIndex } : new PayoutDiffers(payoutId);
  });
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
