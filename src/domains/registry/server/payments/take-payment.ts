import { feeOf, type PaymentAnswer } from '#domains/payments/contract.ts';
import {
  answerPayment,
  findOpenedBy,
  type Method,
  newPayerKey,
  newPaymentId,
  type PaymentPart,
  type PaymentRow,
  readFees,
  readPayments,
  type StoredCardRow,
} from '#domains/payments/server/index.ts';
import type { PayRequest } from '#domains/registry/contract.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import { fingerprintOf, type IdempotencyKey } from '#platform/server/database/idempotency-keys.ts';
import type { Registry } from '../open-registry.ts';
import { readParcelStates } from '../parcels/parcels.ts';
import { openOf } from '../taxes/bill-state.ts';
import { chargeProperty } from '../taxes/charge-property.ts';
import { openPayment } from './open-payment.ts';
import { isChosen, noSuchPayment, PROPERTY_TAX } from './requirements.ts';

/** The parts to pay, and the account of the payer; null for a visitor. */
export type Target = { readonly parts: readonly PaymentPart[]; readonly accountId: string | null };

/** A request with an idempotency key: the scope of the key, and the content that it identifies. */
export type Once = { readonly scope: string; readonly key: string | undefined; readonly of: readonly string[] };

/**
 * Opens a payment and starts taking its money, from a stored card if there is one. A repeated request with the same key pays once.
 *
 * @throws AppError `request.invalid` above what is owed, `payments.method_not_offered`, `payments.too_many_pending`,
 *   `payments.transaction_refused`, `payments.transaction_used`
 */
export async function takePayment(
  registry: Registry,
  target: Target,
  { amount, paymentMethod, txHash, card, fee }: PayRequest,
  { scope, key, of }: Once,
  stored?: StoredCardRow,
): Promise<PaymentAnswer> {
  const method = await registry.payments.offered(paymentMethod);
  const arrived = method.next === null || method.arrives?.({ card, stored }) === true;
  if (txHash !== undefined && method.transactions === undefined)
    throw new AppError(validationFailed, 'Only usdc and eth payments have a transaction hash.', {
      errors: [{ in: 'body', pointer: '/txHash', message: 'leave out txHash for this payment method' }],
    });
  if (card !== undefined && !(await method.option()).cards?.some((one) => one.card === card))
    throw new AppError(validationFailed, 'TEST cards are for payments by card in demo mode.', {
      errors: [{ in: 'body', pointer: '/card', message: 'leave out card here' }],
    });
  const propertyIds = [...new Set(target.parts.map(({ subject }) => subject))];
  const [propertyId = ''] = propertyIds;
  const methodFeeCents = feeOf((await readFees(registry.database))(paymentMethod), amount);
  const billedAt = await readBilledAt(registry, propertyIds, target.parts);
  if (txHash !== undefined) {
    const { accountId } = target;
    const amountCents = amount + methodFeeCents;
    const named = { txHash, accountId, kind: PROPERTY_TAX, subject: propertyId, amountCents, billedAt };
    const known = await method.transactions?.find(named);
    if (known !== undefined) return verifyAndShow(registry, method, known, txHash);
  }
  // Late charges are applied before the payment, as of the same moment.
  await Promise.all(propertyIds.map((id) => chargeProperty(registry, id)));
  const paymentId = newPaymentId();
  const payerKey = target.accountId === null ? newPayerKey() : null;
  const reference = method.reference(paymentId);
  await method.transactions?.prepare({ paymentId, reference, amountCents: amount + methodFeeCents, billedAt });
  const request = openPayment(
    {
      ...target,
      paymentId,
      payerKey,
      method: paymentMethod,
      taxCents: amount,
      methodFeeCents,
      reference,
      txHash: null,
    },
    { arrived, shownFeeCents: fee },
  );
  const idempotencyKey: IdempotencyKey | undefined =
    key === undefined
      ? undefined
      : {
          scope,
          key,
          fingerprint: fingerprintOf(
            JSON.stringify([
              of,
              amount,
              paymentMethod,
              ...(card === undefined ? [] : [card]),
              ...(txHash === undefined ? [] : [txHash]),
              ...(fee === undefined ? [] : [fee]),
            ]),
          ),
        };
  const { index } = await registry.requests.append(request, idempotencyKey);
  const opened = await findByBlock(registry, index);
  if (opened.state === 'pending') await method.start?.(opened, { card, stored });
  const answer =
    txHash === undefined
      ? await answerPayment(registry.payments, await findByBlock(registry, index))
      : await verifyAndShow(registry, method, opened.paymentId, txHash);
  // A repeated request with the same idempotency key returns the payer key of the first one.
  return opened.payerKey == null ? answer : { ...answer, payerKey: opened.payerKey };
}

/** Returns the time since when the open amounts of the parts are owed, in milliseconds since the epoch. */
async function readBilledAt(
  registry: Registry,
  propertyIds: readonly string[],
  parts: readonly PaymentPart[],
): Promise<number> {
  const parcels = await readParcelStates(registry.database, propertyIds);
  const open = parcels.flatMap(({ bills }) => bills.filter((bill) => openOf(bill) > 0 && isChosen({ parts }, bill)));
  return Math.min(registry.clock(), ...open.map(({ issuedAt }) => issuedAt));
}

/** Verifies the transaction that a payer named, and returns the payment after that. */
async function verifyAndShow(
  registry: Registry,
  method: Method,
  paymentId: string,
  txHash: string,
): Promise<PaymentAnswer> {
  await method.transactions?.verify(paymentId, txHash);
  const [row] = await readPayments(registry.database, [paymentId]);
  if (row === undefined) throw noSuchPayment(paymentId);
  return answerPayment(registry.payments, row);
}

/** Finds the payment that a block opened, because a repeated request returns the first payment. */
async function findByBlock(registry: Registry, index: number): Promise<PaymentRow> {
  const row = await findOpenedBy(registry.database, index);
  if (row === undefined) throw new Error(`Broken invariant: block ${index} opened a payment`);
  return row;
}
