import type { Database } from '#platform/server/database/database.ts';
import { readTaxFiles } from '../tax-file.ts';

/** The maximum number of appeals that a page lists. */
const LISTED_MAX = 200;

/** Reads the public part of a parcel's exemptions and appeals, newest first: no kinds, amounts, statements or reasons. */
export async function readPublicFile(db: Database, propertyId: string) {
  const [file] = await readTaxFiles(db, [propertyId]);
  const exemptions = (file?.exemptions ?? []).toReversed();
  const appeals = (file?.appeals ?? []).toReversed().slice(0, LISTED_MAX);
  return {
    exemptions: exemptions.map(({ exemptionId, fromYear, toYear, grantedIndex }) => ({
      exemptionId,
      fromYear,
      toYear,
      blockIndex: grantedIndex,
    })),
    appeals: appeals.map(
      ({ appealId, year, state, requestedCents, decidedCents, filedAt, filedIndex, decidedIndex }) => ({
        appealId,
        year,
        state,
        requestedCents,
        decidedCents,
        filedAt: new Date(filedAt).toISOString(),
        filedIndex,
        decidedIndex,
      }),
    ),
  };
}
