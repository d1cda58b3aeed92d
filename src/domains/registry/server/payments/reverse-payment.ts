import { paymentSettled } from '#domains/payments/contract.ts';
import { type Allocation, balanced, move, type PaymentRow, subjectsOf } from '#domains/payments/server/index.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import { formatCents } from '#platform/contract/money.ts';
import { registryBlockTypes } from '../registry-block-types.ts';
import type { Change, ParcelState, Position, RegistryRequest, RegistryView } from '../registry-state.ts';
import { books, clearing, methodFees } from './books-of-property.ts';
import { requireParcel, requireParcels, requirePayment } from './requirements.ts';
import { settle, type Target } from './settle-payment.ts';
import { takeBackAlong } from './take-back-along.ts';

export type NewReversal = {
  readonly target: Target;
  readonly reversalId: string;
  /** Undefined: all of it that was not taken back yet. */
  readonly cents: number | undefined;
  readonly reason: string;
  readonly user: string | undefined;
  /** True if an account decided it, and the method keeps the money. */
  readonly byHand: boolean;
};

/**
 * Returns the request that takes back a completed payment, or a part of it, by a new entry. It is taken from the credit of its parcels
 * first, then from what is left of credit that they passed on, and the rest of what it had paid is open again. Taking back a reversal pays the
 * amount again: the oldest bill first, as bills are by then.
 */
export const reversePayment = (reversal: NewReversal): RegistryRequest => ({
  propertyIds: subjectsOf(reversal.target),
  paymentIds: [reversal.target.paymentId],
  judge(view, position) {
    const payment = requirePayment(view, reversal.target.paymentId);
    const left = Math.abs(payment.amountCents) - payment.reversedCents;
    if (payment.state !== 'completed' || left === 0)
      throw new AppError(paymentSettled, `The payment ${payment.paymentId} cannot be taken back.`, {
        hint: 'Only a completed payment that has not been taken back can be.',
      });
    const cents = reversal.cents ?? left;
    if (cents > left) throw tooMuch(cents, left);
    const parcels = requireParcels(view, payment);
    const change =
      payment.amountCents < 0
        ? payAgain(view, parcels, payment, cents, reversal, position)
        : payBack(view, parcels, payment, cents, reversal, position);
    const taken = { ...payment, reversedCents: payment.reversedCents + cents };
    return { ...change, payments: [taken, ...(change.payments ?? [])] };
  },
});

function payBack(
  view: RegistryView,
  parcels: readonly ParcelState[],
  payment: PaymentRow,
  cents: number,
  reversal: NewReversal,
  position: Position,
): Change {
  const allocations = nextToReturn(payment.allocations, payment.reversedCents, cents);
  const feeCents = allocations.reduce((sum, one) => sum + (one.part === 'method_fee' ? one.cents : 0), 0);
  const from = clearing(payment.method);
  const returning = parcels.map((parcel) => {
    const isOwn = (one: Allocation) =>
      one.part !== 'method_fee' && (one.subject ?? payment.subject) === parcel.facts.propertyId;
    return { parcel, own: allocations.filter(isOwn) };
  });
  const { parcels: left, takenFrom } = takeBackAlong(view, returning);
  const changes = left.map((after) => {
    const { propertyId } = after.facts;
    const before = parcels.find(({ facts }) => facts.propertyId === propertyId) ?? requireParcel(view, propertyId);
    return {
      propertyId,
      openedCents: after.owedCents - before.owedCents,
      creditCents: before.creditCents - after.creditCents,
    };
  });
  return {
    draft: registryBlockTypes.draft({
      action: 'registry.payment_reversed',
      ...(reversal.user === undefined ? {} : { user: reversal.user }),
      property_id: payment.subject,
      payment: payment.paymentId,
      reversal: reversal.reversalId,
      amount_cents: cents,
      ...(reversal.byHand ? { by_hand: true as const } : {}),
      ...(feeCents === 0 ? {} : { method_fee_cents: feeCents }),
      credit_cents: changes.slice(0, parcels.length).reduce((sum, one) => sum + one.creditCents, 0),
      ...(parcels.length === 1
        ? {}
        : {
            parts: returning.map(({ parcel, own }) => ({
              property_id: parcel.facts.propertyId,
              amount_cents: own.reduce((sum, one) => sum + one.cents, 0),
            })),
          }),
      ...(takenFrom.length === 0 ? {} : { taken_from: [...takenFrom] }),
    }),
    parcels: left,
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
      ...changes.flatMap(({ propertyId, openedCents, creditCents }) => [
        ...move(from, books(propertyId).receivable, openedCents),
        ...move(from, books(propertyId).credit, creditCents),
      ]),
      ...move(from, methodFees(payment.method), feeCents),
    ]),
  };
}

/** Pays the amount of a reversal again: bills first, and the fee of the method last, even if the amount comes in parts. */
function payAgain(
  view: RegistryView,
  parcels: readonly ParcelState[],
  payment: PaymentRow,
  cents: number,
  reversal: NewReversal,
  position: Position,
): Change {
  const ofFee = payment.allocations.reduce((sum, one) => sum - (one.part === 'method_fee' ? one.cents : 0), 0);
  const feeUntil = (sum: number) => Math.max(0, sum - (Math.abs(payment.amountCents) - ofFee));
  const methodFeeCents = feeUntil(payment.reversedCents + cents) - feeUntil(payment.reversedCents);
  const entry = { ...entryOf(payment, reversal, position), amountCents: cents, methodFeeCents };
  return settle(view, parcels, entry, cents, position, reversal.user);
}

/** Returns the new entry, without its amount. */
const entryOf = (
  payment: PaymentRow,
  { reversalId, reason, byHand }: NewReversal,
  { index, at }: Position,
): PaymentRow => ({
  ...payment,
  paymentId: reversalId,
  state: 'completed',
  reference: null,
  txHash: null,
  reverses: payment.paymentId,
  reason,
  byHand,
  openedAt: at,
  openedIndex: index,
  paidOn: null,
  reversedCents: 0,
  methodFeeCents: 0,
});

/**
 * Returns the allocations of the next `cents` to return. The last allocation goes first, so credit before principal and fees
 * last. `returned` cents were returned before.
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
  return new AppError(validationFailed, `${formatCents(cents)} is more than what is left of the payment.`, {
    hint: 'Leave out the amount to take back all of it.',
    errors: [
      { in: 'body', pointer: '/amount', message: `amount must be at most ${left} cents (${formatCents(left)})` },
    ],
  });
}
