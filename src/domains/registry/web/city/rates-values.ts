import { z } from 'zod';
import { APPEAL_DAYS, propertyTypes, TaxRates, TaxYear } from '#domains/registry/contract.ts';

/** Mills as people write them: thousandths of the value. Becomes parts per million. */
const Mills = z
  .string()
  .trim()
  .regex(/^\d{1,3}(\.\d{1,3})?$/, 'Mills, such as 19.952')
  .transform((text) => Math.round(Number(text) * 1000));

/** A percentage. Becomes basis points. */
const Percent = z
  .string()
  .trim()
  .regex(/^\d{1,3}(\.\d{1,2})?$/, 'A percentage, such as 1.5')
  .transform((text) => Math.round(Number(text) * 100))
  .refine((basisPoints) => basisPoints <= 10_000, 'At most 100 %');

const Uses = z.object(Object.fromEntries(propertyTypes.map((type) => [type, Mills])) as Record<Use, typeof Mills>);
type Use = (typeof propertyTypes)[number];

/** A kind of exemption: dollars, or a percentage of the value. */
const ExemptionValues = z
  .object({
    kind: z
      .string()
      .trim()
      .regex(/^[a-z][a-z-]{1,39}$/, 'Small letters and hyphens, such as homestead'),
    name: z.string().trim().min(1, 'Name the exemption').max(80),
    amount: z
      .string()
      .trim()
      .regex(
        /^(\$?[\d,]{1,15}(\.\d{1,2})?|\d{1,3}(\.\d{1,2})?\s?%)$/,
        'Dollars such as 25,000, or a percentage such as 10%',
      ),
  })
  .transform(({ amount, ...rest }) => {
    const number = Math.round(Number(amount.replaceAll(/[$,%\s]/g, '')) * 100);
    return { ...rest, ...(amount.endsWith('%') ? { basisPoints: number } : { cents: number }) };
  });

const RatesOfYear = TaxRates.extend({ year: TaxYear });

/** The rates of a year as a form holds them, in the units that people write. Parses into the contract's. */
export const RatesForm = z
  .object({
    year: z
      .string()
      .trim()
      .regex(/^\d{4}$/, 'A year, such as 2027')
      .transform(Number),
    lines: z.array(z.object({ name: z.string().trim().min(1, 'Name the line').max(80), rates: Uses })),
    installments: z.array(
      z.object({
        due: z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'Choose a day'),
        percent: z
          .string()
          .trim()
          .regex(/^\d{1,3}$/, 'A whole percentage')
          .transform(Number),
      }),
    ),
    interest: Percent,
    penalty: Percent,
    exemptions: z.array(ExemptionValues),
    appealDays: z
      .string()
      .trim()
      .regex(/^\d{1,3}$/, 'Whole days')
      .transform(Number),
  })
  .transform(
    ({ interest, penalty, exemptions, ...rest }): z.input<typeof RatesOfYear> => ({
      ...rest,
      ...(exemptions.length === 0 ? {} : { exemptions }),
      interestBasisPoints: interest,
      penaltyBasisPoints: penalty,
    }),
  )
  .pipe(RatesOfYear);

/** The values of the form while it is filled in. */
export type RatesValues = z.input<typeof RatesForm>;

const textOf = (value: number, unit: number) => String(value / unit);
const nextYear = (day: string) => `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`.replace('-02-29', '-02-28');

/** A line of the tax without rates. */
export const emptyLine = (): RatesValues['lines'][number] => ({
  name: '',
  rates: Object.fromEntries(propertyTypes.map((type) => [type, '0'])) as Record<Use, string>,
});

/** Returns the form for the year after the newest rates, prefilled with them, or an empty form. */
export function valuesFor(newest: (TaxRates & { readonly year: number }) | undefined, year: number): RatesValues {
  if (newest === undefined)
    return {
      year: String(year),
      lines: [emptyLine()],
      installments: [{ due: `${year}-12-15`, percent: '100' }],
      interest: '1',
      penalty: '3',
      exemptions: [],
      appealDays: String(APPEAL_DAYS),
    };
  return {
    year: String(newest.year + 1),
    lines: newest.lines.map(({ name, rates }) => ({
      name,
      rates: Object.fromEntries(propertyTypes.map((type) => [type, textOf(rates[type], 1000)])) as Record<Use, string>,
    })),
    installments: newest.installments.map(({ due, percent }) => ({ due: nextYear(due), percent: String(percent) })),
    interest: textOf(newest.interestBasisPoints, 100),
    penalty: textOf(newest.penaltyBasisPoints, 100),
    exemptions: (newest.exemptions ?? []).map(({ kind, name, cents, basisPoints = 0 }) => ({
      kind,
      name,
      amount: cents === undefined ? `${basisPoints / 100}%` : textOf(cents, 100),
    })),
    appealDays: String(newest.appealDays ?? APPEAL_DAYS),
  };
}
