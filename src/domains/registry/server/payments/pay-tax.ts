import type { Account } from '#domains/participants/server/index.ts';
import type { PaymentAnswer } from '#domains/payments/contract.ts';
import type { PayBills, PayProperties, PayRequest } from '#domains/registry/contract.ts';
import type { Registry } from '../open-registry.ts';
import { requireBill } from '../taxes/read-bills.ts';
import { partsOfBills, partsOfProperties } from './choose-parts.ts';
import { takePayment } from './take-payment.ts';

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
  const parts = await partsOfProperties(registry, caller, [propertyId]);
  const own = { scope: `payment:${caller.id}`, key, of: ['property', propertyId] };
  return takePayment(registry, { parts, accountId: caller.id }, request, own);
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
  return takePayment(registry, { parts: [{ subject: propertyId, bill: billNumber }], accountId: null }, request, own);
}

/**
 * Pays tax on several properties by one payment, as an owner of each of them or as the government. Nothing is written if the caller
 * owns no part of one of them.
 *
 * @throws AppError as `payProperty` does
 */
export async function payProperties(
  registry: Registry,
  caller: Account,
  { propertyIds, ...request }: PayProperties,
  key: string | undefined,
): Promise<PaymentAnswer> {
  const parts = await partsOfProperties(registry, caller, propertyIds);
  const own = { scope: `payment:${caller.id}`, key, of: ['properties', ...propertyIds] };
  return takePayment(registry, { parts, accountId: caller.id }, request, own);
}

/**
 * Pays several bills by their numbers with one payment, without an account.
 *
 * @throws AppError as `payBill` does
 */
export async function payBills(
  registry: Registry,
  { billNumbers, ...request }: PayBills,
  key: string | undefined,
): Promise<PaymentAnswer> {
  const parts = await partsOfBills(registry, billNumbers);
  const own = { scope: `payment:${billNumbers[0]}`, key, of: ['bills', ...billNumbers] };
  return takePayment(registry, { parts, accountId: null }, request, own);
}
