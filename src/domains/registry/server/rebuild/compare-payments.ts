import { sql } from 'kysely';
import {
  creditorReference,
  type PaymentRow,
  readPayments,
  readUnknownPayments,
  subjectsOf,
} from '#domains/payments/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type Differences, describeDifference } from '#platform/server/differences.ts';
import { PROPERTY_TAX } from '../payments/requirements.ts';
import type { Position } from '../registry-state.ts';
import { readSorted } from './read-sorted.ts';

const PAYMENTS_AT_A_TIME = 500;

/** What the chain says of a payment. A block that takes one back says nothing of its method. */
type Replayed = {
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  /** All that it is for. */
  readonly subjects: string;
  readonly state: string;
  readonly amountCents: number;
  readonly openedIndex: number;
  readonly openedAt: number;
  readonly settledIndex: number | null;
  readonly settledAt: number | null;
  readonly paidOn: string | null;
  readonly method?: string;
  readonly txHash: string | null;
  readonly reverses: string | null;
  readonly byHand: boolean;
  readonly reference: string | null;
  /** Lines for something else, or of the other sign. */
  readonly strangeLines: number;
  readonly methodFeePaid: number;
  /** What was paid of each part in cents, in the order of `partsOf`. */
  readonly paid?: string;
};

type Data = {
  action: string;
  others?: readonly string[];
  parts?: readonly { readonly property_id: string }[];
  reverses?: string;
  property_id: string;
  payment: string;
  amount_cents: number;
  method_fee_cents?: number;
  method: string;
  tx_hash: string | null;
  paid_on?: string;
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

const parts = ['fee', 'interest', 'principal', 'credit', 'method_fee'] as const;
const sumOf = ({ allocations }: PaymentRow, part: string) =>
  allocations.reduce((sum, one) => sum + (one.part === part ? one.cents : 0), 0);
const partsOf = (payment: PaymentRow): string => parts.map((part) => sumOf(payment, part)).join();

/** What is stored of a payment, in the form of what is replayed. */
const keptOf = (payment: PaymentRow) => {
  const subjects = subjectsOf(payment);
  const sign = Math.sign(payment.amountCents);
  return {
    ...payment,
    // The reference of a digital payment is random, and for its payer alone.
    reference: payment.method === 'bank' ? payment.reference : null,
    subjects: subjects.toSorted().join(),
    paid: partsOf(payment),
    strangeLines: payment.allocations.filter(
      (one) => Math.sign(one.cents) !== sign || !subjects.includes(one.subject ?? payment.subject),
    ).length,
    methodFeePaid: sumOf(payment, 'method_fee'),
  };
};

/** The reference of a transfer follows from its id. Money that nobody announced has none. */
const referenceOf = (id: string) => creditorReference(id.slice('pay_'.length).toUpperCase());

/** Yields the payments on the chain by their ids. */
async function* readReplayed(db: Database): AsyncGenerator<Replayed> {
  const blocks = sql<{ id: string; index: number; timestamp: number; data: string }>`
    select coalesce(data::jsonb->>'reversal', data::jsonb->>'payment') as id, index, timestamp, data from ledger_blocks
    where domain = 'registry' and domain <> 'trace' and action in (
      'registry.payment_opened', 'registry.tax_paid', 'registry.payment_failed', 'registry.payment_reversed'
    )
    order by 1, index
  `;
  for await (const own of readSorted(db, blocks)) {
    let payment: Replayed | undefined;
    for (const { id, index, timestamp, data } of own)
      payment = apply(payment, id, { index, at: timestamp * 1000 }, JSON.parse(data) as Data);
    if (payment !== undefined) yield payment;
  }
}

function apply(payment: Replayed | undefined, id: string, { index, at }: Position, data: Data): Replayed {
  const { property_id: subject, amount_cents: amountCents, method } = data;
  const before = {
    ...{ id, kind: PROPERTY_TAX, subject, subjects: subjectsIn(data) },
    openedIndex: payment?.openedIndex ?? index,
    openedAt: payment?.openedAt ?? at,
    ...{ settledIndex: index, settledAt: at, amountCents, txHash: null, reverses: null, byHand: false, paidOn: null },
    ...{ reference: payment?.reference ?? null, strangeLines: 0, methodFeePaid: 0 },
  };
  switch (data.action) {
    case 'registry.payment_opened':
      return {
        ...before,
        ...{ state: 'pending', settledIndex: null, settledAt: null, method, paid: NOTHING },
        reference: method === 'bank' ? referenceOf(id) : null,
      };
    case 'registry.tax_paid':
      return { ...before, ...paidBy(data) };
    case 'registry.payment_failed':
      return {
        ...before,
        ...{ state: 'failed', paid: NOTHING },
        ...(payment?.method === undefined ? {} : { method: payment.method }),
      };
    default:
      return {
        ...before,
        state: 'completed',
        amountCents: -amountCents,
        reverses: data.payment,
        byHand: data.by_hand === true,
        methodFeePaid: 0 - (data.method_fee_cents ?? 0),
      };
  }
}

const NOTHING = parts.map(() => 0).join();

function paidBy(data: Data) {
  const { method, tx_hash: txHash, fee_cents, interest_cents, principal_cents, credit_cents } = data;
  const methodFeePaid = data.method_fee_cents ?? 0;
  return {
    ...{ state: 'completed', method, txHash, methodFeePaid },
    reverses: data.reverses ?? null,
    paidOn: data.paid_on ?? null,
    byHand: data.by_hand === true,
    paid: [fee_cents, interest_cents, principal_cents, credit_cents, methodFeePaid].join(),
  };
}

/** A block names either the other parcels of a payment, or what it paid of each. */
const subjectsIn = ({ property_id, others = [], parts: paid = [] }: Data): string =>
  [...new Set([property_id, ...others, ...paid.map((part) => part.property_id)])].toSorted().join();
