import { z } from 'zod';
import { BlockIndex } from '#domains/ledger/contract.ts';
import { errorKind, idempotencyMismatch, unavailable } from '#platform/contract/errors.ts';
import { Cents } from '#platform/contract/money.ts';
import { pageSize } from '#platform/contract/pagination.ts';
import { PublicText, Text } from '#platform/contract/public-text.ts';
import { route } from '#platform/contract/route.ts';
import { Sha256Hex } from '#platform/contract/scalars.ts';
import { canRunRegistry } from './capabilities.ts';
import { Geometry } from './geometry.ts';
import { PropertyId, PropertyType, propertyNotFound } from './properties.ts';

export const propertyRetired = errorKind('registry.property_retired', 409, 'Property is retired');
export const propertyExists = errorKind('registry.property_exists', 409, 'Property already exists');
export const taxOwed = errorKind('registry.tax_owed', 409, 'Tax is owed');
export const titleRefused = errorKind('registry.title_refused', 409, 'Transfer not possible');

/** A part of a whole. Its numerator is at most its denominator. */
export const Part = z.strictObject({
  numerator: z.int().min(1).max(1_000_000_000).default(1),
  denominator: z.int().min(1).max(1_000_000_000).default(1),
});

/** An owner: the city, a resident's account, or a person without an account, named only in the registry. */
const Owner = z.union(
  [
    z.strictObject({ city: z.literal(true) }),
    z.strictObject({ username: Text(64) }),
    z.strictObject({ name: Text(200), contact: Text(500).optional() }),
  ],
  'An owner is {"city": true}, {"username": …}, or {"name": …}',
);
export type Owner = z.infer<typeof Owner>;

/** The facts of a parcel that is to be registered. */
export const ParcelPlan = z.strictObject({
  propertyId: PropertyId,
  address: PublicText(200).meta({ example: '14 Quay Street' }),
  neighborhood: PublicText(80).meta({ example: 'Old Harbor' }),
  propertyType: PropertyType,
  squareFootage: z.int().min(0).max(2_000_000_000),
  lotSquareFeet: z.int().min(0).max(2_000_000_000).default(0),
  yearBuilt: z.int().min(1500).max(2200).nullable().default(null),
  geometry: Geometry.optional(),
});
export type ParcelPlan = z.infer<typeof ParcelPlan>;

export const ParcelInput = ParcelPlan.extend({
  owners: z
    .array(z.strictObject({ owner: Owner, fraction: Part }))
    .min(1)
    .max(100)
    .default([{ owner: { city: true }, fraction: { numerator: 1, denominator: 1 } }])
    .describe('Fractions that add up to exactly one. The city by default.'),
});
export type ParcelInput = z.infer<typeof ParcelInput>;

/** Parcels in one request. A longer roll takes several. */
export const ROLL_CHUNK_MAX = 500;

export const importRoll = route({
  method: 'POST',
  path: '/api/detroit/roll',
  tag: 'Registry',
  summary: 'Register a part of the property roll',
  description:
    'Registers new parcels, corrects the facts of changed ones, and leaves the rest. Owners of a registered parcel are ' +
    'not changed: record a transfer. Parcels are independent of each other, and the results list their outcomes in order. Of rows with the same ' +
    '`propertyId` only the first counts; the others are rejected with a `problem` that names it.',
  access: { may: canRunRegistry },
  body: z.strictObject({ parcels: z.array(ParcelInput).min(1).max(ROLL_CHUNK_MAX) }),
  response: z.object({
    results: z.array(
      z.object({
        propertyId: PropertyId,
        outcome: z.enum(['registered', 'corrected', 'unchanged', 'rejected']),
        problem: z.string().optional(),
        blockIndex: BlockIndex.optional(),
      }),
    ),
  }),
  errors: [unavailable],
});

export const exportRoll = route({
  method: 'GET',
  path: '/api/detroit/roll',
  tag: 'Registry',
  summary: 'Read the property roll part by part',
  description:
    'The facts and geometry of active properties in the order of their ids, without owners. What it returns can be imported.',
  access: 'public',
  cost: 'search',
  query: z.strictObject({
    after: PropertyId.optional().describe('Continue after this property.'),
    limit: pageSize(500, 500),
  }),
  response: z.object({
    parcels: z.array(ParcelPlan.extend({ geometry: Geometry.nullable() })).max(500),
    total: z.int().min(0).describe('Active properties at this moment.'),
    next: PropertyId.nullable().describe('Pass it as `after` for the next part; null at the end.'),
  }),
});

const recorded = z.object({ blockIndex: BlockIndex });
const property = z.object({ id: PropertyId });

export const assessProperty = route({
  method: 'POST',
  path: '/api/detroit/properties/{id}/assessments',
  tag: 'Registry',
  summary: 'Assess a property for a year',
  description:
    'A second assessment of a year needs a reason, which is public. It corrects the first, which stays on the ledger.',
  access: { may: canRunRegistry },
  idempotent: true,
  params: property,
  body: z.strictObject({
    year: z.int().min(1900).max(2200),
    land: Cents,
    building: Cents,
    reason: PublicText(500).optional().describe('Why it corrects the earlier assessment of the year.'),
  }),
  response: recorded,
  errors: [propertyNotFound, propertyRetired, idempotencyMismatch, unavailable],
});

export const transferTitle = route({
  method: 'POST',
  path: '/api/detroit/properties/{id}/transfers',
  tag: 'Registry',
  summary: 'Transfer a fraction of a property',
  description:
    'Moves a fraction of the whole from an owner to another. Fractions always add up to exactly one. Refused while tax is owed on a ' +
    'retired property that it replaced.',
  access: { may: canRunRegistry },
  idempotent: true,
  params: property,
  body: z.strictObject({
    from: z.string().min(1).max(64).describe('The pseudonym of an owner, or `city`.'),
    to: z.union(
      [...Owner.options, z.strictObject({ holder: Text(64) })],
      'The new owner is {"city": true}, {"username": …}, {"name": …}, or {"holder": …}',
    ),
    fraction: Part,
    documentSha256: Sha256Hex.optional().describe('The hash of the deed.'),
  }),
  response: recorded,
  errors: [propertyNotFound, propertyRetired, taxOwed, titleRefused, idempotencyMismatch, unavailable],
});

export const recordDocument = route({
  method: 'POST',
  path: '/api/detroit/properties/{id}/documents',
  tag: 'Registry',
  summary: 'Record the hash of a document',
  description: 'The document itself is not sent. Anyone can compare a copy with the recorded hash.',
  access: { may: canRunRegistry },
  idempotent: true,
  params: property,
  body: z.strictObject({ title: PublicText(200), sha256: Sha256Hex }),
  response: recorded,
  errors: [propertyNotFound, propertyRetired, idempotencyMismatch, unavailable],
});

/** Parcels that one block replaces or creates. */
export const RESHAPED_MAX = 20;

const reshaped = [
  propertyNotFound,
  propertyRetired,
  propertyExists,
  taxOwed,
  titleRefused,
  idempotencyMismatch,
  unavailable,
] as const;
const examplePlan = (part: string) => ({
  propertyId: `HB-0412-017-${part}`,
  address: '14 Quay Street',
  neighborhood: 'Old Harbor',
  propertyType: 'residential',
  squareFootage: 600,
});
const isDistinct = (ids: readonly string[]) => new Set(ids).size === ids.length;

export const splitProperty = route({
  method: 'POST',
  path: '/api/detroit/properties/{id}/split',
  tag: 'Registry',
  summary: 'Split a property',
  description:
    'Replaces it by new properties, which the same owners own in the same fractions. Its bills have to be paid. It is retired and ' +
    'keeps its history; its credit goes to the first new one, including later overpayments. If a payment of it is taken back ' +
    'later, the owners of the new ones see and pay its bill, and they are not transferred, split or merged before that.',
  access: { may: canRunRegistry },
  idempotent: true,
  params: property,
  body: z.strictObject({
    into: z
      .array(ParcelPlan)
      .min(2)
      .max(RESHAPED_MAX)
      .refine((plans) => isDistinct(plans.map(({ propertyId }) => propertyId)), 'Give each property another id')
      .meta({ example: ['A', 'B'].map(examplePlan) }),
  }),
  response: recorded,
  errors: reshaped,
});

export const mergeProperties = route({
  method: 'POST',
  path: '/api/detroit/merges',
  tag: 'Registry',
  summary: 'Merge properties',
  description:
    'Replaces properties that the same owners own in the same fractions by a new one. Their bills have to be paid. They are ' +
    'retired and keep their history; their credit goes to the new one, including later overpayments. If a payment of them is ' +
    'taken back later, the owners of the new one see and pay their bills, and it is not transferred, split or merged before that.',
  access: { may: canRunRegistry },
  idempotent: true,
  body: z.strictObject({
    propertyIds: z
      .array(PropertyId)
      .min(2)
      .max(RESHAPED_MAX)
      .refine(isDistinct, 'Name each property once')
      .meta({ example: ['HB-0412-017', 'HB-0412-018'] }),
    into: ParcelPlan,
  }),
  response: recorded,
  errors: reshaped,
});

/** Owners with their names, for government accounts and for the owner itself. */
export const listOwners = route({
  method: 'GET',
  path: '/api/detroit/properties/{id}/owners',
  tag: 'Registry',
  summary: 'Read the owners of a property',
  access: { may: canRunRegistry },
  params: property,
  response: z.object({
    owners: z
      .array(
        z.object({
          holder: z.string(),
          name: z.string().optional(),
          contact: z.string().optional(),
          username: z.string().optional(),
        }),
      )
      .max(500),
  }),
  errors: [propertyNotFound],
});
