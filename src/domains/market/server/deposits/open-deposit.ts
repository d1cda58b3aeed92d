import type { openDeposit } from '#domains/market/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { feeOf, type PaymentAnswer } from '#domains/payments/contract.ts';
import {
  answerPayment,
  findOpenedBy,
  newPaymentId,
  type PaymentRow,
  readFees,
} from '#domains/payments/server/index.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import type { BodyIn } from '#platform/contract/route.ts';
import { fingerprintOf } from '#platform/server/database/idempotency-keys.ts';
import type { Market } from '../open-market.ts';
import { partyOf } from '../trading/trade.ts';
import { SHARE_CASH } from './deposit-books.ts';
import { openDeposit as opening } from './judge-deposit.ts';

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
  const { payments, database, deposits } = market;
  const { paymentMethod, card } = request;
  const method = await payments.offered(paymentMethod);
  if (card !== undefined && !(await method.option()).cards?.some((one) => one.card === card))
    throw new AppError(validationFailed, 'TEST cards are for payments by card in demo mode.', {
      errors: [{ in: 'body', pointer: '/card', message: 'leave out card here' }],
    });
  const cents = centsOf(request.amount);
  const methodFeeCents = feeOf((await readFees(database))(paymentMethod), cents);
  const party = await partyOf(market, caller);
  const paymentId = newPaymentId();
  const reference = method.reference(paymentId);
  const amountCents = cents + methodFeeCents;
  await method.transactions?.prepare({ paymentId, reference, amountCents, billedAt: market.clock() });
  const arrived = method.next === null || method.arrives?.({ card }) === true;
  const { index } = await deposits.append(
    opening(
      {
        ...{ paymentId, kind: SHARE_CASH, subject: party.address, accountId: caller.id },
        ...{ method: paymentMethod, amountCents, methodFeeCents, reference },
      },
      {
        custody: party.custody,
        arrived,
        shownFeeCents: request.fee === undefined ? methodFeeCents : centsOf(request.fee),
      },
    ),
    key === undefined
      ? undefined
      : { scope: `market:${caller.id}`, key, fingerprint: fingerprintOf(JSON.stringify(['deposit', request])) },
  );
  const opened = await findByBlock(market, index);
  if (opened.state === 'pending') await method.start?.(opened, { card });
  await market.carry();
  return answerPayment(payments, await findByBlock(market, index));
}

/** Finds the payment that a block opened: a repeated request gets the first one. */
async function findByBlock({ database }: Market, index: number): Promise<PaymentRow> {
  const row = await findOpenedBy(database, index);
  if (row === undefined) throw new Error(`Broken invariant: block ${index} opened a deposit`);
  return row;
}
