import type { Allocation } from '#domains/payments/server/index.ts';
import type { ParcelState, RegistryView } from '../registry-state.ts';
import { withBills } from './requirements.ts';
import { creditIn, giveBack, paidOf } from './take-back.ts';

/** Credit in a block that a parcel takes back from one that it had passed it on to. */
export type TakenFrom = { readonly from: string; readonly property_id: string; readonly amount_cents: number };

/** A parcel of a payment, and what the payment had paid on it. */
export type Returning = { readonly parcel: ParcelState; readonly own: readonly Allocation[] };

type Give = (parcel: ParcelState, wantedCents: number) => number;

/**
 * Takes back what allocations had paid on parcels, as `giveBack` does, and counts credit that they had passed on to other parcels as their
 * own: first what is left of it there is taken, then bills that it paid there are open again, the newest parcel first. An heir gives
 * back no more than came from the parcel. Returns every changed parcel, those of the payment first.
 */
export function takeBackAlong(
  view: Pick<RegistryView, 'parcel'>,
  returning: readonly Returning[],
): { parcels: ParcelState[]; takenFrom: readonly TakenFrom[] } {
  const own = new Map(returning.map((one) => [one.parcel.facts.propertyId, one]));
  const current = (id: string) => own.get(id)?.parcel ?? view.parcel(id);
  const ownOf = (id: string) => own.get(id)?.own ?? [];
  const links = createLinks(current);
  const spare = createPool(({ facts, creditCents }) => creditCents - sumOf(ownOf(facts.propertyId)));
  const reopenable = createPool(({ facts, bills }) => {
    const principal = ownOf(facts.propertyId).filter(({ part }) => part === 'principal');
    return bills.reduce((sum, bill) => sum + paidOf(bill), 0) - sumOf(principal);
  });
  for (const { parcel, own: allocations } of returning) {
    const { bills, creditCents } = parcel;
    links.take(parcel, Math.max(0, sumOf(allocations) - creditCents), spare);
    const short = () => creditIn(bills, allocations) - creditCents - links.into(parcel);
    links.take(parcel, Math.max(0, short()), reopenable);
    // Without a bill, only fees and interest on the bills of heirs are left that the credit can have paid.
    if (bills.length === 0)
      links.take(parcel, Math.max(0, short()), (one, wanted) => (one.bills.length > 0 ? wanted : 0));
  }
  const changed = new Set([...own.keys(), ...links.list().map((one) => one.property_id)]);
  return {
    parcels: [...changed].flatMap((id) => {
      const parcel = current(id);
      return parcel === undefined ? [] : [after(parcel, ownOf(id), links.list())];
    }),
    takenFrom: links.list(),
  };
}

/** Returns a parcel after its part of a reversal: what was paid on it is taken back, and what others take from it. */
function after(parcel: ParcelState, own: readonly Allocation[], taken: readonly TakenFrom[]): ParcelState {
  const { propertyId } = parcel.facts;
  const { bills, creditCents } = giveBackAlong(parcel, own, taken, propertyId);
  const back = taken.filter(({ from }) => from === propertyId);
  return withBills(
    { ...parcel, creditCents, passedOn: back.length === 0 ? parcel.passedOn : lessTaken(parcel.passedOn, back) },
    bills,
  );
}

/** Takes back allocations of one parcel, with the credit that it takes from others, and what others take from it. */
export function giveBackAlong(
  { bills, creditCents }: Pick<ParcelState, 'bills' | 'creditCents'>,
  own: readonly Allocation[],
  taken: readonly TakenFrom[],
  propertyId: string,
) {
  const [into, out] = [intoOf(taken, propertyId), outOf(taken, propertyId)];
  return giveBack(bills, creditCents + into, out === 0 ? own : [...own, { part: 'credit', bill: null, cents: out }]);
}

export const intoOf = (taken: readonly TakenFrom[], propertyId: string): number =>
  taken.reduce((sum, one) => sum + (one.from === propertyId ? one.amount_cents : 0), 0);

export const outOf = (taken: readonly TakenFrom[], propertyId: string): number =>
  taken.reduce((sum, one) => sum + (one.property_id === propertyId ? one.amount_cents : 0), 0);

/** Returns the credit that a parcel passed on, after some of it was taken back. */
export function lessTaken(passedOn: ParcelState['passedOn'], back: readonly TakenFrom[]): ParcelState['passedOn'] {
  const left = new Map(passedOn);
  for (const { property_id: id, amount_cents: cents } of back) left.set(id, (left.get(id) ?? 0) - cents);
  return new Map([...left].filter(([, cents]) => cents !== 0));
}

/** Returns the credit that a parcel passed on, after it passed on more. */
export const withPassedOn = (
  passedOn: ParcelState['passedOn'],
  heir: string,
  cents: number,
): ParcelState['passedOn'] => (cents === 0 ? passedOn : new Map(passedOn).set(heir, (passedOn.get(heir) ?? 0) + cents));

const sumOf = (allocations: readonly Allocation[]) => allocations.reduce((sum, { cents }) => sum + cents, 0);

/** Returns a function that gives from an amount of each parcel until it is used up. */
function createPool(amountOf: (parcel: ParcelState) => number): Give {
  const left = new Map<string, number>();
  return (parcel, wantedCents) => {
    const { propertyId } = parcel.facts;
    const available = left.get(propertyId) ?? Math.max(0, amountOf(parcel));
    const given = Math.min(available, wantedCents);
    left.set(propertyId, available - given);
    return given;
  };
}

/** Returns the parcels that replaced a parcel, in order, as far as the first of several parts each time. */
function heirsOf(parcel: ParcelState, current: (propertyId: string) => ParcelState | undefined): ParcelState[] {
  const heirs: ParcelState[] = [];
  let next = parcel.heir === undefined ? undefined : current(parcel.heir);
  // Only altered rows lead back to a parcel that was seen before.
  while (next !== undefined && next !== parcel && !heirs.includes(next)) {
    heirs.push(next);
    next = next.heir === undefined ? undefined : current(next.heir);
  }
  return heirs;
}

/** Returns what is taken from each heir so far. Each heir passes on what it does not give itself, so every link has its own limit. */
function createLinks(current: (propertyId: string) => ParcelState | undefined) {
  const taken: TakenFrom[] = [];
  const between = (from: string, to: string) =>
    outOf(
      taken.filter((one) => one.from === from),
      to,
    );
  /** Adds to a link. The link nearest to the payment comes first. */
  const add = (from: string, to: string, cents: number) => {
    const known = taken.findIndex((one) => one.from === from && one.property_id === to);
    const amount_cents = cents + (known === -1 ? 0 : (taken[known]?.amount_cents ?? 0));
    if (known === -1) taken.push({ from, property_id: to, amount_cents });
    else taken[known] = { from, property_id: to, amount_cents };
  };
  const take = (parcel: ParcelState, wantedCents: number, give: Give, heirs = heirsOf(parcel, current)): number => {
    const { propertyId } = parcel.facts;
    let left = wantedCents;
    for (const [n, heir] of [...heirs.entries()].toReversed()) {
      const id = heir.facts.propertyId;
      const wanted = Math.min(left, (parcel.passedOn.get(id) ?? 0) - between(propertyId, id));
      if (wanted <= 0) continue;
      const behind = take(heir, wanted, give, heirs.slice(n + 1));
      const given = behind + give(heir, wanted - behind);
      if (given > 0) add(propertyId, id, given);
      left -= given;
    }
    return wantedCents - left;
  };
  return {
    take,
    into: ({ facts }: ParcelState) => intoOf(taken, facts.propertyId),
    list: (): readonly TakenFrom[] => taken.toReversed(),
  };
}
