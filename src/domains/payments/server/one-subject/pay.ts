import { feeOf, type PaymentAnswer, type PaymentMethod, type TestCard } from '#domains/payments/contract.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import type { IdempotencyKey } from '#platform/server/database/idempotency-keys.ts';
import { answerPayment } from '../answer-payment.ts';
import type { StoredCardRow } from '../cards/stored/stored-cards.ts';
import { readFees } from '../method-fees.ts';
import { newPaymentId } from '../payment-id.ts';
import { findOpenedBy, type PaymentRow } from '../payments.ts';
import { judgeOpening } from './judge.ts';
import type { OneSubjectPayments } from './open-one-subject.ts';

export type Paying = {
  readonly subject: string;
  readonly accountId: string;
  readonly method: PaymentMethod;
  /** The amount for its subject, in cents. The fee of the method comes on top. */
  readonly cents: number;
  readonly shownFeeCents: number | undefined;
  readonly card?: TestCard | undefined;
  readonly stored?: StoredCardRow | undefined;
  /** A repeated request with the same key pays once. */
  readonly key: IdempotencyKey | undefined;
  /** Throws to refuse the payment, given what was already paid on its subject. */
  readonly admit?: (paidCents: number) => void;
};

/**
 * Opens a payment and starts taking its money. The payer never pays more than was shown.
 *
 * @throws AppError `payments.method_not_offered`, `payments.too_many_pending`, `request.invalid` for another fee
 */
export async function payOneSubject(
  { of, payments, requests, carry }: OneSubjectPayments,
  { subject, accountId, method: name, cents, shownFeeCents, card, stored, key, admit }: Paying,
): Promise<PaymentAnswer> {
  const { database, clock } = payments;
  const method = await payments.offered(name);
  if (card !== undefined && !(await method.option()).cards?.some((one) => one.card === card))
    throw new AppError(validationFailed, 'TEST cards are for payments by card in demo mode.', {
      errors: [{ in: 'body', pointer: '/card', message: 'leave out card here' }],
    });
  const methodFeeCents = feeOf((await readFees(database))(name), cents);
  const paymentId = newPaymentId();
  const reference = method.reference(paymentId);
  const amountCents = cents + methodFeeCents;
  await method.transactions?.prepare({ paymentId, reference, amountCents, billedAt: clock() });
  const arrived = method.next === null || method.arrives?.({ card, stored }) === true;
  const { index } = await requests.append(
    judgeOpening(
      of,
      {
        ...{ paymentId, kind: of.kind, subject, accountId },
        ...{ method: name, amountCents, methodFeeCents, reference },
      },
      { arrived, shownFeeCents: shownFeeCents ?? methodFeeCents, admit },
    ),
    key,
  );
  const find = async (): Promise<PaymentRow> => {
    // A repeated request gets the first payment.
    const row = await findOpenedBy(database, index);
    if (row === undefined) throw new Error(`Broken invariant: block ${index} opened a payment`);
    return row;
  };
  const opened = await find();
  if (opened.state === 'pending') await method.start?.(opened, { card, stored });
  await carry(subject);
  return answerPayment(payments, await find());
}
