import { paymentSettled } from '#domains/payments/contract.ts';
import { type Allocation, balanced, move, type PaymentRow } from '#domains/payments/server/index.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import { formatCents } from '#platform/contract/money.ts';
import { registryBlockTypes } from '../registry-block-types.ts';
import type { Change, ParcelState, Position, RegistryRequest } from '../registry-state.ts';
import { takeBack } from './allocate.ts';
import { books, clearing } from './books-of-property.ts';
import { requireParcel, requirePayment, withBills } from './requirements.ts';
import { settle } from './settle-payment.ts';

export type NewReversal = {
  readonly paymentId: string;
  readonly reversalId: string;
  readonly propertyId: string;
  /** Undefined: all of it that was not taken back yet. */
  readonly cents: number | undefined;
  readonly reason: string;
  readonly user: string | undefined;
};

/**
 * Returns the request that takes back a completed payment, or a part of it, by a new entry. What it had paid is open again.
 * Taking back a reversal pays the amount again: the oldest bill first, as bills are by then.
 */
export const reversePayment = (reversal: NewReversal): RegistryRequest => ({
  propertyIds: [reversal.propertyId],
  paymentIds: [reversal.paymentId],
  judge(view, position) {
    const payment = requirePayment(view, reversal.paymentId);
    const left = Math.abs(payment.amountCents) - payment.reversedCents;
    if (payment.state !== 'completed' || left === 0)
      throw new AppError(paymentSettled, `The payment ${reversal.paymentId} cannot be taken back.`, {
        hint: 'Only a completed payment that was not taken back yet can.',
      });
    const cents = reversal.cents ?? left;
    if (cents > left) throw tooMuch(cents, left);
    const parcel = requireParcel(view, reversal.propertyId);
    const act = payment.amountCents < 0 ? payAgain : giveBack;
    const change = act(parcel, payment, cents, reversal, position);
    const taken = { ...payment, reversedCents: payment.reversedCents + cents };
    return { ...change, payments: [taken, ...(change.payments ?? [])] };
  },
});

function giveBack(
  parcel: ParcelState,
  payment: PaymentRow,
  cents: number,
  reversal: NewReversal,
  position: Position,
): Change {
  const allocations = nextToReturn(payment.allocations, payment.reversedCents, cents);
  const { bills, creditCents } = takeBack(parcel.bills, parcel.creditCents, allocations);
  const credit = parcel.creditCents - creditCents;
  const account = books(parcel.facts.propertyId);
  return {
    draft: registryBlockTypes.draft({
      action: 'registry.payment_reversed',
      ...(reversal.user === undefined ? {} : { user: reversal.user }),
      property_id: parcel.facts.propertyId,
      payment: reversal.paymentId,
      reversal: reversal.reversalId,
      amount_cents: cents,
    }),
    parcels: [withBills({ ...parcel, creditCents }, bills)],
    payments: [
      {
        ...entryOf(payment, reversal, position),
        amountCents: -cents,
        settledAt: position.at,
        settledIndex: position.index,
        allocations: allocations.map((one) => ({ ...one, cents: -one.cents })),
      },
    ],
    postings: balanced([
      ...move(clearing(payment.method), account.receivable, cents - credit),
      ...move(clearing(payment.method), account.credit, credit),
    ]),
  };
}

const payAgain = (
  parcel: ParcelState,
  payment: PaymentRow,
  cents: number,
  reversal: NewReversal,
  position: Position,
): Change => settle(parcel, entryOf(payment, reversal, position), cents, undefined, position, reversal.user);

/** Returns the new entry, without its amount. */
const entryOf = (payment: PaymentRow, { reversalId, reason }: NewReversal, { index, at }: Position): PaymentRow => ({
  ...payment,
  paymentId: reversalId,
  state: 'completed',
  reference: null,
  txHash: null,
  reverses: payment.paymentId,
  reason,
  openedAt: at,
  openedIndex: index,
  reversedCents: 0,
});

/**
 * Returns the allocations of the next `cents` to give back. The last allocation goes first, so credit before principal and fees
 * last, and `returned` cents have gone already.
 */
export function nextToReturn(allocations: readonly Allocation[], returned: number, cents: number): Allocation[] {
  const found: Allocation[] = [];
  let [skip, left] = [returned, cents];
  for (const one of allocations.toReversed()) {
    const skipped = Math.min(skip, one.cents);
    const taken = Math.min(left, one.cents - skipped);
    skip -= skipped;
    left -= taken;
    if (taken > 0) found.push({ ...one, cents: taken });
  }
  return found.toReversed();
}

function tooMuch(cents: number, left: number): AppError {
  return new AppError(validationFailed, `${formatCents(cents)} is more than is left of the payment.`, {
    hint: 'Leave out the amount to take back all of it.',
    errors: [
      { in: 'body', pointer: '/amount', message: `amount must be at most ${left} cents (${formatCents(left)})` },
    ],
  });
}
