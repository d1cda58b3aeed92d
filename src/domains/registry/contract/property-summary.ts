import { z } from 'zod';
import { Cents } from '#platform/contract/money.ts';
import { pageSize } from '#platform/contract/pagination.ts';
import { route } from '#platform/contract/route.ts';
import { Property, PropertyStatus, PropertyType } from './properties.ts';

/** The fields by which properties can be ranked. */
export const rankedFields = ['assessedValue', 'taxOwed', 'squareFootage', 'lotSquareFeet', 'yearBuilt'] as const;

const Sum = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
const sums = {
  properties: Sum,
  owing: Sum.describe('Properties on which tax is owed.'),
  assessedValue: Sum.describe('The sum of the newest assessed values, in cents.'),
  taxOwed: Sum.describe('The total owed now, in cents.'),
  squareFootage: Sum,
  lotSquareFeet: Sum,
};
const PropertySums = z.object(sums);
export type PropertySums = z.infer<typeof PropertySums>;

const cents = z.coerce.number<number>().pipe(Cents).optional();
const whole = z.coerce.number<number>().pipe(z.int().min(0).max(2_000_000_000)).optional();

export const summarizeProperties = route({
  method: 'GET',
  path: '/api/detroit/property-summary',
  tag: 'Registry',
  summary: 'Count and add up properties by neighborhood and type',
  description:
    'All conditions hold together, and each bound is included. `ranked` has the first by `rankBy`, without those whose value is not known.',
  access: 'public',
  cost: 'search',
  query: z.strictObject({
    search: z.string().trim().max(200).optional().describe('As in the list of properties.'),
    street: z.string().trim().min(1).max(200).optional().describe('The address without the house number, in any case.'),
    neighborhood: z.string().trim().max(80).optional(),
    propertyType: PropertyType.optional(),
    status: PropertyStatus.default('active'),
    owed: z.enum(['yes', 'no']).optional().describe('Whether tax is owed on it.'),
    city: z.enum(['yes', 'no']).optional().describe('Whether it belongs to the city, wholly or in part.'),
    assessedFrom: cents.describe('In cents.'),
    assessedTo: cents,
    owedFrom: cents.describe('In cents.'),
    owedTo: cents,
    builtFrom: whole.describe('A year.'),
    builtTo: whole,
    squareFeetFrom: whole,
    squareFeetTo: whole,
    rankBy: z.enum(rankedFields).default('assessedValue'),
    rankOrder: z.enum(['asc', 'desc']).default('desc'),
    limit: pageSize(10, 100).describe('Properties in `ranked`.'),
  }),
  response: z.object({
    ...sums,
    neighborhoods: z.array(PropertySums.extend({ neighborhood: z.string() })).max(500),
    types: z.array(PropertySums.extend({ propertyType: PropertyType })),
    ranked: z.array(Property.extend({ lotSquareFeet: z.int().min(0), yearBuilt: z.int().nullable() })).max(100),
  }),
});
