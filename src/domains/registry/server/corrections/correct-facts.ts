import type { Account } from '#domains/participants/server/index.ts';
import { type Geometry, nothingToCorrect, type PropertyType } from '#domains/registry/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Registry } from '../open-registry.ts';
import { blockFacts, hashGeometry } from '../parcels/plan-facts.ts';
import { openNearby } from '../parcels/require-nearby.ts';
import { registryBlockTypes } from '../registry-block-types.ts';
import { keyOf } from '../registry-requests.ts';
import type { ParcelFacts, RegistryRequest } from '../registry-state.ts';
import { requireActive } from '../require-parcel.ts';

/** The facts that are corrected; the others stay. */
export type FactsCorrection = {
  readonly address?: string | undefined;
  readonly neighborhood?: string | undefined;
  readonly propertyType?: PropertyType | undefined;
  readonly squareFootage?: number | undefined;
  readonly lotSquareFeet?: number | undefined;
  readonly yearBuilt?: number | null | undefined;
  readonly geometry?: Geometry | undefined;
  readonly reason: string;
};

/**
 * Corrects facts of a parcel by a block that states all facts. The earlier ones stay on the ledger.
 *
 * @throws AppError `registry.property_not_found`, `registry.property_retired`, `registry.nothing_to_correct`
 */
export async function correctFacts(
  { database, requests }: Registry,
  caller: Account,
  propertyId: string,
  correction: FactsCorrection,
  key: string | undefined,
): Promise<{ blockIndex: number }> {
  (await openNearby(database, [propertyId]))(propertyId, correction.geometry, '/geometry');
  const { index } = await requests.append(
    correcting(propertyId, correction, caller.username),
    keyOf(caller, key, ['correct facts', propertyId, correction]),
  );
  return { blockIndex: index };
}

const correcting = (
  propertyId: string,
  { geometry, reason, ...given }: FactsCorrection,
  user: string,
): RegistryRequest => ({
  propertyIds: [propertyId],
  judge(view) {
    const parcel = requireActive(view, propertyId);
    const changes = { ...given, ...(geometry === undefined ? {} : { geometrySha256: hashGeometry(geometry) }) };
    const named = Object.entries(changes).filter(([, value]) => value !== undefined);
    const isNew = named.some(([field, value]) => parcel.facts[field as keyof ParcelFacts] !== value);
    if (!isNew)
      throw new AppError(nothingToCorrect, `${propertyId} already has these facts.`, {
        hint: 'Name a fact that differs.',
      });
    const facts: ParcelFacts = { ...parcel.facts, ...Object.fromEntries(named) };
    return {
      draft: registryBlockTypes.draft({ action: 'registry.parcel_corrected', user, ...blockFacts(facts), reason }),
      parcels: [{ ...parcel, facts }],
      geometries: geometry === undefined ? [] : [{ propertyId, geometry }],
    };
  },
});
