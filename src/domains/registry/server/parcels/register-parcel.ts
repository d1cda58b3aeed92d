import type { Division } from '#domains/registry/contract/title/fractions.ts';
import type { Geometry } from '#domains/registry/contract.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import { registryBlockTypes } from '../registry-block-types.ts';
import {
  type NewHolder,
  NOTHING_PASSED_ON,
  type ParcelFacts,
  type ParcelState,
  type RegistryRequest,
} from '../registry-state.ts';
import { requireActive } from '../require-parcel.ts';
import { blockFacts } from './plan-facts.ts';

export type NewParcel = {
  readonly facts: ParcelFacts;
  readonly geometry: Geometry | undefined;
  /** Undefined if the fractions do not add up to one. */
  readonly division: Division | undefined;
  readonly holders: readonly NewHolder[];
};

/**
 * Returns the request that registers a parcel. For a registered parcel with the same facts it repeats the block that registered
 * it; for one with other facts it corrects them and keeps the owners. Without a geometry, the stored one stays.
 */
export const registration = (parcel: NewParcel, user: string): RegistryRequest => ({
  propertyIds: [parcel.facts.propertyId],
  judge(view, { index, at }) {
    const known = view.parcel(parcel.facts.propertyId);
    if (known !== undefined) return correct(known, parcel, user, () => requireActive(view, parcel.facts.propertyId));
    if (parcel.division === undefined)
      throw new AppError(validationFailed, `The fractions of ${parcel.facts.propertyId} do not add up to exactly one.`);
    const { shares, held } = parcel.division;
    return {
      draft: registryBlockTypes.draft({
        action: 'registry.parcel_registered',
        user,
        ...blockFacts(parcel.facts),
        shares,
        rights: [...held].map(([holder, own]) => ({ holder, shares: own })),
      }),
      parcels: [
        {
          facts: parcel.facts,
          status: 'active',
          shares,
          rights: new Map(
            [...held].map(([holder, own]) => [holder, { shares: own, acquiredAt: at, acquiredIndex: index }]),
          ),
          assessedCents: 0,
          assessedYear: null,
          owedCents: 0,
          creditCents: 0,
          passedOn: NOTHING_PASSED_ON,
          bills: [],
          registeredIndex: index,
          titleIndex: index,
        },
      ],
      geometries: shapeOf(parcel),
      holders: parcel.holders,
    };
  },
});

function correct(known: ParcelState, parcel: NewParcel, user: string, requireChangeable: () => void) {
  const facts = { ...parcel.facts, geometrySha256: parcel.facts.geometrySha256 ?? known.facts.geometrySha256 };
  if (isSame(known.facts, facts)) return { repeats: known.registeredIndex };
  requireChangeable();
  return {
    draft: registryBlockTypes.draft({ action: 'registry.parcel_corrected', user, ...blockFacts(facts) }),
    parcels: [{ ...known, facts }],
    geometries: shapeOf(parcel),
  };
}

const isSame = (a: ParcelFacts, b: ParcelFacts) =>
  (Object.keys(a) as (keyof ParcelFacts)[]).every((field) => a[field] === b[field]);

const shapeOf = ({ facts, geometry }: NewParcel) =>
  geometry === undefined ? [] : [{ propertyId: facts.propertyId, geometry }];
