import type { Appender } from '#domains/ledger/server/index.ts';
import {
  findOpenedBy,
  newPaymentId,
  type Payee,
  type PaymentRow,
  type Payments,
} from '#domains/payments/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import { fingerprintOf } from '#platform/server/database/idempotency-keys.ts';
import type { RegistryRequest } from '../registry-state.ts';
import { receiveTransfer } from './receive-transfer.ts';
import { recognizeProperties } from './recognize-properties.ts';
import { requireUnaltered } from './replay-payment.ts';
import { noSuchPayment, PROPERTY_TAX } from './requirements.ts';
import { reversePayment } from './reverse-payment.ts';
import { failPayment, settlePayment } from './settle-payment.ts';

type Services = {
  database: Database;
  timeZone: string;
  payments: Pick<Payments, 'find'>;
  requests: Appender<RegistryRequest, readonly PaymentRow[]>;
};

/** Returns the registry as the payee of property tax. */
export function propertyTaxPayee({ database, timeZone, payments, requests }: Services): Payee {
  const find = async (paymentId: string): Promise<PaymentRow> => {
    const payment = await payments.find(paymentId);
    if (payment === undefined || payment.kind !== PROPERTY_TAX) throw noSuchPayment(paymentId);
    return payment;
  };
  // A repeated request gets the payment of the first one.
  const openedBy = async (index: number): Promise<string> => {
    const payment = await findOpenedBy(database, index);
    if (payment === undefined) throw new Error(`Broken invariant: block ${index} opened a payment`);
    return payment.paymentId;
  };
  return {
    shown: {
      title: (subject) => `Property tax, ${subject}`,
      path: (paymentId) => `/detroit/pay?payment=${paymentId}`,
    },
    async settle(paymentId, arrivedCents, user, evidence) {
      const request = settlePayment(await find(paymentId), arrivedCents, user, timeZone, evidence);
      await requests.append(request, evidence?.source?.key);
    },
    async fail(paymentId, reason, user) {
      await requests.append(failPayment(await find(paymentId), reason, user));
    },
    async reverse(paymentId, reason, user, { cents, key, byHand = false } = {}) {
      const target = await find(paymentId);
      const request = reversePayment({ target, reversalId: newPaymentId(), cents, reason, user, byHand });
      const once =
        key === undefined ? undefined : { scope: `reversal:${paymentId}`, key, fingerprint: fingerprintOf(key) };
      const { index } = await requests.append(request, once);
      return openedBy(index);
    },
    unannounced: {
      recognize: (texts) => recognizeProperties(database, texts),
      async receive(propertyId, cents, user, source, settledBefore) {
        const target = settledBefore === undefined ? { subject: propertyId, parts: [] } : await find(settledBefore);
        if (settledBefore !== undefined) await requireUnaltered(database, [settledBefore]);
        const { index } = await requests.append(
          receiveTransfer(newPaymentId(), target, cents, user, source, timeZone),
          source.key,
        );
        return openedBy(index);
      },
    },
  };
}
