import { paymentSettled } from '#domains/payments/contract.ts';
import { balanced, move } from '#domains/payments/server/index.ts';
import { AppError } from '#platform/contract/errors.ts';
import { registryBlockTypes } from '../registry-block-types.ts';
import type { RegistryRequest } from '../registry-state.ts';
import { takeBack } from './allocate.ts';
import { books, clearing } from './books-of-property.ts';
import { requireParcel, requirePayment, withBills } from './requirements.ts';

/** Returns the request that takes back a completed payment by a new entry. What it had paid is open again. */
export const reversePayment = (
  paymentId: string,
  reversalId: string,
  propertyId: string,
  reason: string,
  user: string | undefined,
): RegistryRequest => ({
  propertyIds: [propertyId],
  paymentIds: [paymentId],
  judge(view, { index, at }) {
    const payment = requirePayment(view, paymentId);
    if (payment.state !== 'completed' || payment.reversed || payment.reverses !== null)
      throw new AppError(paymentSettled, `The payment ${paymentId} cannot be taken back.`, {
        hint: 'Only a completed payment that was not taken back yet can.',
      });
    const parcel = requireParcel(view, propertyId);
    const cents = payment.allocations.reduce((sum, one) => sum + one.cents, 0);
    const { bills, creditCents } = takeBack(parcel.bills, parcel.creditCents, payment.allocations);
    const credit = parcel.creditCents - creditCents;
    const account = books(propertyId);
    return {
      draft: registryBlockTypes.draft({
        action: 'registry.payment_reversed',
        ...(user === undefined ? {} : { user }),
        property_id: propertyId,
        payment: paymentId,
        reversal: reversalId,
        amount_cents: cents,
      }),
      parcels: [withBills({ ...parcel, creditCents }, bills)],
      payments: [
        { ...payment, reversed: true },
        {
          ...payment,
          paymentId: reversalId,
          amountCents: -cents,
          reference: null,
          txHash: null,
          reverses: paymentId,
          reason,
          openedAt: at,
          openedIndex: index,
          settledAt: at,
          settledIndex: index,
          allocations: payment.allocations.map((one) => ({ ...one, cents: -one.cents })),
        },
      ],
      postings: balanced([
        ...move(clearing(payment.method), account.receivable, cents - credit),
        ...move(clearing(payment.method), account.credit, credit),
      ]),
    };
  },
});
