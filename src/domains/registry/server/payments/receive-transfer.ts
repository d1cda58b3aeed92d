import { type MoneySource, moveFrom, type PaymentRow, subjectsOf } from '#domains/payments/server/index.ts';
import type { RegistryRequest } from '../registry-state.ts';
import { openOf } from '../taxes/bill-state.ts';
import { paidOn } from './day-of-payment.ts';
import { PROPERTY_TAX, requireParcels } from './requirements.ts';
import { settle } from './settle-payment.ts';

/**
 * Returns the request that records money without an announced payment, for a parcel or for the parts of a payment that was
 * settled before. It pays what is owed on them, and the rest becomes credit of the first parcel.
 */
export const receiveTransfer = (
  paymentId: string,
  { subject, parts }: Pick<PaymentRow, 'subject' | 'parts'>,
  cents: number,
  user: string,
  source: MoneySource,
  timeZone: string,
): RegistryRequest => ({
  propertyIds: subjectsOf({ subject, parts }),
  moves: moveFrom(source, cents),
  judge(view, position) {
    const opened = {
      paymentId,
      kind: PROPERTY_TAX,
      subject,
      accountId: null,
      method: source.method ?? 'bank',
      state: 'pending' as const,
      amountCents: cents,
      reference: null,
      txHash: null,
      reverses: null,
      reason: null,
      openedAt: position.at,
      openedIndex: position.index,
      settledAt: null,
      settledIndex: null,
      reversedCents: 0,
      allocations: [],
      parts,
      methodFeeCents: 0,
    };
    const parcels = requireParcels(view, opened);
    const owing = parcels.flatMap(({ bills }) => bills.filter((bill) => openOf(bill) > 0));
    const since = Math.min(position.at, ...owing.map(({ issuedAt }) => issuedAt));
    const paid = paidOn(source.bookedOn, { since, at: position.at, timeZone });
    return settle(view, parcels, opened, cents, position, user, { source, paid });
  },
});
