import type { residentProperties } from '#domains/registry/contract.ts';
import type { ResponseIn } from '#platform/contract/route.ts';

type Resident = Pick<ResponseIn<typeof residentProperties>, 'properties' | 'ownerships'>;

/**
 * Returns the assessed value of a resident's shares in cents. The share of each property is computed in whole numbers and rounded down,
 * so the values of all owners of a property never add up to more than the property's.
 */
export function ownedValueOf({ properties, ownerships }: Resident): number {
  const values = new Map(properties.map(({ propertyId, assessedValue }) => [propertyId, assessedValue]));
  return ownerships.reduce((sum, { propertyId, shares: { numerator, denominator } }) => {
    const owned = (BigInt(values.get(propertyId) ?? 0) * BigInt(numerator)) / BigInt(denominator);
    return sum + Number(owned);
  }, 0);
}
