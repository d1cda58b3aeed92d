import type { Database } from '#platform/server/database/database.ts';
import { readAppeals } from './appeals/appeals.ts';
import { readAssessmentStates } from './assessments/assessments.ts';
import { readExemptions } from './exemptions/exemptions.ts';
import type { Change, Position } from './registry-state.ts';
import type { ExemptionState, TaxFile } from './tax-file-state.ts';

/** Reads the tax files of parcels. A parcel without data has an empty file. */
export async function readTaxFiles(db: Database, propertyIds: readonly string[]): Promise<TaxFile[]> {
  if (propertyIds.length === 0) return [];
  const [assessments, exemptions, appeals] = await Promise.all([
    readAssessmentStates(db, propertyIds),
    readExemptions(db, propertyIds),
    readAppeals(db, propertyIds),
  ]);
  return propertyIds.map((propertyId) => ({
    propertyId,
    assessments: new Map((assessments.get(propertyId) ?? []).map((one) => [one.year, one])),
    exemptions: exemptions.get(propertyId) ?? [],
    appeals: appeals.get(propertyId) ?? [],
  }));
}

/** Returns a tax file after a change of its parcel. */
export function fileAfter(file: TaxFile, change: Change, { index, at }: Position): TaxFile {
  const { assessment, exemption, appeal } = change;
  return {
    ...file,
    ...(assessment === undefined
      ? {}
      : { assessments: new Map(file.assessments).set(assessment.year, { ...assessment, index, at }) }),
    ...(exemption === undefined ? {} : { exemptions: replaced(file.exemptions, exemption, 'exemptionId') }),
    ...(appeal === undefined ? {} : { appeals: replaced(file.appeals, appeal, 'appealId') }),
  };
}

/** Returns the rows with this one replacing the row with its id, or appended. */
function replaced<Row>(rows: readonly Row[], row: Row, id: keyof Row): Row[] {
  const known = rows.some((one) => one[id] === row[id]);
  return known ? rows.map((one) => (one[id] === row[id] ? row : one)) : [...rows, row];
}

/** Returns the exemptions that count for a tax year. */
export const exemptionsIn = ({ exemptions }: TaxFile, year: number): ExemptionState[] =>
  exemptions.filter(({ fromYear, toYear }) => fromYear <= year && (toYear === null || year <= toYear));
