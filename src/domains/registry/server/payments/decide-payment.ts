import type { Account } from '#domains/participants/server/index.ts';
import type { PaymentAnswer, PaymentState } from '#domains/payments/contract.ts';
import { answerPayment, listPayments, type PaymentRow, showPayments } from '#domains/payments/server/index.ts';
import { LISTED_PAYMENTS_MAX } from '#domains/registry/contract.ts';
import type { Registry } from '../open-registry.ts';
import { findProperties } from '../parcels/list-properties.ts';
import { noSuchProperty } from '../require-parcel.ts';
import { noSuchPayment, PROPERTY_TAX } from './requirements.ts';

/**
 * Confirms that the money of a pending payment arrived.
 *
 * @throws AppError `payments.not_found`, `payments.settled`, `payments.settled_by_chain`
 */
export async function confirm(
  registry: Registry,
  caller: Account,
  paymentId: string,
  arrivedCents: number | undefined,
): Promise<PaymentAnswer> {
  const { method, state } = await find(registry, paymentId);
  const { transactions } = registry.payments.method(method);
  const cents = state === 'pending' ? await transactions?.decide(paymentId, arrivedCents) : undefined;
  await registry.payments.payee(PROPERTY_TAX).settle(paymentId, cents ?? arrivedCents, caller.username);
  return answerPayment(registry.payments, await find(registry, paymentId));
}

/** Closes a pending payment whose money did not arrive. */
export async function fail(
  registry: Registry,
  caller: Account,
  paymentId: string,
  reason: string,
): Promise<PaymentAnswer> {
  await registry.payments.payee(PROPERTY_TAX).fail(paymentId, reason, caller.username);
  return answerPayment(registry.payments, await find(registry, paymentId));
}

async function find(registry: Pick<Registry, 'payments'>, paymentId: string): Promise<PaymentRow> {
  const payment = await registry.payments.find(paymentId);
  if (payment === undefined || payment.kind !== PROPERTY_TAX) throw noSuchPayment(paymentId);
  return payment;
}

/**
 * Reads the payments for a property, newest first, without payers.
 *
 * @throws AppError `registry.property_not_found`
 */
export async function readPaymentsOf({ database }: Registry, propertyId: string) {
  if ((await findProperties(database, [propertyId])).length === 0) throw noSuchProperty(propertyId);
  const rows = await listPayments(database, { kind: PROPERTY_TAX, subject: propertyId, limit: LISTED_PAYMENTS_MAX });
  return showPayments(database, rows);
}

/** Reads the payments of all properties, newest first. */
export async function readAllPayments({ database }: Registry, state: PaymentState | undefined, limit: number) {
  const rows = await listPayments(database, { kind: PROPERTY_TAX, state, limit });
  const shown = await showPayments(database, rows);
  return shown.map((payment, n) => ({ ...payment, propertyId: rows[n]?.subject ?? '' }));
}
