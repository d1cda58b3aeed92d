import { z } from 'zod';
import { BlockIndex } from '#domains/ledger/contract.ts';
import { errorKind, idempotencyMismatch, unavailable } from '#platform/contract/errors.ts';
import { CENTS_MAX, Cents } from '#platform/contract/money.ts';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';
import { Announced } from './announced-transfers.ts';
import { BillNumber } from './bill-number.ts';
import { canOpenPortal, canRunRegistry } from './capabilities.ts';
import { ExemptionKind, taxRelief } from './exemption-rules.ts';
import { PropertyId, PropertyType, propertyNotFound } from './properties.ts';

export const ratesMissing = errorKind('registry.rates_missing', 409, 'No rates for the year');
export const billNotFound = errorKind('registry.bill_not_found', 404, 'Bill not found');

/** Parts per million of the assessed value: 19,952 is 19.952 mills, $19.952 for each $1,000. */
const Rate = z.int().min(0).max(1_000_000);
const BasisPoints = z.int().min(0).max(10_000);

const BillLine = z.object({
  name: z.string(),
  kind: z.enum(['tax', 'penalty', 'interest', 'returned', 'correction', 'waived_penalty', 'waived_interest']),
  cents: z
    .int()
    .min(-CENTS_MAX)
    .max(CENTS_MAX)
    .describe('Negative in a correction that lowers the tax, and in a waiver.'),
  formatted: z.string(),
  explanation: z.string(),
});
const total = { total: Cents, totalFormatted: z.string() };
const SampleInstallment = z.object({ due: z.iso.date(), cents: Cents, formatted: z.string() });

/** The rates of a tax year. */
export const TaxRates = z.strictObject({
  lines: z
    .array(
      z.strictObject({
        name: z.string().trim().min(1).max(80),
        rates: z
          .strictObject({
            residential: Rate,
            commercial: Rate,
            industrial: Rate,
            mixed: Rate,
            civic: Rate,
            park: Rate,
            vacant: Rate,
          })
          .describe('Parts per million of the assessed value, by use.'),
      }),
    )
    .min(1)
    .max(30),
  installments: z
    .array(
      z.strictObject({
        due: z.iso
          .date()
          .refine((day) => day >= '1900' && day < '2201', 'A day from 1900 to 2200')
          .describe('The last day to pay, in the time zone of the city.'),
        percent: z.int().min(1).max(100),
      }),
    )
    .min(1)
    .max(12)
    .refine((all) => all.reduce((sum, { percent }) => sum + percent, 0) === 100, 'The percentages add up to 100')
    .refine((all) => all.every(({ due }, n) => n === 0 || due > (all[n - 1]?.due ?? '')), 'Due dates ascend'),
  interestBasisPoints: BasisPoints.describe('For each month or part of a month after the due date.'),
  penaltyBasisPoints: BasisPoints.describe('Once for each late installment.'),
  ...taxRelief,
});
export type TaxRates = z.infer<typeof TaxRates>;

export const TaxYear = z.int().min(1900).max(2200);

export const setRates = route({
  method: 'POST',
  path: '/api/detroit/rates',
  tag: 'Property tax',
  summary: 'Set the rates of a tax year',
  description:
    'Bills levied by earlier rates stay as they are. An installment whose day has passed when a bill is issued is due 30 days ' +
    'later.',
  access: { may: canRunRegistry },
  idempotent: true,
  body: TaxRates.extend({ year: TaxYear }),
  response: z.object({ blockIndex: BlockIndex }),
  errors: [idempotencyMismatch, unavailable],
});

/** The maximum number of years of listed rates. */
export const RATE_YEARS_MAX = 50;

export const listRates = route({
  method: 'GET',
  path: '/api/detroit/rates',
  tag: 'Property tax',
  summary: 'Read the rates by tax year',
  description: 'The rates in effect for each year, newest year first.',
  access: 'public',
  response: z.object({
    rates: z.array(TaxRates.extend({ year: TaxYear, blockIndex: BlockIndex })).max(RATE_YEARS_MAX),
    total: z.int().min(0).describe('Tax years with rates. Only the newest are listed.'),
  }),
});

export const previewRates = route({
  method: 'POST',
  path: '/api/detroit/rates/preview',
  tag: 'Property tax',
  summary: 'Compute a sample bill by rates that are not set yet',
  description:
    'Records nothing. It is computed by the functions that issue real bills, with the due dates of a bill that is issued now.',
  access: { may: canRunRegistry },
  body: z.strictObject({ rates: TaxRates, propertyType: PropertyType, assessedValue: Cents }),
  response: z.object({ lines: z.array(BillLine), installments: z.array(SampleInstallment), ...total }),
});

/** Properties in one request. A longer roll takes several. */
export const LEVY_CHUNK_MAX = 500;

export const levyTaxes = route({
  method: 'POST',
  path: '/api/detroit/levies',
  tag: 'Property tax',
  summary: 'Levy the tax of a year',
  description:
    'Issues a bill for each property by the rates of the year, or with `preview` only computes them. A bill is computed from the ' +
    'assessment of its year, or else of the newest year before it. Without one, the property is `not_assessed` and gets no bill, ' +
    'nor does property that is wholly the city’s or wholly exempt. A property is billed once a year; levying it again changes nothing.',
  access: { may: canRunRegistry },
  cost: 'heavy',
  body: z.strictObject({
    year: TaxYear,
    propertyIds: z.array(PropertyId).min(1).max(LEVY_CHUNK_MAX),
    preview: z.boolean().default(false),
  }),
  response: z.object({
    results: z.array(
      z.object({
        propertyId: PropertyId,
        outcome: z.enum(['levied', 'unchanged', 'exempt', 'not_assessed', 'rejected']),
        totalCents: Cents.optional(),
        problem: z.string().optional(),
        blockIndex: BlockIndex.optional(),
      }),
    ),
    totalCents: Cents,
  }),
  errors: [ratesMissing, unavailable],
});

const BillTotal = {
  billNumber: BillNumber,
  propertyId: PropertyId,
  address: z.string(),
  year: z.int(),
  issuedAt: Instant,
  total: Cents.describe('All lines together.'),
  totalFormatted: z.string(),
  open: Cents,
  openFormatted: z.string(),
  nextDue: Instant.nullable().describe('The end of the next due day with something open.'),
  nextDueDay: z.iso.date().nullable().describe('That day in the city.').meta({ example: '2027-02-06' }),
  overdue: z.boolean(),
};

export const Bill = z
  .object({
    ...BillTotal,
    blockIndex: BlockIndex,
    lines: z.array(
      BillLine.extend({
        charge: z
          .object({
            due: z.iso.date().describe('The last day to pay the installment.'),
            openCents: z.int().describe('Its open amount.'),
            basisPoints: z.int().describe('Of the open amount; interest: for each month or part of a month.'),
            from: z.iso.date().nullable().describe('The first day that interest is for; null for a penalty.'),
            until: z.iso.date().nullable(),
          })
          .nullable()
          .describe('What a penalty or interest was charged for; null for other lines.'),
      }),
    ),
    exempted: z
      .array(
        z.object({
          exemptionId: z.uuid(),
          kind: ExemptionKind.nullable().describe('Null if it was granted to an earlier owner.'),
          exemptCents: Cents.describe('The part of the assessed value that was not taxed.'),
          savedCents: Cents.describe('The tax saved by it.'),
        }),
      )
      .max(100),
    corrections: z
      .array(
        z.object({
          blockIndex: BlockIndex,
          beforeCents: Cents,
          afterCents: Cents,
          creditCents: Cents,
          reason: z.string(),
          appealId: z.uuid().nullable(),
        }),
      )
      .max(100)
      .describe('Oldest first.'),
    waivable: z
      .object({ penalty: Cents, interest: Cents })
      .describe('The open penalties and interest, which a government account can waive.'),
    waivers: z
      .array(z.object({ blockIndex: BlockIndex, penaltyCents: Cents, interestCents: Cents, reason: z.string() }))
      .max(100)
      .describe('Oldest first.'),
    installments: z.array(
      z.object({
        due: z.iso.date(),
        dueAt: Instant,
        cents: Cents,
        formatted: z.string(),
        open: Cents,
        overdue: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'Bill' });
export type Bill = z.infer<typeof Bill>;

export const listBills = route({
  method: 'GET',
  path: '/api/detroit/properties/{id}/bills',
  tag: 'Property tax',
  summary: 'Read the bills of a property',
  description: 'For its owners, the owners of its replacements once it is retired, and the government.',
  access: { may: canOpenPortal },
  params: z.object({ id: PropertyId }),
  response: z.object({
    bills: z.array(Bill).max(300),
    creditCents: Cents,
    creditFormatted: z.string(),
    announced: Announced,
  }),
  errors: [propertyNotFound],
});

export const readBill = route({
  method: 'GET',
  path: '/api/detroit/bills/{billNumber}',
  tag: 'Property tax',
  summary: 'Look up a bill by its number',
  description: 'Anyone who has the number sees the total and can pay it. The answer contains nothing about the owner.',
  access: 'public',
  cost: 'search',
  params: z.object({ billNumber: BillNumber }),
  response: z.object({ ...BillTotal, announced: Announced }),
  errors: [billNotFound],
});
