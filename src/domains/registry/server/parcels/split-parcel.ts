import type { Account } from '#domains/participants/server/index.ts';
import { balanced, move } from '#domains/payments/server/index.ts';
import type { ParcelPlan } from '#domains/registry/contract.ts';
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
 * Splits a parcel into new ones, which its owners own in the same fractions. The parcel is retired and keeps its history; its
 * credit goes to the first new one. One block states the whole split.
 *
 * @throws AppError `registry.property_not_found`, `registry.property_retired`, `registry.property_exists`,
 *   `registry.tax_owed`, `registry.title_refused`, `request.invalid` for more land than the parcel has
 */
export async function splitParcel(
  registry: Registry,
  caller: Account,
  propertyId: string,
  into: readonly ParcelPlan[],
  key: string | undefined,
): Promise<{ blockIndex: number }> {
  const nearby = await openNearby(registry.database, [propertyId]);
  for (const [n, plan] of into.entries()) nearby(plan.propertyId, plan.geometry, `/into/${n}/geometry`);
  const parties = (await readPartiesOf(registry.database, [propertyId])).get(propertyId);
  const replaced = await readReplaced(registry.database, [propertyId]);
  const request = split(propertyId, into, { parties, replaced }, caller.username);
  const { index } = await registry.requests.append(request, keyOf(caller, key, ['split', propertyId, into]));
  return { blockIndex: index };
}

function split(
  propertyId: string,
  into: readonly ParcelPlan[],
  { parties, replaced }: { readonly parties: PartiesOfParcel | undefined; readonly replaced: readonly string[] },
  user: string,
): RegistryRequest {
  const plans = into.map((plan) => ({ ...planFacts(plan), pseudonyms: choosePseudonyms(parties?.values() ?? []) }));
  return {
    propertyIds: [propertyId, ...into.map((plan) => plan.propertyId), ...replaced],
    titleIds: [propertyId],
    judge(view, position) {
      const parcel = requireReplaceable(view, propertyId);
      requireNoDebtBefore(view, replaced);
      for (const { facts } of plans) requireNew(view, facts.propertyId);
      requireLand([parcel], into, (n) => `/into/${n}/lotSquareFeet`);
      const division = { shares: parcel.shares, held: sharesByParty(parcel, parties) };
      const successors = plans.map(({ facts, pseudonyms }) => successor(facts, division, pseudonyms, position));
      const [first, ...others] = successors.map((one) => one.parcel);
      if (first === undefined) throw new Error('A split has at least two plans');
      return {
        draft: registryBlockTypes.draft({
          action: 'registry.parcel_split',
          user,
          property_id: propertyId,
          into: [first, ...others].map(describeFacts),
        }),
        parcels: [
          retired(parcel, first.facts.propertyId, position),
          { ...first, creditCents: parcel.creditCents },
          ...others,
        ],
        geometries: plans.flatMap(({ facts, geometry }) =>
          geometry ? [{ propertyId: facts.propertyId, geometry }] : [],
        ),
        holders: successors.flatMap((one) => one.holders),
        successions: plans.map(({ facts }) => ({ propertyId, successorId: facts.propertyId })),
        postings: balanced(move(books(first.facts.propertyId).credit, books(propertyId).credit, parcel.creditCents)),
      };
    },
  };
}
