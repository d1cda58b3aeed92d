import { balanced, type Evidence, type MoneySource, move, type PaymentRow } from '#domains/payments/server/index.ts';
import { registryBlockTypes } from '../registry-block-types.ts';
import type { Change, ParcelState, Position, RegistryRequest } from '../registry-state.ts';
import { allocate } from './allocate.ts';
import { books, clearing, expected } from './books-of-property.ts';
import { requireParcel, requirePending, withBills } from './requirements.ts';

/**
 * Returns the request that completes a pending payment with what arrived. More than is owed becomes credit: money that is there
 * is never refused.
 */
export const settlePayment = (
  paymentId: string,
  propertyId: string,
  arrivedCents: number | undefined,
  user: string | undefined,
  { source, txHash }: Evidence = {},
): RegistryRequest => ({
  propertyIds: [propertyId],
  paymentIds: [paymentId],
  judge(view, position) {
    const pending = requirePending(view, paymentId);
    const payment = { ...pending, txHash: txHash ?? pending.txHash };
    const parcel = requireParcel(view, propertyId);
    const change = settle(parcel, payment, arrivedCents ?? payment.amountCents, undefined, position, user, source);
    const promised = move(expected(payment.method), books(propertyId).promised, payment.amountCents);
    return { ...change, postings: balanced([...(change.postings ?? []), ...promised]) };
  },
});

/**
 * Returns the effect of a payment whose money arrived: bills, block and postings. Without `billNumber`, it pays all bills; without
 * `source`, the money is taken from what arrived by the method.
 */
export function settle(
  parcel: ParcelState,
  payment: PaymentRow,
  cents: number,
  billNumber: string | undefined,
  { index, at }: Position,
  user: string | undefined,
  source?: MoneySource,
): Change {
  const isPaid = (number: string) => billNumber === undefined || number === billNumber;
  const { bills, allocations } = allocate(
    parcel.bills.filter((bill) => isPaid(bill.billNumber)),
    cents,
  );
  const paid = parcel.bills.map((bill) => bills.find((one) => one.billNumber === bill.billNumber) ?? bill);
  const sumOf = (part: string) => allocations.reduce((sum, one) => sum + (one.part === part ? one.cents : 0), 0);
  const credit = sumOf('credit');
  const account = books(payment.subject);
  const from = source?.account ?? clearing(payment.method);
  return {
    draft: registryBlockTypes.draft({
      action: 'registry.tax_paid',
      ...(user === undefined ? {} : { user }),
      property_id: payment.subject,
      payment: payment.paymentId,
      method: payment.method,
      amount_cents: cents,
      fee_cents: sumOf('fee'),
      interest_cents: sumOf('interest'),
      principal_cents: sumOf('principal'),
      credit_cents: credit,
      tx_hash: payment.txHash,
      ...(source === undefined ? {} : { line: source.line }),
    }),
    parcels: [withBills({ ...parcel, creditCents: parcel.creditCents + credit }, paid)],
    payments: [{ ...payment, state: 'completed', amountCents: cents, settledAt: at, settledIndex: index, allocations }],
    postings: balanced([...move(account.receivable, from, cents - credit), ...move(account.credit, from, credit)]),
  };
}

/** Returns the request that closes a pending payment whose money did not arrive. */
export const failPayment = (
  paymentId: string,
  propertyId: string,
  reason: string,
  user: string | undefined,
): RegistryRequest => ({
  propertyIds: [propertyId],
  paymentIds: [paymentId],
  judge(view, { index, at }) {
    const payment = requirePending(view, paymentId);
    return {
      draft: registryBlockTypes.draft({
        action: 'registry.payment_failed',
        ...(user === undefined ? {} : { user }),
        property_id: propertyId,
        payment: paymentId,
        amount_cents: payment.amountCents,
      }),
      parcels: [requireParcel(view, propertyId)],
      payments: [{ ...payment, state: 'failed', reason, settledAt: at, settledIndex: index }],
      postings: balanced(move(expected(payment.method), books(propertyId).promised, payment.amountCents)),
    };
  },
});
