import { z } from 'zod';
import { Cents } from '#platform/contract/money.ts';
import { route } from '#platform/contract/route.ts';

export const municipalDashboard = route({
  method: 'GET',
  path: '/api/detroit/dashboard',
  tag: 'Registry',
  summary: 'Read the totals of the registry',
  access: 'public',
  response: z.object({
    stats: z.object({
      totalProperties: z.int().min(0),
      totalAssessedValue: Cents,
      totalAssessedValueFormatted: z.string(),
      totalTaxOwed: Cents,
      totalTaxOwedFormatted: z.string(),
      activeResidents: z.int().min(0).describe('Resident accounts that own property.'),
      governmentProperties: z
        .int()
        .min(0)
        .describe(
          'Active properties that are wholly the city’s. One with another owner, however small the part, is not counted.',
        ),
      blockchainTransactions: z.int().min(0).describe('Blocks of the registry, payments included.'),
    }),
    municipalFeatures: z.array(z.string()),
  }),
});
