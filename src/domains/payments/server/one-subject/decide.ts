import type { PaymentAnswer } from '#domains/payments/contract.ts';
import { present } from '#platform/contract/present.ts';
import { answerPayment } from '../answer-payment.ts';
import type { Clerk } from '../payee.ts';
import type { PaymentRow } from '../payments.ts';
import type { OneSubjectPayments } from './open-one-subject.ts';
import { noSuchPayment } from './request.ts';

/**
 * Confirms that the money of a pending payment arrived, with the cents if they differ. For USDC and ETH it must be on the chain.
 *
 * @throws AppError `payments.not_found`, `payments.settled`, `payments.settled_by_chain`
 */
export async function confirmOneSubject(
  own: OneSubjectPayments,
  caller: Clerk,
  paymentId: string,
  arrivedCents: number | undefined,
): Promise<PaymentAnswer> {
  const { method, state } = await find(own, paymentId);
  const { transactions } = own.payments.method(method);
  const decided = state === 'pending' ? await transactions?.decide(paymentId, arrivedCents) : undefined;
  await own.payee.settle(paymentId, decided?.cents ?? arrivedCents, caller.username, decided?.evidence);
  return answer(own, paymentId);
}

/** Closes a pending payment whose money did not arrive. */
export async function failOneSubject(
  own: OneSubjectPayments,
  caller: Clerk,
  paymentId: string,
  reason: string,
): Promise<PaymentAnswer> {
  await own.payee.fail(paymentId, reason, caller.username);
  return answer(own, paymentId);
}

/** Takes back what is left of a completed payment, and returns the new entry. */
export async function reverseOneSubject(
  own: OneSubjectPayments,
  caller: Clerk,
  paymentId: string,
  reason: string,
): Promise<PaymentAnswer> {
  return answer(own, await own.payee.reverse(paymentId, reason, caller.username, { byHand: true }));
}

const answer = async ({ payments }: OneSubjectPayments, paymentId: string) =>
  answerPayment(payments, present(await payments.find(paymentId), 'The payment was just found'));

async function find({ of, payments }: OneSubjectPayments, paymentId: string): Promise<PaymentRow> {
  const payment = await payments.find(paymentId);
  if (payment?.kind !== of.kind) throw noSuchPayment(of, paymentId);
  return payment;
}
