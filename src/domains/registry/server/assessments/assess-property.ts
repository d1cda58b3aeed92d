import type { Account } from '#domains/participants/server/index.ts';
import type { Registry } from '../open-registry.ts';
import { registryBlockTypes } from '../registry-block-types.ts';
import { keyOf } from '../registry-requests.ts';
import type { RegistryRequest } from '../registry-state.ts';
import { requireActive } from '../require-parcel.ts';

export type AssessmentRequest = {
  readonly propertyId: string;
  readonly year: number;
  readonly land: number;
  readonly building: number;
};

/**
 * Records the assessed value of a parcel for a year. The newest year counts for the parcel; a second assessment of that
 * year replaces its value and leaves the first on the ledger.
 *
 * @throws AppError `registry.property_not_found`, `registry.property_retired`
 */
export async function assessProperty(
  registry: Registry,
  caller: Account,
  request: AssessmentRequest,
  key: string | undefined,
): Promise<{ blockIndex: number }> {
  const { index } = await registry.requests.append(
    assessment(request, caller.username),
    keyOf(caller, key, ['assess', request]),
  );
  return { blockIndex: index };
}

/** Returns the request that assesses a parcel. */
export const assessment = ({ propertyId, year, land, building }: AssessmentRequest, user: string): RegistryRequest => ({
  propertyIds: [propertyId],
  judge(view) {
    const parcel = requireActive(view, propertyId);
    const isNewest = parcel.assessedYear === null || year >= parcel.assessedYear;
    return {
      draft: registryBlockTypes.draft({
        action: 'registry.assessed',
        user,
        property_id: propertyId,
        year,
        land_cents: land,
        building_cents: building,
      }),
      parcels: [isNewest ? { ...parcel, assessedYear: year, assessedCents: land + building } : parcel],
      assessment: { propertyId, year, landCents: land, buildingCents: building },
    };
  },
});
