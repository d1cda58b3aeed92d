import { depositByCard } from '#domains/market/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { type PaymentAnswer, paymentNotFound } from '#domains/payments/contract.ts';
import { answerPayment } from '#domains/payments/server/index.ts';
import { AppError } from '#platform/contract/errors.ts';
import { present } from '#platform/contract/present.ts';
import type { Market } from '../open-market.ts';
import { SHARE_CASH } from './deposit-books.ts';

/**
 * Closes a pending deposit of the caller. Money that arrives for it later is held until the city decides about it, as for any closed payment.
 * The block does not name the caller, so that it does not reveal the owner of the address.
 *
 * @throws AppError `payments.not_found`, `payments.settled`, `market.deposit_by_card`
 */
export async function giveUp(
  { deposits }: Pick<Market, 'deposits'>,
  caller: Account,
  paymentId: string,
): Promise<PaymentAnswer> {
  const { payments, payee } = deposits;
  const payment = await payments.find(paymentId);
  if (payment?.kind !== SHARE_CASH || payment.accountId !== caller.id)
    throw new AppError(paymentNotFound, `Deposit ${paymentId} not found among yours.`);
  if (payment.method === 'fiat' && payment.state === 'pending')
    throw new AppError(depositByCard, 'The card provider may still take the money for this deposit.', {
      hint: 'It closes automatically once the provider reports that nothing was paid.',
    });
  await payee.fail(paymentId, 'Given up by the account that opened it.', undefined);
  return answerPayment(payments, present(await payments.find(paymentId), 'The payment was just found'));
}
