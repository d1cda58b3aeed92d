import { balanced, move } from '#domains/payments/server/index.ts';
import type { Registry } from '../open-registry.ts';
import { books } from '../payments/books-of-property.ts';
import { registryBlockTypes } from '../registry-block-types.ts';
import type { ParcelState, RegistryRequest } from '../registry-state.ts';
import { DamagedBills } from './bill-damage.ts';
import { owedOn } from './bill-state.ts';
import { readLateParcels } from './bills.ts';
import { chargeLate } from './charge-late.ts';

const PARCELS_AT_ONCE = 200;

/**
 * Charges the penalties and interest that are due on all parcels. Safe to run at any time and in any number of processes: nothing
 * is charged twice.
 */
export async function chargeLateParcels(registry: Registry, signal: AbortSignal): Promise<number> {
  let [charged, after] = [0, ''];
  while (!signal.aborted) {
    const late = await readLateParcels(registry.database, registry.clock(), after, PARCELS_AT_ONCE);
    const outcomes = await Promise.all(
      late.map((propertyId) => chargeProperty(registry, propertyId).catch(passDamaged)),
    );
    charged += outcomes.filter(Boolean).length;
    after = late.at(-1) ?? '';
    if (late.length < PARCELS_AT_ONCE) break;
  }
  return charged;
}

/** Skips parcels whose bills do not add up, so that they do not stop the others from being charged. */
function passDamaged(error: unknown): false {
  if (error instanceof DamagedBills) return false;
  throw error;
}

/** Applies the late charges of a parcel, and reports whether there were any. */
export async function chargeProperty(registry: Registry, propertyId: string): Promise<boolean> {
  const { fresh } = await registry.requests.append(charge(propertyId, registry.timeZone));
  return fresh;
}

const charge = (propertyId: string, timeZone: string): RegistryRequest => ({
  propertyIds: [propertyId],
  judge(view, { at }) {
    const parcel = view.parcel(propertyId);
    const charges = parcel?.bills.map((bill) => chargeLate(bill, at, timeZone)) ?? [];
    const sum = (of: 'penaltyCents' | 'interestCents') => charges.reduce((total, one) => total + one[of], 0);
    const [penalty, interest] = [sum('penaltyCents'), sum('interestCents')];
    if (parcel === undefined || penalty + interest === 0) return { repeats: parcel?.registeredIndex ?? 0 };
    const bills = charges.map(({ bill }) => bill);
    const account = books(propertyId);
    const charged: ParcelState = {
      ...parcel,
      bills,
      owedCents: owedOn(bills),
    };
    return {
      draft: registryBlockTypes.draft({
        action: 'registry.tax_charged',
        property_id: propertyId,
        penalty_cents: penalty,
        interest_cents: interest,
        time_zone: timeZone,
      }),
      parcels: [charged],
      postings: balanced([
        ...move('revenue:penalty', account.receivable, penalty),
        ...move('revenue:interest', account.receivable, interest),
      ]),
    };
  },
});
