import { z } from 'zod';
import { errorKind, unavailable } from '#platform/contract/errors.ts';
import { Cents } from '#platform/contract/money.ts';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';
import { canRunRegistry } from './capabilities.ts';
import { PropertyId, PropertyType } from './properties.ts';
import { ratesMissing, TaxYear } from './taxes.ts';

const Count = z.int().min(0);

/** The levy of a roll, or of a part of it. */
export const LevyJob = z
  .object({
    id: z.uuid(),
    year: TaxYear,
    preview: z.boolean().describe('Whether it only computes.'),
    neighborhood: z.string().nullable(),
    propertyType: PropertyType.nullable(),
    state: z.enum(['running', 'finished', 'canceled', 'failed']),
    startedBy: z.string(),
    total: Count.describe('Properties to process.'),
    levied: Count.describe('Properties with a new bill; in a preview, those that would get one.'),
    unchanged: Count.describe('Properties that were already billed for the year.'),
    exempt: Count.describe('Properties without tax: wholly the city’s, wholly exempt, or assessed at zero.'),
    notAssessed: Count.describe('Properties without an assessment for the year or an earlier one. They get no bill.'),
    rejected: Count,
    totalCents: Cents.describe('The sum of the new bills.'),
    totalFormatted: z.string(),
    problem: z.string().nullable(),
    startedAt: Instant,
    finishedAt: Instant.nullable(),
  })
  .meta({ id: 'LevyJob' });
export type LevyJob = z.infer<typeof LevyJob>;

export const levyRunning = errorKind('registry.levy_running', 409, 'A levy is running');
export const levyNotFound = errorKind('registry.levy_not_found', 404, 'Levy not found');

/** The maximum number of rejections that a job stores. */
export const REJECTIONS_MAX = 1000;

const one = z.object({ id: z.uuid() });

export const startLevy = route({
  method: 'POST',
  path: '/api/detroit/levy-jobs',
  tag: 'Property tax',
  summary: 'Levy the tax of a year on the whole roll',
  description:
    'Or on a neighborhood or a use. Goes through the properties in the background, one job at a time. It continues after a ' +
    'restart, and can be canceled; the bills that it issued until then stay.',
  access: { may: canRunRegistry },
  body: z.strictObject({
    year: TaxYear,
    preview: z.boolean().describe('Only compute, and record nothing.'),
    neighborhood: z.string().trim().min(1).max(80).optional(),
    propertyType: PropertyType.optional(),
  }),
  response: LevyJob,
  errors: [ratesMissing, levyRunning, unavailable],
});

export const listLevies = route({
  method: 'GET',
  path: '/api/detroit/levy-jobs',
  tag: 'Property tax',
  summary: 'List the levies of the roll',
  description: 'The last 20, newest first.',
  access: { may: canRunRegistry },
  response: z.object({ levies: z.array(LevyJob).max(20) }),
});

export const readLevy = route({
  method: 'GET',
  path: '/api/detroit/levy-jobs/{id}',
  tag: 'Property tax',
  summary: 'Read the progress of a levy, and its rejections',
  access: { may: canRunRegistry },
  params: one,
  response: z.object({
    levy: LevyJob,
    rejections: z.array(z.object({ propertyId: PropertyId, problem: z.string() })).max(REJECTIONS_MAX),
  }),
  errors: [levyNotFound],
});

export const cancelLevy = route({
  method: 'DELETE',
  path: '/api/detroit/levy-jobs/{id}',
  tag: 'Property tax',
  summary: 'Cancel a levy',
  description: 'Bills that it has issued stay. A levy that has ended stays as it is.',
  access: { may: canRunRegistry },
  params: one,
  response: LevyJob,
  errors: [levyNotFound],
});
