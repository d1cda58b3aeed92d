import type { Appender } from '#domains/ledger/server/index.ts';
import { canHandleCash } from '#domains/market/contract.ts';
import { holds } from '#domains/participants/contract.ts';
import {
  findOpenedBy,
  newPaymentId,
  type Payee,
  type PaymentRow,
  type Payments,
} from '#domains/payments/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import { fingerprintOf } from '#platform/server/database/idempotency-keys.ts';
import { SHARE_CASH } from './deposit-books.ts';
import { type DepositRequest, noSuchDeposit } from './deposit-request.ts';
import { failDeposit, settleDeposit } from './judge-deposit.ts';
import { reverseDeposit } from './judge-reversal.ts';
import { custodyAt } from './read-deposits.ts';
import { requireUnaltered } from './require-unaltered.ts';

type Services = {
  readonly database: Database;
  readonly payments: Pick<Payments, 'find'>;
  readonly deposits: Appender<DepositRequest, readonly PaymentRow[]>;
  /** Moves the cash of accounts by what deposits brought. Never rejects: what could not be moved waits. */
  readonly carry: () => Promise<void>;
};

/** Returns the market as the payee of cash to trade with. */
export function depositPayee({ database, payments, deposits, carry }: Services): Payee {
  const find = async (paymentId: string): Promise<{ paymentId: string; custody: string }> => {
    const payment = await payments.find(paymentId);
    if (payment === undefined || payment.kind !== SHARE_CASH) throw noSuchDeposit(paymentId);
    await requireUnaltered(database, payment);
    return { paymentId, custody: await custodyAt(database, payment.subject) };
  };
  return {
    mayConfirm: (by) => holds(by, canHandleCash),
    async settle(paymentId, arrivedCents, user, evidence) {
      const { custody } = await find(paymentId);
      const request = settleDeposit(paymentId, custody, arrivedCents, user, evidence);
      await deposits.append(request, evidence?.source?.key);
      await carry();
    },
    async fail(paymentId, reason, user) {
      await find(paymentId);
      await deposits.append(failDeposit(paymentId, reason, user));
    },
    async reverse(paymentId, reason, user, { cents, key, byHand = false } = {}) {
      const target = await find(paymentId);
      const request = reverseDeposit({ ...target, reversalId: newPaymentId(), cents, reason, user, byHand });
      const once =
        key === undefined ? undefined : { scope: `reversal:${paymentId}`, key, fingerprint: fingerprintOf(key) };
      const { index } = await deposits.append(request, once);
      await carry();
      // A repeated request gets the entry of the first one.
      const entry = await findOpenedBy(database, index);
      if (entry === undefined) throw new Error(`Broken invariant: block ${index} opened an entry`);
      return entry.paymentId;
    },
  };
}
