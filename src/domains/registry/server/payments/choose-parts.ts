import type { Account } from '#domains/participants/server/index.ts';
import type { PaymentPart } from '#domains/payments/server/index.ts';
import type { Registry } from '../open-registry.ts';
import { findProperties } from '../parcels/list-properties.ts';
import { noSuchProperty } from '../require-parcel.ts';
import { requireBill, requireOwner } from '../taxes/read-bills.ts';

/**
 * Returns the parts of a payment for all that is owed on properties. The caller owns a part of each, or is the government.
 *
 * @throws AppError `registry.property_not_found`, `request.forbidden`
 */
export async function partsOfProperties(
  registry: Registry,
  caller: Account,
  propertyIds: readonly string[],
): Promise<PaymentPart[]> {
  const unique = [...new Set(propertyIds)];
  const known = new Set((await findProperties(registry.database, unique)).map((property) => property.property_id));
  for (const propertyId of unique) {
    if (!known.has(propertyId)) throw noSuchProperty(propertyId);
    await requireOwner(registry, caller, propertyId);
  }
  return unique.map((subject) => ({ subject, bill: null }));
}

/**
 * Returns the parts of a payment for bills. Anyone with the number of a bill may pay it.
 *
 * @throws AppError `registry.bill_not_found`
 */
export async function partsOfBills(registry: Registry, billNumbers: readonly string[]): Promise<PaymentPart[]> {
  const parts: PaymentPart[] = [];
  for (const bill of new Set(billNumbers))
    parts.push({ subject: (await requireBill(registry, bill)).propertyId, bill });
  return parts;
}
