import type { PaymentMethod } from '#domains/payments/contract.ts';
import { balanced, move, type PaymentRow } from '#domains/payments/server/index.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import { formatCents } from '#platform/contract/money.ts';
import { registryBlockTypes } from '../registry-block-types.ts';
import type { ParcelState, RegistryRequest } from '../registry-state.ts';
import { owedOn } from '../taxes/bill-state.ts';
import { books, expected } from './books-of-property.ts';
import { PROPERTY_TAX, requireParcel } from './requirements.ts';
import { settle } from './settle-payment.ts';

export type NewPayment = {
  readonly paymentId: string;
  readonly propertyId: string;
  /** Only this bill is paid; undefined: all bills of the parcel. */
  readonly billNumber: string | undefined;
  readonly accountId: string | null;
  readonly method: PaymentMethod;
  readonly amountCents: number;
  readonly reference: string | null;
  readonly txHash: string | null;
};

/**
 * Returns the request that opens a payment. With `arrived` the money is there already, and it completes in the same block;
 * otherwise it is pending. It is at most what is owed.
 */
export const openPayment = (payment: NewPayment, arrived: boolean): RegistryRequest => ({
  propertyIds: [payment.propertyId],
  judge(view, position) {
    const parcel = requireParcel(view, payment.propertyId);
    const owed = owedFor(parcel, payment.billNumber);
    if (payment.amountCents > owed) throw tooMuch(payment.amountCents, owed);
    const { billNumber: _, propertyId, ...own } = payment;
    const opened: PaymentRow = {
      ...own,
      kind: PROPERTY_TAX,
      subject: propertyId,
      state: 'pending',
      reverses: null,
      reason: null,
      openedAt: position.at,
      openedIndex: position.index,
      settledAt: null,
      settledIndex: null,
      reversedCents: 0,
      allocations: [],
    };
    if (arrived) return settle(parcel, opened, payment.amountCents, payment.billNumber, position, undefined);
    return {
      draft: registryBlockTypes.draft({
        action: 'registry.payment_opened',
        property_id: propertyId,
        payment: payment.paymentId,
        method: payment.method,
        amount_cents: payment.amountCents,
      }),
      parcels: [parcel],
      payments: [opened],
      postings: balanced(move(books(propertyId).promised, expected(payment.method), payment.amountCents)),
    };
  },
});

/** Returns what is open on a parcel, or on one of its bills. */
const owedFor = (parcel: ParcelState, billNumber: string | undefined): number =>
  owedOn(parcel.bills.filter((bill) => billNumber === undefined || bill.billNumber === billNumber));

function tooMuch(cents: number, owed: number): AppError {
  const message =
    owed === 0
      ? 'Nothing is owed.'
      : `amount must be at most ${owed} cents (${formatCents(owed)}), which is what is owed`;
  return new AppError(validationFailed, `${formatCents(cents)} is more than is owed: ${formatCents(owed)}.`, {
    hint: 'Reload to see what is owed now.',
    errors: [{ in: 'body', pointer: '/amount', message }],
  });
}
