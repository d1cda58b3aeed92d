import { move, type Posting } from '#domains/payments/server/index.ts';
import type { ParcelState, RegistryView } from '../registry-state.ts';
import { allocate } from './allocate.ts';
import { books } from './books-of-property.ts';
import { withBills } from './requirements.ts';
import { withPassedOn } from './take-back-along.ts';

/** The credit in a block that goes to the heir of a retired parcel. */
export type PassedOn = { readonly property_id: string; readonly amount_cents: number };

/**
 * Passes the credit of a retired parcel on to the active parcel that replaced it, or to the first of several, because a retired parcel gets
 * no more bills. It pays what is owed there. Returns the changed parcels with the heir, or nothing for an active parcel or one
 * without credit.
 */
export function passOnCredit(
  view: Pick<RegistryView, 'parcel'>,
  parcels: readonly ParcelState[],
  propertyId: string,
): { parcels: ParcelState[]; passedOn: PassedOn; postings: Posting[] } | undefined {
  const current = (id: string) => parcels.find(({ facts }) => facts.propertyId === id) ?? view.parcel(id);
  const own = current(propertyId);
  let heir = own;
  while (heir?.status === 'retired') heir = heir.heir === undefined ? undefined : current(heir.heir);
  if (own === undefined || heir === undefined || heir === own || own.creditCents === 0) return undefined;
  const cents = own.creditCents;
  const credited = withCredit(heir, cents);
  const after = withBills(credited, credited.bills);
  const used = cents - (after.creditCents - heir.creditCents);
  const [from, to] = [books(propertyId), books(heir.facts.propertyId)];
  const passedOn = withPassedOn(own.passedOn, heir.facts.propertyId, cents);
  const left = parcels.filter(({ facts }) => facts.propertyId !== after.facts.propertyId);
  return {
    parcels: [...left.map((one) => (one === own ? { ...own, creditCents: 0, passedOn } : one)), after],
    passedOn: { property_id: heir.facts.propertyId, amount_cents: cents },
    postings: [...move(to.receivable, from.credit, used), ...move(to.credit, from.credit, cents - used)],
  };
}

/** Passes on the credit of each retired parcel of a payment, in their order. */
export function passOnCredits(
  view: Pick<RegistryView, 'parcel'>,
  parcels: readonly ParcelState[],
  propertyIds: readonly string[],
) {
  let after = parcels;
  const passed: (PassedOn & { readonly from: string })[] = [];
  const postings: Posting[] = [];
  for (const from of propertyIds) {
    const one = passOnCredit(view, after, from);
    if (one === undefined) continue;
    after = one.parcels;
    passed.push({ from, ...one.passedOn });
    postings.push(...one.postings);
  }
  return { parcels: after, passed, postings };
}

/** Returns a parcel with added credit, which first pays what is owed on it. */
export function withCredit<Of extends Pick<ParcelState, 'bills' | 'creditCents'>>(parcel: Of, cents: number) {
  const { bills, allocations } = allocate(parcel.bills, cents);
  const paid = new Map(bills.map((bill) => [bill.billNumber, bill]));
  const left = allocations.reduce((sum, one) => sum + (one.part === 'credit' ? one.cents : 0), 0);
  return {
    ...parcel,
    bills: parcel.bills.map((bill) => paid.get(bill.billNumber) ?? bill),
    creditCents: parcel.creditCents + left,
  };
}
