import type { Property } from '#domains/registry/contract.ts';

/** Returns the properties with tax owed, most first, the sum in cents, and the property if it is the only one. */
export function owingOf(properties: readonly Property[]) {
  const owing = properties.filter(({ taxOwed }) => taxOwed > 0).toSorted((a, b) => b.taxOwed - a.taxOwed);
  const cents = owing.reduce((sum, { taxOwed }) => sum + taxOwed, 0);
  return { owing, cents, only: owing.length === 1 ? owing[0]?.propertyId : undefined };
}
