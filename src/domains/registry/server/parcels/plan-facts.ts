import { hash } from 'node:crypto';
import { canonicalJson, type JsonValue } from '@cairn/ledger-proof';
import type { Geometry, ParcelPlan } from '#domains/registry/contract.ts';
import type { ParcelFacts, ParcelState } from '../registry-state.ts';

/** Returns the facts of a parcel as given, with the hash of its geometry: the SHA-256 of the canonical JSON, in hex. */
export function planFacts({ geometry, ...facts }: ParcelPlan): { facts: ParcelFacts; geometry: Geometry | undefined } {
  const geometrySha256 = geometry === undefined ? null : hashGeometry(geometry);
  return { facts: { ...facts, geometrySha256 }, geometry };
}

/** Returns the SHA-256 of the canonical JSON of a geometry, in hex. */
export const hashGeometry = (geometry: Geometry): string => hash('sha256', canonicalJson(geometry as JsonValue));

/** Returns the facts of a parcel as its block states them. */
export const blockFacts = (facts: ParcelFacts) => ({
  property_id: facts.propertyId,
  address: facts.address,
  neighborhood: facts.neighborhood,
  property_type: facts.propertyType,
  square_footage: facts.squareFootage,
  lot_square_feet: facts.lotSquareFeet,
  year_built: facts.yearBuilt,
  geometry_sha256: facts.geometrySha256,
});

/** Returns the facts and owners of a parcel as its block states them. */
export const describeFacts = ({ facts, shares, rights }: Pick<ParcelState, 'facts' | 'shares' | 'rights'>) => ({
  ...blockFacts(facts),
  shares,
  rights: [...rights].map(([holder, right]) => ({ holder, shares: right.shares })),
});
