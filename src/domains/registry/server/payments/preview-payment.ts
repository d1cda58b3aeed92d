import type { Allocation, PaymentPart } from '#domains/payments/server/index.ts';
import type { PaymentPreview } from '#domains/registry/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import type { Registry } from '../open-registry.ts';
import { findProperties } from '../parcels/list-properties.ts';
import { readParcelStates } from '../parcels/parcels.ts';
import { openOf, owedOn } from '../taxes/bill-state.ts';
import { chargeLate } from '../taxes/charge-late.ts';
import { allocate } from './allocate.ts';
import { readAnnounced } from './announced-transfers.ts';
import { isChosen } from './requirements.ts';
import { tooMuch } from './too-much.ts';

/**
 * Returns what a payment would pay now, by the same rules that allocate it, with the penalties and interest that are due by now.
 * Writes nothing. Without an amount, it pays all that is owed.
 *
 * @throws AppError `request.invalid` above what is owed
 */
export async function previewPayment(
  registry: Registry,
  parts: readonly PaymentPart[],
  amount: number | undefined,
): Promise<PaymentPreview> {
  const { database, clock, timeZone } = registry;
  const propertyIds = [...new Set(parts.map(({ subject }) => subject))];
  const [parcels, properties, announced] = await Promise.all([
    readParcelStates(database, propertyIds),
    findProperties(database, propertyIds),
    readAnnounced(registry, parts),
  ]);
  const addresses = new Map(properties.map((property) => [property.property_id, property.address]));
  // In the order in which they were chosen, as in the payment itself.
  const bills = propertyIds
    .flatMap((id) => parcels.find(({ facts }) => facts.propertyId === id)?.bills ?? [])
    .filter((bill) => isChosen({ parts }, bill))
    .map((bill) => chargeLate(bill, clock(), timeZone).bill)
    .filter((bill) => openOf(bill) > 0);
  const owed = owedOn(bills);
  if (amount !== undefined && amount > owed) throw tooMuch(amount, owed);
  const { allocations } = allocate(bills, amount ?? owed);
  return {
    owed,
    owedFormatted: formatCents(owed),
    amount: amount ?? owed,
    amountFormatted: formatCents(amount ?? owed),
    announced,
    lines: bills
      .toSorted((a, b) => a.year - b.year)
      .map((bill) => {
        const paid = paidOn(allocations, bill.billNumber);
        return {
          propertyId: bill.propertyId,
          address: addresses.get(bill.propertyId) ?? '',
          year: bill.year,
          open: openOf(bill),
          openFormatted: formatCents(openOf(bill)),
          ...paid,
          paidFormatted: formatCents(paid.paid),
        };
      }),
  };
}

function paidOn(allocations: readonly Allocation[], billNumber: string) {
  const sum = (part: string) =>
    allocations.reduce((total, one) => total + (one.bill === billNumber && one.part === part ? one.cents : 0), 0);
  const [fees, interest, tax] = [sum('fee'), sum('interest'), sum('principal')];
  return { fees, interest, tax, paid: fees + interest + tax };
}
