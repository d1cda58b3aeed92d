import { sql } from 'kysely';
import { DamagedPayment } from '#domains/payments/server/index.ts';
import { textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import { hexOf } from '../calls/call-rows.ts';
import { custodyAddress } from '../holders.ts';

type Row = {
  paymentId: string;
  custody: Buffer;
  address: Buffer;
  due: number;
  moved: number;
  settledIndex: number;
  action: string | null;
  data: { payment: string; reversal?: string; address: string; amount_cents: number; method_fee_cents?: number } | null;
  movedByBlocks: number;
};

/**
 * Describes by payment how the stored amounts differ from the blocks: the one that settled the payment states the account and the amount, and
 * those of cash what was moved. Rows and blocks are of one snapshot. Payments that brought nothing are left out.
 */
export async function describeAlteredDues(
  db: Database,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (paymentIds.length === 0) return new Map();
  const { rows } = await sql<Row>`
    select payment_id as "paymentId", custody_id as custody, address, due_cents as due, moved_cents as moved,
      settled_index as "settledIndex", settled.action, settled.data::json as data, coalesce(cash.moved, 0) as "movedByBlocks"
    from market_deposits join market_accounts using (custody_id) left join ledger_blocks as settled
      on settled.index = settled_index and settled.action in ('market.deposit_completed', 'market.deposit_reversed')
    cross join lateral (
      select sum((data::jsonb->>'cents')::bigint * case action when 'market.cash_received' then 1 else -1 end)::bigint as moved
      from ledger_blocks
      where action in ('market.cash_received', 'market.cash_taken_back') and data::jsonb->>'source' = payment_id
        -- Cash that a person recorded has a source of its own.
        and data::jsonb->>'user' is null
    ) as cash
    where payment_id = any(${textArray([...paymentIds])}::text[])
  `.execute(db);
  return new Map(
    rows.flatMap((row) => {
      const problem = describeAltered(row);
      return problem === undefined ? [] : [[row.paymentId, problem] as const];
    }),
  );
}

function describeAltered({ paymentId, custody, address, due, moved, action, data, movedByBlocks, settledIndex }: Row) {
  if (data === null || (data.reversal ?? data.payment) !== paymentId)
    return `block ${settledIndex} did not settle it, and its cash is stored`;
  const whole = data.amount_cents - (data.method_fee_cents ?? 0);
  const stated = [data.address, action === 'market.deposit_reversed' ? -whole : whole, movedByBlocks].join(' ');
  // The address follows from the id, so another account's id or address is found too.
  const isOwn = custodyAddress(custody) === hexOf(address);
  const kept = [isOwn ? hexOf(address) : 'an address of another id', due, moved].join(' ');
  return kept === stated ? undefined : `its cash is stored as ${kept}, and is ${stated}`;
}

/** The error for a deposit whose stored amount differs from the blocks. */
export const damagedDue = (paymentId: string, problem: string): DamagedPayment =>
  new DamagedPayment(paymentId, problem, 'deposit');
