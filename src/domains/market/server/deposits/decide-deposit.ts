import type { Account } from '#domains/participants/server/index.ts';
import type { PaymentAnswer } from '#domains/payments/contract.ts';
import { answerPayment, type PaymentRow } from '#domains/payments/server/index.ts';
import { present } from '#platform/contract/present.ts';
import type { Market } from '../open-market.ts';
import { SHARE_CASH } from './deposit-books.ts';
import { noSuchDeposit } from './deposit-request.ts';

/**
 * Confirms that the money of a pending deposit arrived. For USDC and ETH it must be on the chain.
 *
 * @throws AppError `payments.not_found`, `payments.settled`, `payments.settled_by_chain`
 */
export async function confirm(
  market: Market,
  caller: Account,
  paymentId: string,
  amount: number | undefined,
): Promise<PaymentAnswer> {
  const { method, state } = await find(market, paymentId);
  const arrived = amount === undefined ? undefined : Math.round(amount * 100);
  const { transactions } = market.payments.method(method);
  const decided = state === 'pending' ? await transactions?.decide(paymentId, arrived) : undefined;
  await payee(market).settle(paymentId, decided?.cents ?? arrived, caller.username, decided?.evidence);
  return answer(market, paymentId);
}

/** Closes a pending deposit whose money did not arrive. */
export async function fail(market: Market, caller: Account, paymentId: string, reason: string): Promise<PaymentAnswer> {
  await payee(market).fail(paymentId, reason, caller.username);
  return answer(market, paymentId);
}

/** Takes back what is left of a completed deposit, and returns the entry that does. */
export async function reverse(
  market: Market,
  caller: Account,
  paymentId: string,
  reason: string,
): Promise<PaymentAnswer> {
  return answer(market, await payee(market).reverse(paymentId, reason, caller.username, { byHand: true }));
}

const payee = ({ payments }: Market) => payments.payee(SHARE_CASH);

const answer = async (market: Market, paymentId: string) =>
  answerPayment(market.payments, present(await market.payments.find(paymentId), 'The deposit was just found'));

async function find({ payments }: Market, paymentId: string): Promise<PaymentRow> {
  const payment = await payments.find(paymentId);
  if (payment === undefined || payment.kind !== SHARE_CASH) throw noSuchDeposit(paymentId);
  return payment;
}
