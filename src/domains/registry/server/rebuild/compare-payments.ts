import { sql } from 'kysely';
import { readPayments, readUnknownPayments } from '#domains/payments/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type Differences, describeDifference } from '#platform/server/differences.ts';
import { applyPaymentBlock, keptOf, type PaymentData, type ReplayedPayment } from '../payments/replay-payment.ts';
import { PROPERTY_TAX } from '../payments/requirements.ts';
import { readSorted } from './read-sorted.ts';

const PAYMENTS_AT_A_TIME = 500;

/** Compares every payment of property tax with the blocks that opened, completed, closed and took it back. */
export async function comparePayments(db: Database, differences: Differences): Promise<void> {
  let after = '';
  let chunk: ReplayedPayment[] = [];
  const compareChunk = async (upTo: string | undefined) => {
    const ids = chunk.map(({ id }) => id);
    const kept = new Map((await readPayments(db, ids)).map((payment) => [payment.paymentId, payment]));
    for (const { id, ...replayed } of chunk) {
      const payment = kept.get(id);
      const problem = describeDifference(payment && keptOf(payment), replayed);
      if (problem !== undefined) differences.add('payments', `${id}: ${problem}`);
    }
    for (const id of await readUnknownPayments(db, { kind: PROPERTY_TAX, known: ids, after, upTo }))
      differences.add('payments', `${id} is not on the chain`);
    after = upTo ?? after;
    chunk = [];
  };
  for await (const payment of readReplayed(db)) {
    chunk.push(payment);
    if (chunk.length >= PAYMENTS_AT_A_TIME) await compareChunk(payment.id);
  }
  await compareChunk(undefined);
}

/** Yields the payments on the chain by their ids. */
async function* readReplayed(db: Database): AsyncGenerator<ReplayedPayment> {
  const blocks = sql<{ id: string; index: number; timestamp: number; data: string }>`
    select coalesce(data::jsonb->>'reversal', data::jsonb->>'payment') as id, index, timestamp, data from ledger_blocks
    where domain = 'registry' and domain <> 'trace' and action in (
      'registry.payment_opened', 'registry.tax_paid', 'registry.payment_failed', 'registry.payment_reversed'
    )
    order by 1, index
  `;
  for await (const own of readSorted(db, blocks)) {
    let payment: ReplayedPayment | undefined;
    for (const { id, index, timestamp, data } of own)
      payment = applyPaymentBlock(payment, id, { index, at: timestamp * 1000 }, JSON.parse(data) as PaymentData);
    if (payment !== undefined) yield payment;
  }
}
