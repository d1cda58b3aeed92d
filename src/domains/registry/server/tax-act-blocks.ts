import { z } from 'zod';
import { PropertyId } from '#domains/registry/contract.ts';
import { Cents } from '#platform/contract/money.ts';
import { Sha256Hex } from '#platform/contract/scalars.ts';

const of = { action: z.string(), property_id: PropertyId };
/** The time zone of the city in which due days end and months of interest begin. Older blocks do not have it. */
export const time_zone = z.string().min(1).max(64).optional();

/** The year of the assessment that the tax is computed from. Older blocks do not have it. */
export const assessment_year = z.int().optional();

const byCity = { ...of, user: z.string().min(1) };
const corrected = {
  year: z.int(),
  before_cents: Cents,
  total_cents: Cents,
  /** The amount that was paid beyond the new tax. */
  credit_cents: Cents,
};

/**
 * The blocks of exemptions, appeals, and corrections and waivers of bills. An exemption's kind, an owner's statement and the reasons of
 * decisions may reveal facts about a person, so no block has them; the amount reveals the kind, so the block of an exemption commits to
 * both. No block names the owner who filed an appeal either.
 */
export const taxActBlocks = {
  'registry.exemption_granted': z.strictObject({
    ...byCity,
    exemption: z.uuid(),
    /** The commitment to its kind and amount; see `exemptions/commit-exemption.ts`. */
    commitment: Sha256Hex,
    from_year: z.int(),
    to_year: z.int().nullable(),
  }),
  'registry.exemption_ended': z.strictObject({ ...byCity, exemption: z.uuid(), last_year: z.int() }),
  'registry.appeal_filed': z.strictObject({
    ...of,
    appeal: z.uuid(),
    year: z.int(),
    assessment_block: z.int(),
    requested_cents: Cents,
    documents: z.array(Sha256Hex),
  }),
  'registry.appeal_withdrawn': z.strictObject({ ...of, appeal: z.uuid(), year: z.int() }),
  'registry.appeal_denied': z.strictObject({ ...byCity, appeal: z.uuid(), year: z.int() }),
  /** An assessment of its year, and the bills that it corrects. */
  'registry.appeal_granted': z.strictObject({
    ...byCity,
    appeal: z.uuid(),
    year: z.int(),
    land_cents: Cents,
    building_cents: Cents,
    bills: z.array(z.strictObject(corrected)),
    time_zone,
  }),
  /** Penalties and interest that are no longer owed. They were charged by earlier blocks. */
  'registry.charges_waived': z.strictObject({
    ...byCity,
    year: z.int(),
    penalty_cents: Cents,
    interest_cents: Cents,
  }),
  'registry.bill_corrected': z.strictObject({
    ...byCity,
    rates_block: z.int(),
    assessed_cents: Cents,
    assessment_year,
    exempt_cents: Cents,
    ...corrected,
    time_zone,
  }),
};
