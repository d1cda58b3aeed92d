import { sql } from 'kysely';
import {
  creditorReference,
  type PaymentRow,
  readPayments,
  readUnknownPayments,
} from '#domains/payments/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type Differences, describeDifference } from '#platform/server/differences.ts';
import { PROPERTY_TAX } from '../payments/requirements.ts';
import { readSorted } from './read-sorted.ts';

const PAYMENTS_AT_A_TIME = 500;

/** What the chain says of a payment. A block that takes one back says nothing of its method. */
type Replayed = {
  readonly id: string;
  readonly subject: string;
  readonly state: string;
  readonly amountCents: number;
  readonly openedIndex: number;
  readonly settledIndex: number | null;
  readonly method?: string;
  readonly txHash?: string | null;
  readonly reverses?: string;
  readonly byHand?: boolean;
  readonly reference?: string;
  /** What was paid of each part in cents, in the order of `partsOf`. */
  readonly paid?: string;
};

type Data = {
  action: string;
  property_id: string;
  payment: string;
  amount_cents: number;
  method_fee_cents?: number;
  method: string;
  tx_hash: string | null;
  fee_cents: number;
  interest_cents: number;
  principal_cents: number;
  credit_cents: number;
  by_hand?: true;
};

/** Compares every payment of property tax with the blocks that opened, completed, closed and took it back. */
export async function comparePayments(db: Database, differences: Differences): Promise<void> {
  let after = '';
  let chunk: Replayed[] = [];
  const compareChunk = async (upTo: string | undefined) => {
    const ids = chunk.map(({ id }) => id);
    const kept = new Map((await readPayments(db, ids)).map((payment) => [payment.paymentId, payment]));
    for (const { id, ...replayed } of chunk) {
      const payment = kept.get(id);
      const problem = describeDifference(payment && { ...payment, paid: partsOf(payment) }, replayed);
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

const parts = ['fee', 'interest', 'principal', 'credit', 'method_fee'] as const;
const partsOf = ({ allocations }: PaymentRow): string =>
  parts.map((part) => allocations.reduce((sum, one) => sum + (one.part === part ? one.cents : 0), 0)).join();

/** The reference of a transfer follows from its id. Money that nobody announced has none. */
const referenceOf = (id: string) => creditorReference(id.slice('pay_'.length).toUpperCase());

/** Yields the payments on the chain by their ids. */
async function* readReplayed(db: Database): AsyncGenerator<Replayed> {
  const blocks = sql<{ id: string; index: number; data: string }>`
    select coalesce(data::jsonb->>'reversal', data::jsonb->>'payment') as id, index, data from ledger_blocks
    where domain = 'registry' and domain <> 'trace' and action in (
      'registry.payment_opened', 'registry.tax_paid', 'registry.payment_failed', 'registry.payment_reversed'
    )
    order by 1, index
  `;
  for await (const own of readSorted(db, blocks)) {
    let payment: Replayed | undefined;
    for (const { id, index, data } of own) payment = apply(payment, id, index, JSON.parse(data) as Data);
    if (payment !== undefined) yield payment;
  }
}

function apply(payment: Replayed | undefined, id: string, index: number, data: Data): Replayed {
  const { property_id: subject, amount_cents: amountCents, method } = data;
  const before = { id, subject, openedIndex: payment?.openedIndex ?? index };
  switch (data.action) {
    case 'registry.payment_opened':
      return {
        ...before,
        state: 'pending',
        amountCents,
        settledIndex: null,
        method,
        ...(method === 'bank' ? { reference: referenceOf(id) } : {}),
      };
    case 'registry.tax_paid':
      return {
        ...before,
        state: 'completed',
        amountCents,
        settledIndex: index,
        method,
        txHash: data.tx_hash,
        ...(payment?.reference === undefined ? {} : { reference: payment.reference }),
        paid: [
          data.fee_cents,
          data.interest_cents,
          data.principal_cents,
          data.credit_cents,
          data.method_fee_cents ?? 0,
        ].join(),
      };
    case 'registry.payment_failed':
      return {
        ...before,
        state: 'failed',
        amountCents,
        settledIndex: index,
        ...(payment?.method === undefined ? {} : { method: payment.method }),
      };
    default:
      return {
        ...before,
        state: 'completed',
        amountCents: -amountCents,
        settledIndex: index,
        reverses: data.payment,
        byHand: data.by_hand === true,
      };
  }
}
