import { formatCents } from '#platform/contract/money.ts';
import type { Registry } from './open-registry.ts';
import { readTotals } from './parcels/totals.ts';
import { countOwningAccounts } from './rights/parties.ts';

/** The features that the registry page lists. */
const municipalFeatures = [
  'Every registration, assessment, transfer and payment is a block that anyone can verify',
  'Ownership in exact fractions, under pseudonyms that only the registry can resolve',
  'Assessed values by year, with corrections next to the values they correct',
  'Property tax paid online or by bank transfer, by owners or by anyone who has the number of a bill',
  'Documents compared with their recorded hash in your browser',
];

/** Reads the totals of the registry. */
export async function readDashboard({ database, payments }: Pick<Registry, 'database' | 'payments'>) {
  const [totals, activeResidents, paymentBlocks] = await Promise.all([
    readTotals(database),
    countOwningAccounts(database),
    payments.countBlocks(),
  ]);
  return {
    stats: {
      totalProperties: totals.properties,
      totalAssessedValue: totals.assessedCents,
      totalAssessedValueFormatted: formatCents(totals.assessedCents),
      totalTaxOwed: totals.owedCents,
      totalTaxOwedFormatted: formatCents(totals.owedCents),
      activeResidents,
      governmentProperties: totals.cityProperties,
      blockchainTransactions: totals.blocks + paymentBlocks,
    },
    municipalFeatures,
  };
}
