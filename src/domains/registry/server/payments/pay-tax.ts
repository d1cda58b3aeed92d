import type { Account } from '#domains/participants/server/index.ts';
import { type PaymentAnswer, tooManyPending } from '#domains/payments/contract.ts';
import {
  answerPayment,
  countPending,
  findOpenedBy,
  type Method,
  newPaymentId,
  type PaymentRow,
  readPayments,
} from '#domains/payments/server/index.ts';
import type { PayRequest } from '#domains/registry/contract.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import { fingerprintOf, type IdempotencyKey } from '#platform/server/database/idempotency-keys.ts';
import type { Registry } from '../open-registry.ts';
import { findProperties } from '../parcels/list-properties.ts';
import { readParcelStates } from '../parcels/parcels.ts';
import { noSuchProperty } from '../require-parcel.ts';
import { openOf } from '../taxes/bill-state.ts';
import { chargeProperty } from '../taxes/charge-property.ts';
import { requireBill, requireOwner } from '../taxes/read-bills.ts';
import { openPayment } from './open-payment.ts';
import { noSuchPayment, PROPERTY_TAX } from './requirements.ts';

/**
 * Pays tax on a property as one of its owners, or as the government. A repeated request with the same key pays once.
 *
 * @throws AppError `registry.property_not_found`, `request.forbidden`, `request.invalid` above what is owed,
 *   `payments.method_not_offered`, `payments.transaction_refused`, `payments.transaction_used`
 */
export async function payProperty(
  registry: Registry,
  caller: Account,
  propertyId: string,
  request: PayRequest,
  key: string | undefined,
): Promise<PaymentAnswer> {
  if ((await findProperties(registry.database, [propertyId])).length === 0) throw noSuchProperty(propertyId);
  await requireOwner(registry, caller, propertyId);
  const own = { scope: `payment:${caller.id}`, key, of: ['property', propertyId] };
  return pay(registry, { propertyId, billNumber: undefined, accountId: caller.id }, request, own);
}

/**
 * Pays a bill by its number, without an account.
 *
 * @throws AppError `registry.bill_not_found`, `request.invalid` above what is open, `payments.method_not_offered`
 */
export async function payBill(
  registry: Registry,
  billNumber: string,
  request: PayRequest,
  key: string | undefined,
): Promise<PaymentAnswer> {
  const { propertyId } = await requireBill(registry, billNumber);
  const own = { scope: `payment:${billNumber}`, key, of: ['bill', billNumber] };
  return pay(registry, { propertyId, billNumber, accountId: null }, request, own);
}

/** Anyone with a bill can announce payments, and each one is a permanent block. */
const PENDING_MAX = 20;

type Target = { propertyId: string; billNumber: string | undefined; accountId: string | null };

async function pay(
  registry: Registry,
  target: Target,
  { amount, paymentMethod, txHash, card }: PayRequest,
  { scope, key, of }: { scope: string; key: string | undefined; of: readonly string[] },
): Promise<PaymentAnswer> {
  const method = await registry.payments.offered(paymentMethod);
  const arrived = method.next === null || method.arrives?.({ card }) === true;
  if (txHash !== undefined && method.transactions === undefined)
    throw new AppError(validationFailed, 'Only usdc and eth payments have a transaction hash.', {
      errors: [{ in: 'body', pointer: '/txHash', message: 'leave out txHash for this payment method' }],
    });
  if (card !== undefined && !(await method.option()).cards?.some((one) => one.card === card))
    throw new AppError(validationFailed, 'TEST cards are for payments by card in demo mode.', {
      errors: [{ in: 'body', pointer: '/card', message: 'leave out card here' }],
    });
  const billedAt = await readBilledAt(registry, target);
  if (txHash !== undefined) {
    const named = { txHash, kind: PROPERTY_TAX, subject: target.propertyId, amountCents: amount, billedAt };
    const known = await method.transactions?.find(named);
    if (known !== undefined) return verifyAndShow(registry, method, known, txHash);
  }
  if (!arrived && (await countPending(registry.database, PROPERTY_TAX, target.propertyId)) >= PENDING_MAX)
    throw new AppError(tooManyPending, `${PENDING_MAX} payments for ${target.propertyId} have not arrived yet.`, {
      hint: 'Use the reference of one that you have, or ask the city to close those that will not arrive.',
    });
  // What is late counts before the payment does, as of the same moment.
  await chargeProperty(registry, target.propertyId);
  const paymentId = newPaymentId();
  const reference = method.reference(paymentId);
  await method.transactions?.prepare({ paymentId, reference, amountCents: amount, billedAt });
  const request = openPayment(
    { ...target, paymentId, method: paymentMethod, amountCents: amount, reference, txHash: null },
    arrived,
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
            ]),
          ),
        };
  const { index } = await registry.requests.append(request, idempotencyKey);
  const opened = await findByBlock(registry, index);
  if (opened.state === 'pending') await method.start?.(opened, { card });
  if (txHash !== undefined) return verifyAndShow(registry, method, opened.paymentId, txHash);
  return answerPayment(registry.payments, await findByBlock(registry, index));
}

/** Returns since when a parcel, or one of its bills, owes what is open. In milliseconds since the epoch. */
async function readBilledAt(registry: Registry, { propertyId, billNumber }: Target): Promise<number> {
  const [parcel] = await readParcelStates(registry.database, [propertyId]);
  const open = parcel?.bills.filter((bill) => openOf(bill) > 0 && (billNumber ?? bill.billNumber) === bill.billNumber);
  return Math.min(registry.clock(), ...(open ?? []).map(({ issuedAt }) => issuedAt));
}

/** Verifies the transaction that a payer named, and returns the payment as it is then. */
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

/** Finds the payment that a block opened: a repeated request gets the first one. */
async function findByBlock(registry: Registry, index: number): Promise<PaymentRow> {
  const row = await findOpenedBy(registry.database, index);
  if (row === undefined) throw new Error(`Broken invariant: block ${index} opened a payment`);
  return row;
}
