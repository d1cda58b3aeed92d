import {
  creditorReference,
  DamagedPayment,
  methodOf,
  ownBlocks,
  type PaymentRow,
  type PaymentWithBlocks,
  readPaymentsWithBlocks,
  reversedBy,
  subjectsOf,
} from '#domains/payments/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import { describeDifference } from '#platform/server/differences.ts';
import type { Position } from '../registry-state.ts';
import { PROPERTY_TAX } from './requirements.ts';

/**
 * Describes how a stored payment differs from its blocks, or returns undefined. `cairn rebuild --check` makes the same comparison for all
 * payments; this one also counts what later blocks took back.
 */
function describeAltered({ payment, blocks }: PaymentWithBlocks): string | undefined {
  const { paymentId } = payment;
  let replayed: ReplayedPayment | undefined;
  for (const { index, timestamp, data } of ownBlocks(paymentId, blocks))
    if (data.action.startsWith('registry.'))
      replayed = applyPaymentBlock(replayed, paymentId, { index, at: timestamp * 1000 }, data as PaymentData);
  if (replayed === undefined) return 'is not on the chain';
  const { id: _, ...stated } = replayed;
  const method = replayed.method ?? methodOf(payment.reverses, blocks);
  return describeDifference(keptOf(payment), {
    ...stated,
    ...(method === undefined ? {} : { method }),
    reversedCents: reversedBy(paymentId, blocks),
  });
}

/** Reads payments for the rules, each with its difference from its blocks. */
export const readCompared = async (db: Database, paymentIds: readonly string[]) =>
  (await readPaymentsWithBlocks(db, paymentIds)).map((one) => ({
    payment: one.payment,
    problem: describeAltered(one),
  }));

/**
 * Refuses payments whose rows differ from their blocks, before money moves elsewhere.
 *
 * @throws DamagedPayment
 */
export async function requireUnaltered(db: Database, paymentIds: readonly string[]): Promise<void> {
  for (const { payment, problem } of await readCompared(db, paymentIds))
    if (problem !== undefined) throw new DamagedPayment(payment.paymentId, problem);
}

/** A payment replayed from the chain. A block that takes a payment back does not state its method. */
export type ReplayedPayment = {
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  /** All its subjects. */
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
  /** The number of lines for another subject, or of the other sign. */
  readonly strangeLines: number;
  readonly methodFeePaid: number;
  /** What was paid of each part in cents, in the order of `partsOf`. */
  readonly paid?: string;
};

/** What the blocks of payments state. A block has only some of these. */
export type PaymentData = {
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

const parts = ['fee', 'interest', 'principal', 'credit', 'method_fee'] as const;
const sumOf = ({ allocations }: PaymentRow, part: string) =>
  allocations.reduce((sum, one) => sum + (one.part === part ? one.cents : 0), 0);
const partsOf = (payment: PaymentRow): string => parts.map((part) => sumOf(payment, part)).join();

/** Returns the stored payment in the form of a replayed one. */
export const keptOf = (payment: PaymentRow) => {
  const subjects = subjectsOf(payment);
  const sign = Math.sign(payment.amountCents);
  return {
    ...payment,
    // The reference of a digital payment is random, and only for its payer.
    reference: payment.method === 'bank' ? payment.reference : null,
    subjects: subjects.toSorted().join(),
    paid: partsOf(payment),
    strangeLines: payment.allocations.filter(
      (one) => Math.sign(one.cents) !== sign || !subjects.includes(one.subject ?? payment.subject),
    ).length,
    methodFeePaid: sumOf(payment, 'method_fee'),
  };
};

/** Returns the reference of a transfer, which follows from its id. Unannounced money has none. */
const referenceOf = (id: string) => creditorReference(id.slice('pay_'.length).toUpperCase());

/** Returns the state of a payment after another of its blocks. */
export function applyPaymentBlock(
  payment: ReplayedPayment | undefined,
  id: string,
  { index, at }: Position,
  data: PaymentData,
): ReplayedPayment {
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

function paidBy(data: PaymentData) {
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

/** Returns the subjects in a block, which names either the other parcels of a payment or what it paid for each. */
const subjectsIn = ({ property_id, others = [], parts: paid = [] }: PaymentData): string =>
  [...new Set([property_id, ...others, ...paid.map((part) => part.property_id)])].toSorted().join();
