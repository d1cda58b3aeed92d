import { formatCents } from '#platform/contract/money.ts';
import type { Database } from '#platform/server/database/database.ts';
import { readTotals } from './parcels/totals.ts';
import { countOwningAccounts } from './rights/parties.ts';

/** The features that the registry page lists. */
const municipalFeatures = [
  'Every registration, assessment, transfer and payment is a block that anyone can verify',
  'Ownership in exact fractions, under pseudonyms that only the registry can resolve',
  'Assessed values by year, with corrections beside what they correct',
  'Property tax paid online or by bank transfer, by owners or by anyone who has the number of a bill',
  'Documents compared with their recorded hash in your browser',
];

/** Reads the totals of the registry. */
export async function readDashboard(db: Database) {
  const [totals, activeResidents] = await Promise.all([readTotals(db), countOwningAccounts(db)]);
  return {
    stats: {
      totalProperties: totals.properties,
      totalAssessedValue: totals.assessedCents,
      totalAssessedValueFormatted: formatCents(totals.assessedCents),
      totalTaxOwed: totals.owedCents,
      totalTaxOwedFormatted: formatCents(totals.owedCents),
      activeResidents,
      governmentProperties: totals.cityProperties,
      blockchainTransactions: totals.blocks,
    },
    municipalFeatures,
  };
}
