import type { PaymentAnswer } from '#domains/payments/contract.ts';
import { answerPayment, findOpenedBy } from '#domains/payments/server/index.ts';
import { findOrCloseKey } from '#platform/server/database/idempotency-keys.ts';
import type { Registry } from '../open-registry.ts';
import { requireBill } from '../taxes/read-bills.ts';

/** Returns the payment that an account opened with a key, or null once no request with that key can pay any more. */
export const lookUpPayment = (registry: Registry, accountId: string, key: string): Promise<PaymentAnswer | null> =>
  lookUp(registry, `payment:${accountId}`, key);

/**
 * Returns the payment that was opened for a bill with a key, or null once no request with that key can pay any more.
 *
 * @throws AppError `registry.bill_not_found`
 */
export async function lookUpBillPayment(
  registry: Registry,
  billNumber: string,
  key: string,
): Promise<PaymentAnswer | null> {
  await requireBill(registry, billNumber);
  return lookUp(registry, `payment:${billNumber}`, key);
}

async function lookUp(registry: Registry, scope: string, key: string): Promise<PaymentAnswer | null> {
  const index = await findOrCloseKey(registry.database, { scope, key });
  const row = index === undefined ? undefined : await findOpenedBy(registry.database, index);
  if (row === undefined) return null;
  const answer = await answerPayment(registry.payments, row);
  // The idempotency key of the request is as secret as the payer key in its answer.
  return row.payerKey == null ? answer : { ...answer, payerKey: row.payerKey };
}
