import { CITY } from '#domains/registry/contract/title/city.ts';
import type { Division } from '#domains/registry/contract/title/fractions.ts';
import { type ParcelPlan, propertyExists, taxOwed, titleRefused } from '#domains/registry/contract.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import { formatCents } from '#platform/contract/money.ts';
import { withPassedOn } from '../payments/take-back-along.ts';
import {
  type NewHolder,
  NOTHING_PASSED_ON,
  type ParcelFacts,
  type ParcelState,
  type Position,
  type RegistryView,
} from '../registry-state.ts';
import { requireActive } from '../require-parcel.ts';
import { newPseudonym } from '../rights/parties.ts';

/** The party behind each pseudonym of a parcel. */
export type PartiesOfParcel = ReadonlyMap<string, string>;

/**
 * Returns a parcel that is about to be replaced. Nothing may be owed on it, because a retired parcel has no owner to bill.
 *
 * @throws AppError `registry.property_not_found`, `registry.property_retired`, `registry.tax_owed`
 */
export function requireReplaceable(view: RegistryView, propertyId: string): ParcelState {
  const parcel = requireActive(view, propertyId);
  if (parcel.owedCents === 0) return parcel;
  throw new AppError(taxOwed, `${formatCents(parcel.owedCents)} of tax is owed on ${propertyId}.`, {
    hint: 'Pay its bills before you split or merge it.',
  });
}

/** @throws AppError `registry.property_exists` */
export function requireNew(view: RegistryView, propertyId: string): void {
  if (view.parcel(propertyId) === undefined) return;
  throw new AppError(propertyExists, `Property ${propertyId} already exists.`, { hint: 'Choose another id.' });
}

/**
 * Requires that new parcels together have no more land than those they replace, in square feet. A lot of 0 is unknown.
 *
 * @throws AppError `request.invalid` at the lots of all of them
 */
export function requireLand(
  replaced: readonly ParcelState[],
  into: readonly ParcelPlan[],
  pointerOf: (n: number) => string,
): void {
  const lots = replaced.map(({ facts }) => facts.lotSquareFeet);
  const land = lots.reduce((sum, lot) => sum + lot, 0);
  const planned = into.reduce((sum, { lotSquareFeet }) => sum + lotSquareFeet, 0);
  if (planned <= land || lots.includes(0)) return;
  const area = (feet: number) => `${feet.toLocaleString('en-US')} sq ft`;
  throw new AppError(
    validationFailed,
    `The new lots have ${area(planned)} together, and only ${area(land)} are available.`,
    {
      hint: 'If a survey found more land, correct the facts of the property first.',
      errors: into.map((_, n) => ({
        in: 'body',
        pointer: pointerOf(n),
        message: `lotSquareFeet must add up to ${area(land)} at most`,
      })),
    },
  );
}

/**
 * Returns the shares of a parcel by party. The city is its own party.
 *
 * @throws AppError `registry.title_refused` when an owner was added after `parties` was read
 */
export function sharesByParty(parcel: ParcelState, parties: PartiesOfParcel | undefined): Map<string, number> {
  return new Map(
    [...parcel.rights].map(([holder, { shares }]) => {
      const party = holder === CITY ? CITY : parties?.get(holder);
      if (party === undefined)
        throw new AppError(titleRefused, `The owners of ${parcel.facts.propertyId} have just changed.`, {
          hint: 'Send the request again.',
        });
      return [party, shares];
    }),
  );
}

/** Chooses a pseudonym for every party in a new parcel, so that pseudonyms never reveal which parcels belong together. */
export const choosePseudonyms = (parties: Iterable<string>): ReadonlyMap<string, string> =>
  new Map([...parties].map((party) => [party, party === CITY ? CITY : newPseudonym()]));

/** Returns a new parcel that takes over the owners of an earlier one, in the same fractions. */
export function successor(
  facts: ParcelFacts,
  { shares, held }: Division,
  pseudonyms: ReadonlyMap<string, string>,
  { index, at }: Position,
): { parcel: ParcelState; holders: NewHolder[] } {
  const right = (own: number) => ({ shares: own, acquiredAt: at, acquiredIndex: index });
  const named = [...held].map(([party, own]) => ({ party, holder: pseudonyms.get(party) ?? CITY, own }));
  return {
    parcel: {
      facts,
      status: 'active',
      shares,
      rights: new Map(named.map(({ holder, own }) => [holder, right(own)])),
      assessedCents: 0,
      assessedYear: null,
      owedCents: 0,
      creditCents: 0,
      passedOn: NOTHING_PASSED_ON,
      bills: [],
      registeredIndex: index,
      titleIndex: index,
    },
    holders: named.flatMap(({ party, holder }) =>
      party === CITY ? [] : [{ holder, propertyId: facts.propertyId, partyId: party }],
    ),
  };
}

/** Returns a parcel after others replaced it: it has no owners, and keeps its history. Excess payments to it go to `heir`. */
export const retired = (parcel: ParcelState, heir: string, { index }: Position): ParcelState => ({
  ...parcel,
  status: 'retired',
  heir,
  rights: new Map(),
  creditCents: 0,
  passedOn: withPassedOn(parcel.passedOn, heir, parcel.creditCents),
  titleIndex: index,
});
