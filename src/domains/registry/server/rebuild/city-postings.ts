import type { PaymentMethod } from '#domains/payments/contract.ts';
import type { Posting } from '#domains/payments/server/index.ts';
import { clearing, expected, methodFees } from '../payments/books-of-property.ts';

type Correction = { readonly before_cents: number; readonly total_cents: number };

type LateCharges = { readonly penalty_cents: number; readonly interest_cents: number };

/** The fields of a block about money. A block has only some of these. */
export type EntryData = Correction & {
  readonly action: string;
  readonly penalty_cents: number;
  readonly interest_cents: number;
  readonly bills: readonly Correction[];
  readonly payment: string;
  readonly reversal?: string;
  readonly method: PaymentMethod;
  readonly amount_cents: number;
  readonly method_fee_cents?: number;
  readonly line?: string;
  readonly lifted?: readonly LateCharges[];
};

export type Waiting = {
  /** Announced payments that have not arrived. */
  readonly announced: Map<string, { readonly method: PaymentMethod; readonly cents: number }>;
  /** The account in which money waited until it was assigned. */
  readonly suspended: ReadonlyMap<string, string>;
};

/**
 * Returns the postings of a block of the registry to accounts that belong to no parcel. Blocks come in order. `methodOf` returns the
 * method of a reversal, which its block does not state.
 */
export function cityPostings(
  data: EntryData,
  { announced, suspended }: Waiting,
  methodOf: (paymentId: string) => PaymentMethod | 'unknown',
): Posting[] {
  const { amount_cents: amount, method_fee_cents: fee = 0, payment } = data;
  const arrived = () => {
    const one = announced.get(payment);
    announced.delete(payment);
    return one === undefined ? [] : [{ account: expected(one.method), cents: -one.cents }];
  };
  switch (data.action) {
    case 'registry.tax_levied':
      return [{ account: 'revenue:tax', cents: -data.total_cents }];
    case 'registry.bill_corrected':
      return [{ account: 'revenue:tax', cents: -differenceOf(data) }];
    case 'registry.appeal_granted':
      return data.bills.map((bill) => ({ account: 'revenue:tax', cents: -differenceOf(bill) }));
    case 'registry.tax_charged':
      return lateCharges('revenue', data, -1);
    case 'registry.charges_waived':
      return lateCharges('waived', data, 1);
    case 'registry.payment_opened':
      announced.set(payment, { method: data.method, cents: amount });
      return [{ account: expected(data.method), cents: amount }];
    case 'registry.payment_failed':
      return arrived();
    case 'registry.tax_paid': {
      const from = data.line === undefined ? clearing(data.method) : (suspended.get(data.line) ?? clearing('bank'));
      return [
        { account: from, cents: amount },
        { account: methodFees(data.method), cents: -fee },
        ...(data.lifted ?? []).flatMap((one) => lateCharges('revenue', one, 1)),
        ...arrived(),
      ];
    }
    case 'registry.payment_reversed': {
      const method = methodOf(data.reversal ?? '') as PaymentMethod;
      return [
        { account: clearing(method), cents: -amount },
        { account: methodFees(method), cents: fee },
      ];
    }
    default:
      return [];
  }
}

const differenceOf = ({ before_cents, total_cents }: Correction) => total_cents - before_cents;

const lateCharges = (of: 'revenue' | 'waived', data: LateCharges, sign: 1 | -1): Posting[] => [
  { account: `${of}:penalty`, cents: sign * data.penalty_cents },
  { account: `${of}:interest`, cents: sign * data.interest_cents },
];
