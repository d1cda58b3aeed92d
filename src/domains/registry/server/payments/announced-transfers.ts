import { type PaymentPart, type PaymentRow, readAnnouncedOn, subjectsOf } from '#domains/payments/server/index.ts';
import { ANNOUNCED_MAX, type Announced } from '#domains/registry/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import type { Registry } from '../open-registry.ts';
import { readParcelStates } from '../parcels/parcels.ts';
import type { BillState } from '../taxes/bill-state.ts';
import { chargeLate } from '../taxes/charge-late.ts';
import { allocate } from './allocate.ts';
import { isChosen, PROPERTY_TAX } from './requirements.ts';

/**
 * Returns the transfers that were announced for these parts, and what they would pay on them if they arrived now, by the rules that
 * allocate them on arrival. Of a transfer for several properties, only the amount on these parts counts. Transfers that pay none of these
 * properties are left out, although they may leave more of a joint transfer for them.
 */
export async function readAnnounced(
  { database, clock, timeZone }: Pick<Registry, 'database' | 'clock' | 'timeZone'>,
  parts: readonly PaymentPart[],
): Promise<Announced> {
  const subjects = [...new Set(parts.map(({ subject }) => subject))];
  const transfers = await readAnnouncedOn(database, PROPERTY_TAX, subjects, ANNOUNCED_MAX);
  const parcels = await readParcelStates(database, [...new Set(transfers.flatMap(subjectsOf))]);
  const bills = parcels.flatMap((parcel) => parcel.bills.map((bill) => chargeLate(bill, clock(), timeZone).bill));
  const cents = payWith(transfers, bills, (bill) => isChosen({ parts }, bill));
  return {
    cents,
    formatted: formatCents(cents),
    transfers: transfers.map((transfer) => ({
      id: transfer.paymentId,
      amountFormatted: formatCents(transfer.amountCents),
      reference: transfer.reference,
      timestamp: new Date(transfer.openedAt).toISOString(),
      properties: subjectsOf(transfer).length,
    })),
  };
}

/** Returns how many cents the transfers pay on the counted bills. */
function payWith(
  transfers: readonly PaymentRow[],
  bills: readonly BillState[],
  isCounted: (bill: BillState) => boolean,
): number {
  const counted = new Set(bills.filter(isCounted).map(({ billNumber }) => billNumber));
  const left = new Map(bills.map((bill) => [bill.billNumber, bill]));
  return transfers.reduce((sum, transfer) => {
    const reached = subjectsOf(transfer).flatMap((id) => [...left.values()].filter((bill) => bill.propertyId === id));
    const paid = allocate(reached, transfer.amountCents - transfer.methodFeeCents, (bill) => isChosen(transfer, bill));
    for (const bill of paid.bills) left.set(bill.billNumber, bill);
    return paid.allocations.reduce(
      (all, { bill, cents }) => all + (bill !== null && counted.has(bill) ? cents : 0),
      sum,
    );
  }, 0);
}
