import type { Account } from '#domains/participants/server/index.ts';
import { balanced, move } from '#domains/payments/server/index.ts';
import { type Division, inLowestTerms } from '#domains/registry/contract/title/fractions.ts';
import { type ParcelPlan, titleRefused } from '#domains/registry/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Registry } from '../open-registry.ts';
import { books } from '../payments/books-of-property.ts';
import { registryBlockTypes } from '../registry-block-types.ts';
import { keyOf } from '../registry-requests.ts';
import type { RegistryRequest } from '../registry-state.ts';
import { readPartiesOf } from '../rights/parties.ts';
import { readReplaced, requireNoDebtBefore } from './debt-before.ts';
import { describeFacts, planFacts } from './plan-facts.ts';
import { openNearby } from './require-nearby.ts';
import {
  choosePseudonyms,
  type PartiesOfParcel,
  requireLand,
  requireNew,
  requireReplaceable,
  retired,
  sharesByParty,
  successor,
} from './succeed.ts';

/**
 * Merges parcels that the same owners own in the same fractions into a new one. The earlier ones are retired and keep their
 * history; their credit goes to the new parcel. One block states the whole merge.
 *
 * @throws AppError `registry.property_not_found`, `registry.property_retired`, `registry.property_exists`,
 *   `registry.tax_owed`, `registry.title_refused` unless all are owned alike, `request.invalid` for more land than they have
 */
export async function mergeParcels(
  registry: Registry,
  caller: Account,
  propertyIds: readonly string[],
  into: ParcelPlan,
  key: string | undefined,
): Promise<{ blockIndex: number }> {
  (await openNearby(registry.database, propertyIds))(into.propertyId, into.geometry, '/into/geometry');
  const parties = await readPartiesOf(registry.database, propertyIds);
  const replaced = await readReplaced(registry.database, propertyIds);
  const request = merge(propertyIds, into, { parties, replaced }, caller.username);
  const { index } = await registry.requests.append(request, keyOf(caller, key, ['merge', propertyIds, into]));
  return { blockIndex: index };
}

function merge(
  propertyIds: readonly string[],
  into: ParcelPlan,
  {
    parties,
    replaced,
  }: { readonly parties: ReadonlyMap<string, PartiesOfParcel>; readonly replaced: readonly string[] },
  user: string,
): RegistryRequest {
  const { facts, geometry } = planFacts(into);
  const pseudonyms = choosePseudonyms(new Set([...parties.values()].flatMap((one) => [...one.values()])));
  return {
    propertyIds: [...propertyIds, facts.propertyId, ...replaced],
    titleIds: propertyIds,
    judge(view, position) {
      const parcels = propertyIds.map((id) => requireReplaceable(view, id));
      requireNoDebtBefore(view, replaced);
      requireNew(view, facts.propertyId);
      requireLand(parcels, [into], () => '/into/lotSquareFeet');
      const divisions = parcels.map((parcel) =>
        inLowestTerms({ shares: parcel.shares, held: sharesByParty(parcel, parties.get(parcel.facts.propertyId)) }),
      );
      const division = requireAlike(divisions, propertyIds);
      const { parcel, holders } = successor(facts, division, pseudonyms, position);
      const creditCents = parcels.reduce((sum, one) => sum + one.creditCents, 0);
      return {
        draft: registryBlockTypes.draft({
          action: 'registry.parcels_merged',
          user,
          ...describeFacts(parcel),
          from: [...propertyIds],
        }),
        parcels: [{ ...parcel, creditCents }, ...parcels.map((one) => retired(one, facts.propertyId, position))],
        geometries: geometry ? [{ propertyId: facts.propertyId, geometry }] : [],
        holders,
        successions: propertyIds.map((propertyId) => ({ propertyId, successorId: facts.propertyId })),
        postings: balanced(
          parcels.flatMap((one) =>
            move(books(facts.propertyId).credit, books(one.facts.propertyId).credit, one.creditCents),
          ),
        ),
      };
    },
  };
}

function requireAlike(divisions: readonly Division[], propertyIds: readonly string[]): Division {
  const [first, ...others] = divisions;
  if (first === undefined) throw new Error('A merge has at least two parcels');
  const differs = others.findIndex(
    ({ shares, held }) =>
      shares !== first.shares ||
      held.size !== first.held.size ||
      [...held].some(([party, own]) => first.held.get(party) !== own),
  );
  if (differs === -1) return first;
  throw new AppError(titleRefused, `${propertyIds[0]} and ${propertyIds[differs + 1]} have different owners.`, {
    hint: 'Transfer them first, so that the same owners have the same fractions in each.',
  });
}
