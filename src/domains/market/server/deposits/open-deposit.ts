import type { openDeposit } from '#domains/market/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import type { PaymentAnswer } from '#domains/payments/contract.ts';
import { payOneSubject } from '#domains/payments/server/index.ts';
import type { BodyIn } from '#platform/contract/route.ts';
import { fingerprintOf } from '#platform/server/database/idempotency-keys.ts';
import type { Market } from '../open-market.ts';
import { partyOf } from '../trading/trade.ts';

const centsOf = (dollars: number) => Math.round(dollars * 100);

/**
 * Opens a deposit and starts taking its money. A repeated request with the same key pays once. The payer never pays more than was shown.
 *
 * @throws AppError `payments.method_not_offered`, `payments.too_many_pending`, `request.invalid` for another fee
 */
export async function deposit(
  market: Market,
  caller: Account,
  request: BodyIn<typeof openDeposit>,
  key: string | undefined,
): Promise<PaymentAnswer> {
  const { address } = await partyOf(market, caller);
  return payOneSubject(market.deposits, {
    subject: address,
    accountId: caller.id,
    method: request.paymentMethod,
    cents: centsOf(request.amount),
    shownFeeCents: request.fee === undefined ? undefined : centsOf(request.fee),
    card: request.card,
    key:
      key === undefined
        ? undefined
        : { scope: `market:${caller.id}`, key, fingerprint: fingerprintOf(JSON.stringify(['deposit', request])) },
  });
}
