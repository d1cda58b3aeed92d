import { sql } from 'kysely';
import type { PaymentMethod } from '#domains/payments/contract.ts';
import { AppError, unavailable } from '#platform/contract/errors.ts';
import { textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type PaymentRow, type StoredPayment, selected, toPayment } from './payments.ts';

/** A block about a payment; `timestamp` in seconds since the epoch. */
export type PaymentBlock = {
  readonly index: number;
  readonly timestamp: number;
  readonly data: {
    readonly action: string;
    readonly payment: string;
    readonly reversal?: string;
    readonly reverses?: string;
    readonly method?: PaymentMethod;
    readonly amount_cents: number;
  };
};

/** A stored payment, and every block about it in order: blocks that opened, settled or closed it, took it back, or made it count. */
export type PaymentWithBlocks = { readonly payment: PaymentRow; readonly blocks: readonly PaymentBlock[] };

/**
 * Reads these payments with their blocks in one statement, so that both have the same snapshot. An entry that took a payment back is found
 * by the block that its row names, and comes with the blocks of that payment.
 */
export async function readPaymentsWithBlocks(
  db: Database,
  paymentIds: readonly string[],
): Promise<PaymentWithBlocks[]> {
  if (paymentIds.length === 0) return [];
  const { rows } = await sql<StoredPayment & { blocks: PaymentBlock[] }>`
    select stored.*, coalesce(about.blocks, '[]') as blocks
    from (${selected} where payment_id = any(${textArray([...paymentIds])}::text[])) as stored, lateral (
      select json_agg(json_build_object('index', index, 'timestamp', timestamp, 'data', data::json) order by index) as blocks
      from (
        select index, timestamp, data from ledger_blocks
        where domain <> 'trace' and action ~ '^[a-z][a-z0-9]*[.]' and data like '%"payment":%'
          and coalesce(data::jsonb->>'reverses', data::jsonb->>'payment') = any(array[stored.payment_id, stored.reverses])
        union
        select index, timestamp, data from ledger_blocks where index = stored.opened_index and domain <> 'trace'
      ) as found
    ) as about
  `.execute(db);
  return rows.map(({ blocks, ...row }) => ({ payment: toPayment(row), blocks }));
}

/** Returns the blocks that determine the state of a payment or an entry. */
export const ownBlocks = <Block extends PaymentBlock>(paymentId: string, blocks: readonly Block[]): Block[] =>
  blocks.filter(({ data }) => (data.reversal ?? data.payment) === paymentId);

/** Returns the cents that blocks took back of a payment, or made count again of an entry. */
export const reversedBy = (paymentId: string, blocks: readonly PaymentBlock[]): number =>
  blocks.reduce((sum, { data }) => {
    const target = data.reversal === undefined ? data.reverses : data.payment;
    return target === paymentId ? sum + data.amount_cents : sum;
  }, 0);

/** Returns the method of a payment as its blocks state it. A block that takes one back names none. */
export const methodOf = (paymentId: string | null, blocks: readonly PaymentBlock[]): PaymentMethod | undefined =>
  blocks.find(({ data }) => data.payment === paymentId && data.method !== undefined)?.data.method;

/** Thrown if a payment differs from its blocks: nothing is recorded about it, because money follows the blocks. */
export class DamagedPayment extends AppError {
  constructor(paymentId: string, problem: string, one = 'payment') {
    super(unavailable, `The stored record of this ${one} differs from the blocks, so nothing is recorded.`, {
      hint: 'Compare the records with the blocks: cairn rebuild --check.',
      cause: new Error(`The ${one} ${paymentId}: ${problem}`),
    });
  }
}
