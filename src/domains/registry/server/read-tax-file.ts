import { holds } from '#domains/participants/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { canRunRegistry, type Appeal as ShownAppeal } from '#domains/registry/contract.ts';
import { appealableUntil, readAppealDays } from './appeals/appeal-term.ts';
import { readVisibleExemptions } from './exemptions/visible-exemptions.ts';
import type { Registry } from './open-registry.ts';
import { readParcelStates } from './parcels/parcels.ts';
import { noSuchProperty } from './require-parcel.ts';
import { findHolderOfAccount } from './rights/parties.ts';
import { readTaxFiles } from './tax-file.ts';
import type { Appeal } from './tax-file-state.ts';
import { requireOwner } from './taxes/read-bills.ts';

/** The maximum number of appeals in an answer. */
const LISTED_MAX = 200;

/**
 * Reads the exemptions and appeals of a parcel with kinds, statements and reasons, as far as the caller may see them.
 *
 * @throws AppError `registry.property_not_found`, `request.forbidden`
 */
export async function readTaxFile(registry: Registry, caller: Account, propertyId: string) {
  const { database, timeZone, clock } = registry;
  await requireOwner(registry, caller, propertyId);
  const [[parcel], [file], exemptions, holder] = await Promise.all([
    readParcelStates(database, [propertyId]),
    readTaxFiles(database, [propertyId]),
    readVisibleExemptions(database, caller, propertyId),
    findHolderOfAccount(database, propertyId, caller.id),
  ]);
  if (parcel === undefined || file === undefined) throw noSuchProperty(propertyId);
  const newest = file.assessments.get(parcel.assessedYear ?? 0);
  const until = newest && appealableUntil(newest, await readAppealDays(database, newest.year), timeZone);
  const isCity = holds(caller, canRunRegistry);
  return {
    exemptions,
    appeals: file.appeals
      .toReversed()
      .slice(0, LISTED_MAX)
      .map((appeal) =>
        showAppeal(isCity || appeal.holder === holder ? appeal : { ...appeal, statement: null, reason: null }),
      ),
    appealable:
      newest === undefined || until === undefined || until < clock() || parcel.status === 'retired'
        ? null
        : {
            year: newest.year,
            assessedCents: newest.landCents + newest.buildingCents,
            until: new Date(until).toISOString(),
          },
  };
}

/** Returns an appeal as its owners and the government see it. */
export const showAppeal = ({ holder: _, filedAt, decidedAt, documents, ...appeal }: Appeal): ShownAppeal => ({
  ...appeal,
  documents: [...documents],
  filedAt: new Date(filedAt).toISOString(),
  decidedAt: decidedAt === null ? null : new Date(decidedAt).toISOString(),
});
