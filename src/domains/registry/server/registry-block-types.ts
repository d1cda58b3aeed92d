import { z } from 'zod';
import { declareBlockTypes } from '#domains/ledger/server/index.ts';
import { FeesByMethod, PaymentId, PaymentMethod } from '#domains/payments/contract.ts';
import { StatedTransfers } from '#domains/payments/server/index.ts';
import { PropertyId, PropertyType, TaxRates } from '#domains/registry/contract.ts';
import { Cents } from '#platform/contract/money.ts';
import { Sha256Hex } from '#platform/contract/scalars.ts';
import { assessment_year, taxActBlocks, time_zone } from './tax-act-blocks.ts';

const Right = z.strictObject({ holder: z.string(), shares: z.int().min(1) });
const by = { action: z.string(), user: z.string().min(1) };
/** A payment's block names no payer. `user` is the government account that recorded it, if one did. */
const money = {
  action: z.string(),
  user: z.string().min(1).optional(),
  property_id: PropertyId,
  payment: PaymentId,
  amount_cents: Cents,
};

/** The amounts that a payment for several parcels pays for each. `property_id` is the first of them. */
const parts = z
  .array(z.strictObject({ property_id: PropertyId, amount_cents: Cents }))
  .min(2)
  .optional();
const others = z.array(PropertyId).min(1).optional();
/** The fee of the payment method, a part of `amount_cents`. */
const method_fee_cents = Cents.optional();

/** The facts of a parcel in a block. Its geometry stays outside, identified by the SHA-256 of its canonical JSON. */
const Facts = {
  property_id: PropertyId,
  address: z.string(),
  neighborhood: z.string(),
  property_type: PropertyType,
  square_footage: z.int().min(0),
  lot_square_feet: z.int().min(0),
  year_built: z.int().nullable(),
  geometry_sha256: Sha256Hex.nullable(),
};
const Title = { shares: z.int().min(1), rights: z.array(Right).min(1) };

/**
 * The blocks of the registry. `user` is the government account that recorded the block. `rights` states every owner after
 * it, as shares of `shares`, under pseudonyms; `city` is the municipality.
 */
const schemas = {
  ...taxActBlocks,
  'registry.parcel_registered': z.strictObject({ ...by, ...Facts, ...Title }),
  'registry.parcel_corrected': z.strictObject({ ...by, ...Facts, reason: z.string().optional() }),
  'registry.parcel_split': z.strictObject({
    ...by,
    property_id: PropertyId,
    into: z.array(z.strictObject({ ...Facts, ...Title })).min(2),
  }),
  'registry.parcels_merged': z.strictObject({ ...by, ...Facts, ...Title, from: z.array(PropertyId).min(2) }),
  'registry.assessed': z.strictObject({
    ...by,
    property_id: PropertyId,
    year: z.int(),
    land_cents: Cents,
    building_cents: Cents,
    /** The reason why it corrects an earlier assessment of the year. */
    reason: z.string().optional(),
  }),
  'registry.title_transferred': z.strictObject({
    ...by,
    property_id: PropertyId,
    from: z.string(),
    to: z.string(),
    numerator: z.int().min(1),
    denominator: z.int().min(1),
    document_sha256: Sha256Hex.nullable(),
    ...Title,
  }),
  'registry.document_recorded': z.strictObject({
    ...by,
    property_id: PropertyId,
    title: z.string(),
    sha256: Sha256Hex,
  }),
  /** The features between parcels: their number, and the SHA-256 of their canonical JSON in order. */
  'registry.map_set': z.strictObject({ ...by, features: z.int().min(1), sha256: Sha256Hex }),
  'registry.rates_set': z.strictObject({ ...by, year: z.int(), rates: TaxRates }),
  'registry.method_fees_set': z.strictObject({ ...by, fees: FeesByMethod }),
  'registry.tax_levied': z.strictObject({
    ...by,
    property_id: PropertyId,
    year: z.int(),
    rates_block: z.int(),
    assessed_cents: Cents,
    assessment_year,
    exempt_cents: Cents.optional(),
    total_cents: Cents,
    credit_used_cents: Cents,
    // The levy job that issued the bill.
    job: z.uuid().optional(),
    time_zone,
  }),
  'registry.tax_charged': z.strictObject({
    action: z.string(),
    property_id: PropertyId,
    penalty_cents: Cents,
    interest_cents: Cents,
    time_zone,
  }),
  'registry.payment_opened': z.strictObject({ ...money, others, method: PaymentMethod }),
  'registry.tax_paid': z.strictObject({
    ...money,
    method: PaymentMethod,
    fee_cents: Cents,
    interest_cents: Cents,
    principal_cents: Cents,
    credit_cents: Cents,
    method_fee_cents,
    parts,
    /** The credit of a retired parcel that went to its replacement, including the remainder of this payment. */
    passed_on: z.strictObject({ property_id: PropertyId, amount_cents: Cents }).optional(),
    /** The same for retired parcels of the payment other than the first, in the order in which it went. */
    passed_on_by: z
      .array(z.strictObject({ from: PropertyId, property_id: PropertyId, amount_cents: Cents }))
      .optional(),
    /** The day on which it counts as paid, if before the block: the bank booked the money, or an account stated that it arrived. */
    paid_on: z.iso.date().optional(),
    time_zone,
    /** Late charges since that day on what it paid, which are taken back. `returned` are those that had been paid: they are credit. */
    lifted: z
      .array(
        z.strictObject({
          property_id: PropertyId,
          penalty_cents: Cents,
          interest_cents: Cents,
          returned: z
            .array(z.strictObject({ year: z.int(), penalty_cents: Cents, interest_cents: Cents }))
            .min(1)
            .optional(),
        }),
      )
      .min(1)
      .optional(),
    tx_hash: z.string().nullable(),
    /** The transfers on a chain that paid. Older blocks have only the transaction. */
    transfers: StatedTransfers,
    /** The line of a bank statement that brought the money. */
    line: z.uuid().optional(),
    /** The reversal that it takes back, and whether an account decided it. */
    reverses: PaymentId.optional(),
    by_hand: z.literal(true).optional(),
  }),
  'registry.payment_failed': z.strictObject({ ...money, others }),
  'registry.payment_reversed': z.strictObject({
    ...money,
    method_fee_cents,
    /** The amount taken from the credit of its parcels. Absent in older blocks, which did not take credit of other payments first. */
    credit_cents: Cents.optional(),
    parts,
    /** What parcels take back of the credit that they had passed on, and from which parcel. */
    taken_from: z
      .array(z.strictObject({ from: PropertyId, property_id: PropertyId, amount_cents: Cents }))
      .min(1)
      .optional(),
    reversal: PaymentId,
    /** An account decided it; the method did not return the money. */
    by_hand: z.literal(true).optional(),
  }),
};

export const registryBlockTypes = declareBlockTypes('registry', schemas);

export type RegistryAction = keyof typeof schemas;
