import { z } from 'zod';
import { Cents } from '#platform/contract/money.ts';

/** The name of a kind of exemption, such as `homestead`. */
export const ExemptionKind = z
  .string()
  .regex(/^[a-z][a-z-]{1,39}$/, 'A kind has 2 to 40 small letters and hyphens')
  .meta({ id: 'ExemptionKind', example: 'homestead' });

export const ExemptBasisPoints = z.int().min(1).max(10_000);

/** A kind of exemption with its size: an amount of the assessed value in cents, or a part of it in basis points. */
export const ExemptionRule = z
  .strictObject({
    kind: ExemptionKind,
    name: z.string().trim().min(1).max(80),
    cents: Cents.min(1).optional(),
    basisPoints: ExemptBasisPoints.optional(),
  })
  .refine(({ cents, basisPoints }) => (cents === undefined) !== (basisPoints === undefined), {
    error: 'Give either cents or basisPoints',
    path: ['cents'],
  });
export type ExemptionRule = z.infer<typeof ExemptionRule>;

/** Days to appeal an assessment if the rates do not set another number. */
export const APPEAL_DAYS = 45;

/** The fields of a year's rates about exemptions and appeals. */
export const taxRelief = {
  exemptions: z
    .array(ExemptionRule)
    .max(20)
    .refine((all) => new Set(all.map(({ kind }) => kind)).size === all.length, 'Give each kind once')
    .optional()
    .describe('The kinds of exemptions that can be granted.')
    .meta({ example: [{ kind: 'homestead', name: 'Homestead', cents: 2_500_000 }] }),
  appealDays: z
    .int()
    .min(1)
    .max(366)
    .optional()
    .describe(`Days after an assessment in which its owners may appeal it; ${APPEAL_DAYS} if absent.`),
};
