import type { Database } from '#platform/server/database/database.ts';
import { readTaxFiles } from '../tax-file.ts';

/** Appeals that a page lists. */
const LISTED_MAX = 200;

/** Reads what is public of the exemptions and appeals of a parcel, newest first: no kinds, no amounts, no statements, no reasons. */
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
