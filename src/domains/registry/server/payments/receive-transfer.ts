import { type MoneySource, moveFrom } from '#domains/payments/server/index.ts';
import type { RegistryRequest } from '../registry-state.ts';
import { PROPERTY_TAX, requireParcel } from './requirements.ts';
import { settle } from './settle-payment.ts';

/**
 * Returns the request that records money which arrived for a parcel without an announced payment. It pays what is owed,
 * and the rest becomes credit.
 */
export const receiveTransfer = (
  paymentId: string,
  propertyId: string,
  cents: number,
  user: string,
  source: MoneySource,
): RegistryRequest => ({
  propertyIds: [propertyId],
  moves: moveFrom(source, cents),
  judge(view, position) {
    const opened = {
      paymentId,
      kind: PROPERTY_TAX,
      subject: propertyId,
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
      parts: [],
      methodFeeCents: 0,
    };
    return settle([requireParcel(view, propertyId)], opened, cents, position, user, { source });
  },
});
