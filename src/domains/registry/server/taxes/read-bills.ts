import { holds } from '#domains/participants/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { billNotFound, canRunRegistry } from '#domains/registry/contract.ts';
import { AppError, forbidden } from '#platform/contract/errors.ts';
import { formatCents } from '#platform/contract/money.ts';
import { readBillCorrections } from '../corrections/bill-corrections.ts';
import { readVisibleExemptions } from '../exemptions/visible-exemptions.ts';
import type { Registry } from '../open-registry.ts';
import { findProperties } from '../parcels/list-properties.ts';
import { readParcelStates } from '../parcels/parcels.ts';
import { readAnnounced } from '../payments/announced-transfers.ts';
import { noSuchProperty } from '../require-parcel.ts';
import { ownsOrSucceeds } from '../rights/parties.ts';
import { readBillWaivers } from '../waivers/bill-waivers.ts';
import { findBill } from './bills.ts';
import { chargeLate } from './charge-late.ts';
import { showBill, showTotal } from './show-bills.ts';

/**
 * Refuses everyone but the owners of a property, the owners of the replacements of a retired one, and the government.
 *
 * @throws AppError `request.forbidden`
 */
export async function requireOwner(registry: Registry, caller: Account, propertyId: string): Promise<void> {
  if (holds(caller, canRunRegistry) || (await ownsOrSucceeds(registry.database, caller.id, propertyId))) return;
  throw new AppError(forbidden, `${propertyId} is not your property.`, {
    hint: 'To pay for another person, use the number of the bill.',
  });
}

/**
 * Reads the bills of a property, newest year first.
 *
 * @throws AppError `registry.property_not_found`, `request.forbidden`
 */
export async function readBillsOf(registry: Registry, caller: Account, propertyId: string) {
  await requireOwner(registry, caller, propertyId);
  const [parcel] = await readParcelStates(registry.database, [propertyId]);
  if (parcel === undefined) throw noSuchProperty(propertyId);
  const now = registry.clock();
  const billNumbers = parcel.bills.map(({ billNumber }) => billNumber);
  const [exemptions, corrections, waivers, announced] = await Promise.all([
    readVisibleExemptions(registry.database, caller, propertyId),
    readBillCorrections(registry.database, billNumbers),
    readBillWaivers(registry.database, billNumbers),
    readAnnounced(registry, [{ subject: propertyId, bill: null }]),
  ]);
  const kinds = new Map(exemptions.flatMap(({ exemptionId, kind }) => (kind === null ? [] : [[exemptionId, kind]])));
  return {
    bills: parcel.bills.toReversed().map((bill) => {
      const of = <Row>(rows: ReadonlyMap<string, Row[]>) => rows.get(bill.billNumber) ?? [];
      const beside = { kinds, corrections: of(corrections), waivers: of(waivers) };
      return showBill(chargeLate(bill, now, registry.timeZone).bill, parcel.facts.address, beside, now);
    }),
    creditCents: parcel.creditCents,
    creditFormatted: formatCents(parcel.creditCents),
    announced,
  };
}

/**
 * Reads the total of a bill by its number, with the late charges by now, because they are charged before any payment.
 *
 * @throws AppError `registry.bill_not_found`
 */
export async function readBillTotal(registry: Registry, billNumber: string) {
  const { clock, database, timeZone } = registry;
  const { bill } = chargeLate(await requireBill(registry, billNumber), clock(), timeZone);
  const [[property], announced] = await Promise.all([
    findProperties(database, [bill.propertyId]),
    readAnnounced(registry, [{ subject: bill.propertyId, bill: billNumber }]),
  ]);
  return { ...showTotal(bill, property?.address ?? '', clock()), announced };
}

/** @throws AppError `registry.bill_not_found` */
export async function requireBill(registry: Pick<Registry, 'database'>, billNumber: string) {
  const bill = await findBill(registry.database, billNumber);
  if (bill === undefined)
    throw new AppError(billNotFound, `Bill ${billNumber} was not found.`, {
      hint: 'Compare the number with the one on the bill.',
    });
  return bill;
}
